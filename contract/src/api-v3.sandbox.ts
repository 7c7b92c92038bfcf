import type { ProblemCode } from './common/problems.ts';

/** Field by which a program names the property. */
type Named = { address: string } | { parcels: readonly string[] } | { point: { longitude: number; latitude: number } };

export type SandboxCase = {
  /** Stable; its anchor on the page. */
  name: string;
  /** Case that it forces, shown to readers, in French. */
  forces: string;
  property: Named;
  /** Status of `POST /statements`; 202 when that takes longer than the call waits: the statement then says the same. */
  status: 201 | 400 | 402 | 422 | 429 | 503;
  /** Code of the problem, in the response or in the statement's `failure`; null for a success. */
  code: ProblemCode | null;
  /** The event that follows, if any. In a batch, rows to choose are followed by `batch.choices_wanted`. */
  event: 'statement.issued' | 'statement.failed' | null;
  /** The sandbox itself answers so for that parcel: no source would. */
  forcedParcel?: string;
};

/**
 * Addresses and parcels that show a test key every outcome of an issue: on the page of the sandbox, and tried one by one
 * by a test. Simulated sources play most of them; those with a `forcedParcel` are refused when the statement of that
 * parcel is to be generated, in a batch too.
 */
export const SANDBOX_CASES = [
  {
    name: 'issued',
    forces: 'Tout va bien : l’état des risques est émis.',
    property: { address: '4 Rue des Lilas 95190 Goussainville' },
    status: 201,
    code: null,
    event: 'statement.issued',
  },
  {
    name: 'several_parcels',
    forces: 'Un bien de deux parcelles voisines : un seul état des risques.',
    property: { parcels: ['000-AB-0001@95280', '000-AB-0002@95280'] },
    status: 201,
    code: null,
    event: 'statement.issued',
  },
  {
    name: 'slow',
    forces: 'Un service met plus de huit secondes : avec « Prefer: wait=2 », la réponse est 202, puis l’état est émis.',
    property: { address: '3 Rue du Moulin 48999 Lenteur-Bâtiments' },
    status: 201,
    code: null,
    event: 'statement.issued',
  },
  {
    name: 'optional_source_down',
    forces: 'Un service dont la réponse est facultative est en panne : l’état est émis, et le dit.',
    property: { address: '3 Rue du Moulin 48999 Panne-Bâtiments' },
    status: 201,
    code: null,
    event: 'statement.issued',
  },
  {
    name: 'changed_facts',
    forces: 'Les faits changent entre deux documents : renouvelez cet état, ses faits diffèrent.',
    property: { parcels: ['000-AA-0122@48959'] },
    status: 201,
    code: null,
    event: 'statement.issued',
  },
  {
    name: 'source_down',
    forces: 'Un service public d’une rubrique obligatoire est en panne. Rien n’est débité.',
    property: { address: '3 Rue du Moulin 48999 Panne-Géorisques' },
    status: 503,
    code: 'facts_not_obtained',
    event: 'statement.failed',
  },
  {
    name: 'source_quota',
    forces: 'Un service public refuse : trop d’appels. Rien n’est débité.',
    property: { address: '3 Rue du Moulin 48999 Quota-Géorisques' },
    status: 503,
    code: 'facts_not_obtained',
    event: 'statement.failed',
  },
  {
    name: 'cadastre_down',
    forces: 'Le cadastre est en panne : le bien n’est pas trouvé.',
    property: { address: '3 Rue du Moulin 48999 Panne-Cadastre' },
    status: 503,
    code: 'source_unavailable',
    event: null,
  },
  {
    name: 'addresses_down',
    forces: 'La Base adresse nationale est en panne.',
    property: { address: '3 Rue du Moulin 48999 Panne-Adresses' },
    status: 503,
    code: 'source_unavailable',
    event: null,
  },
  {
    name: 'address_not_found',
    forces: 'Une commune sans rue ni numéro : l’adresse est inconnue.',
    property: { address: '95190 Goussainville' },
    status: 422,
    code: 'address_not_found',
    event: null,
  },
  {
    name: 'address_ambiguous',
    forces: 'La base connaît une autre adresse, proche : elle est dans « candidates ».',
    property: { address: '14 rue des Lilas 35000 Rennes' },
    status: 422,
    code: 'address_ambiguous',
    event: null,
  },
  {
    name: 'parcel_to_choose',
    forces: 'Un point sur la rue : les parcelles voisines sont dans « candidates ».',
    property: { point: { longitude: 2.4745, latitude: 49.0325 } },
    status: 422,
    code: 'parcel_to_choose',
    event: null,
  },
  {
    name: 'parcel_not_found',
    forces: 'Une parcelle que le cadastre n’a pas.',
    property: { parcels: ['000-ZZ-9999@95280'] },
    status: 422,
    code: 'parcel_not_found',
    event: null,
  },
  {
    name: 'one_parcel_not_found',
    forces: 'Deux parcelles, dont une que le cadastre n’a pas : même code.',
    property: { parcels: ['000-AB-0001@95280', '000-ZZ-9999@95280'] },
    status: 422,
    code: 'parcel_not_found',
    event: null,
  },
  {
    name: 'outside_france',
    forces: 'Un point hors de France.',
    property: { point: { longitude: -40, latitude: 10 } },
    status: 400,
    code: 'invalid_input',
    event: null,
  },
  {
    name: 'no_credit',
    forces: 'Le compte n’a plus de crédit.',
    property: { address: '402 Rue des Lilas 95190 Goussainville' },
    status: 402,
    code: 'no_credit',
    event: 'statement.failed',
    forcedParcel: '000-AM-0183@95280',
  },
  {
    name: 'too_many_requests',
    forces: 'Le quota de la clé est dépassé : « Retry-After » dit combien attendre.',
    property: { address: '429 Rue du Moulin 95190 Goussainville' },
    status: 429,
    code: 'too_many_requests',
    event: 'statement.failed',
    forcedParcel: '000-AZ-0046@95280',
  },
  {
    name: 'overloaded',
    forces: 'Le service est surchargé : « Retry-After » dit combien attendre.',
    property: { address: '503 Rue des Lilas 95190 Goussainville' },
    status: 503,
    code: 'overloaded',
    event: 'statement.failed',
    forcedParcel: '000-AH-0010@95280',
  },
] as const satisfies readonly SandboxCase[];
