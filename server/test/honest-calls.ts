import type { Route } from '@clairisque/contract/common/route.ts';

/** Values of an honest caller, one of which is then replaced. */
const BODY_VALUES: Record<string, unknown> = {
  email: 'a@exemple.fr',
  username: 'a@exemple.fr',
  password: 'court',
  re_password: 'court',
  current_password: 'court',
  new_password: 'court',
  uid: 'MQ',
  token: 'a'.repeat(43),
  nom: 'Nuñez',
  prenom: 'Élodie',
  telephone: '0123456789',
  statut: 'PRO',
  nomSociete: 'SCI',
  siren: '123456782',
  adresse: '4 Rue des Lilas 95190 Goussainville',
  avis_courriel: true,
  rappels_echeance: true,
  cadastre: '000-AB-0001',
  code_parcelle: '000-AB-0001@95280',
  parcelles: ['000-AB-0001@95280', '000-AB-0002@95280'],
  latitude: 49.0325,
  longitude: 2.4745,
  type_de_transaction: 'Vente',
  vendeur_nom: 'Vendeur',
  acheteur_nom: 'Acheteur',
  declarations: null,
  travaux_prescrits: null,
  travaux_realises: true,
  sinistres_indemnises: true,
  travaux_rga_non_realises: 'Fissures',
  travaux_par_plan: [{ plan: '48DDT20200001', prescrits: true, realises: true }],
  arretes_indemnises: ['INTE9900001A'],
  lot_copropriete: { etage: 3, numero: '12', batiment: 'B' },
  forme: 'courte',
  extent: 'short',
  conclu: false,
  libelle: 'Étude',
  reponses: [{ question: 'signature.lieu', valeur: 'Lille' }],
  questions: ['signature.lieu'],
  answers: [{ question: 'signature.lieu', value: 'Lille' }],
  complete: true,
  certifie: true,
  accepte: true,
  recu: true,
  cgv: true,
  execution_immediate: true,
  version: '2026-11-21',
  numero: 'AB12',
  chemin: '/Tarifs',
  titre: 'Tarifs',
  erreur: 'TypeError',
  quantité: 5,
  duree: 'illimité',
  name: 'Étude',
  scopes: ['read'],
  days: 30,
  transaction: 'sale',
  parcels: ['000-AB-0001@95280'],
  address: '4 Rue des Lilas 95190 Goussainville',
  point: { longitude: 2.4745, latitude: 49.0325 },
  logo: true,
  metadata: { file: 'A-12' },
  label: 'Étude',
  form: 'whole',
  mode: 'live',
  parties: { owner: 'Vendeur', recipient: 'Acheteur' },
  start: 'manual',
  rows: [{ transaction: 'sale', address: '4 Rue des Lilas 95190 Goussainville' }],
  candidate: '4 Rue des Lilas 95190 Goussainville',
  owner: 'Vendeur',
  recipient: 'Acheteur',
  owner_email: 'a@exemple.fr',
  commune: '95280',
  repeated: 'issue',
  jsonrpc: '2.0',
  url: 'http://127.0.0.1:9/clairisque',
  events: ['statement.issued'],
  type: 'statement.issued',
  status: 'enabled',
  overlap_hours: 24,
};
/** The same for parameters of the path and of the query. */
const PATH_VALUES: Record<string, string> = {
  q: '4 rue des lilas',
  limit: '5',
  lon: '2.4745',
  lat: '49.0325',
  longitude: '2.4745',
  latitude: '49.0325',
  couche: 'plan',
  z: '12',
  x: '2076',
  y: '1409',
  code: 'PA1',
  reference: 'ERP-2026-000001',
  expire: '9999999999',
  signature: 'a'.repeat(43),
  empreinte: 'a'.repeat(64),
  edition: '1',
  recu: 'a'.repeat(54),
  jeton: 'a'.repeat(54),
  fichier: `${'a'.repeat(54)}.ics`,
  code_parcelle: '000-AB-0001@95280',
  parcelles: '000-AB-0001@95280,000-AB-0002@95280',
  codes: '000-AB-0001@95280,000-AB-0002@95280',
  commune: '95280',
  commande: '00000000-0000-4000-8000-000000000000',
  lien_id: '00000000-0000-4000-8000-000000000000',
  recu_id: '00000000-0000-4000-8000-000000000000',
  pdf_a_telecharger: '00000000-0000-4000-8000-000000000000',
  session_id: 'cs_test_none',
  key_id: 'key_999999999',
  batch_id: 'bat_999999999',
  handover_id: `hnd_${'0'.repeat(32)}`,
  invoice_id: `inv_${'0'.repeat(32)}`,
  parcel: '000-AB-0001@95280',
  created_after: '2026-11-01',
  created_before: '2026-12-01T00:00:00Z',
  valid_until_before: '2027-01-01',
  row: '1',
  columns: 'address',
  repeated: 'issue',
  start: 'manual',
  language: 'en',
  metadata: 'file:A-12',
  endpoint_id: `whe_${'0'.repeat(32)}`,
  delivery_id: 'whd_999999999',
  type: 'statement.issued',
};

/** A call of the contract with the names of its inputs. */
export type Target = { route: Route; fields: string[]; query: string[] };

export function targetsOf(routes: Route[]): Target[] {
  return routes.map((route) => ({
    route,
    fields: namesIn(route.schema.body, ['quantité', 'duree']),
    query: namesIn(route.schema.querystring, []),
  }));
}

function namesIn(schema: Route['schema']['body'], open: string[]): string[] {
  if (schema === undefined) return [];
  return 'shape' in schema ? Object.keys(schema.shape as object) : open;
}

export const honestBody = ({ fields }: Target): Record<string, unknown> =>
  Object.fromEntries(fields.map((name) => [name, BODY_VALUES[name] ?? 'a']));

export const honestInPath = (name: string, ownId: number | undefined): string =>
  name === 'statement_id' ? `stm_${ownId ?? 1}` : (PATH_VALUES[name] ?? String(ownId ?? 1));

/** What authorises a call: a key of API v3, or a session's token. */
export const authorizationOf = ({ config }: Pick<Route, 'config'>, of: { token: string; key: string }): string =>
  config.scope === undefined ? `Token ${of.token}` : `Bearer ${of.key}`;

/** A parcel of the synthetic territory. */
export const PLACE = {
  cadastre: '000-AB-0001',
  code_parcelle: '000-AB-0001@95280',
  parcelles: ['000-AB-0001@95280', '000-AB-0002@95280'],
  latitude: 49.0325,
  longitude: 2.4745,
  type_de_transaction: 'Vente',
};
