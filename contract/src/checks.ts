import { z } from 'zod';
import { RowId, StatementId, BODY_LIMIT, route } from './common/route.ts';
import { MOST_SELECTED } from './statements.ts';

const tags = ['Veille'] as const;
const instant = z.iso.datetime();

/** `ERP-2026-000123-V1`: of the attestation of a check that found no change. */
export const ATTESTATION_REFERENCE =
  /^(?:ERP|TEST)-\d{4}-\d{6,15}(?:-R1)?(?:-A[1-9]\d{0,2})?(?:-C[1-9]\d?)?-V[1-9]\d{0,3}$/;

/** `incomplet`: some headings were not obtained; nothing is said of them. `abandonne`: closed, expired or renewed meanwhile. */
export const CHECK_STATES = ['en_attente', 'en_cours', 'inchange', 'change', 'incomplet', 'abandonne'] as const;

const Missing = z.object({ rubrique: z.string(), raison: z.string() });

/** Result of a check, in words that its reader may keep. */
const Outcome = z.object({
  etat: z.enum(CHECK_STATES),
  /** « Vérifié le 10/03/2027 : rien n’a changé. » */
  phrase: z.string(),
  demande_le: instant,
  /** When it ended, or was last tried. */
  fait_le: instant.nullable(),
  /** The document that was compared with the sources. */
  reference: z.string(),
  /** Its one-page attestation, for `inchange`. */
  attestation: z.object({ reference: z.string(), sha256: z.string() }).nullable(),
  /** Document that replaces it, for `change`. */
  nouvelle_edition: z.string().nullable(),
  non_obtenu: z.array(Missing),
  /** When the sources are asked again, for `incomplet`; null when they no longer are. */
  prochain_essai: instant.nullable(),
});
export type Outcome = z.infer<typeof Outcome>;

export const Check = Outcome.extend({
  id: z.int(),
  origine: z.enum(['date', 'activation', 'proprietaire', 'visiteur', 'programme']),
  /** Changes; for `incomplet`, those of the sources that answered. */
  changements: z.array(z.string()),
});
export type Check = z.infer<typeof Check>;

/** Newest first. */
export const listChecks = route({
  method: 'GET',
  url: '/api/v2/erp/:erp_id/controles/',
  config: { access: 'required' },
  schema: {
    tags,
    summary: 'Vérifications d’un état des risques',
    params: StatementId,
    response: {
      200: z.object({
        controles: z.array(Check),
        /** Why none may be asked for now, in one sentence; null when one may. */
        refus: z.string().nullable(),
      }),
    },
  },
});

/** « Vérifier aujourd’hui »: free. The one under way is answered with 200. 409: draft, signed, expired, after a year. */
export const askCheck = route({
  method: 'POST',
  url: '/api/v2/erp/:erp_id/controles/',
  config: { access: 'required', throttle: 'check' },
  schema: {
    tags,
    summary: 'Vérifier un état des risques aujourd’hui',
    params: StatementId,
    response: { 200: Check, 202: Check },
  },
});

/**
 * « Vérifier » for a selection: the one under way is joined, and one that ended today is answered. These run behind those
 * that are asked for one by one.
 */
export const askChecks = route({
  method: 'POST',
  url: '/api/v2/erps/controles/',
  config: { access: 'required', throttle: 'check' },
  bodyLimit: BODY_LIMIT.form,
  schema: {
    tags,
    summary: 'Vérifier plusieurs états des risques',
    body: z.object({
      etats: z
        .array(z.int().min(1))
        .min(1)
        .max(MOST_SELECTED)
        .refine((ids) => new Set(ids).size === ids.length, 'Un état des risques y est deux fois.'),
    }),
    response: {
      200: z.object({
        resultats: z.array(
          z.object({
            etat: z.int(),
            controle: Check.nullable(),
            /** Why it is not checked, in one sentence: signed, expired, or « Pas trouvé. » */
            refus: z.string().nullable(),
          }),
        ),
      }),
    },
  },
});

/** How many of the list are « à vérifier » (`common/to-check.ts`). */
export const countToCheck = route({
  method: 'GET',
  url: '/api/v2/erps/controles/',
  config: { access: 'required' },
  schema: {
    tags,
    summary: 'Nombre d’états des risques à vérifier',
    response: { 200: z.object({ a_verifier: z.int() }) },
  },
});

/** The attestation of a check that found no change: one page, PDF/A-3a and PDF/UA. */
export const downloadAttestation = route({
  method: 'GET',
  url: '/api/v2/erp/:erp_id/controles/:controle_id/attestation/',
  config: { access: 'required', produces: 'application/pdf', priority: 'paid' },
  schema: {
    tags,
    summary: 'Télécharger l’attestation d’une vérification',
    params: StatementId.extend({ controle_id: RowId }),
    response: { 200: z.unknown() },
  },
});

const MOMENTS = [
  'emis',
  'complete',
  'mis_a_jour',
  'renouvele',
  'verifie',
  'verification_incomplete',
  'remis',
  'ouvert',
  'recu',
  'signe',
] as const;

/** Everything that happened to a statement, oldest first. */
export const readTimeline = route({
  method: 'GET',
  url: '/api/v2/erp/:erp_id/chronologie/',
  config: { access: 'required' },
  schema: {
    tags,
    summary: 'Chronologie d’un état des risques',
    params: StatementId,
    response: {
      200: z.object({
        reference: z.string(),
        moments: z.array(
          z.object({
            le: instant,
            quoi: z.enum(MOMENTS),
            /** « Remis à l’étude Martin : ouvert » */
            phrase: z.string(),
            /** Reference of the document, of the attestation, or of the receipt. */
            reference: z.string().nullable(),
            sha256: z.string().nullable(),
          }),
        ),
      }),
    },
  },
});

const Reference = z.object({ reference: z.string().max(40) });

/**
 * A check for whoever has the document. A statement has three of them a day, a network address twenty. The owner is told.
 */
const visitorCheck = <const U extends string, P extends z.ZodType>(url: U, summary: string, params: P) =>
  route({
    method: 'POST',
    url,
    config: { access: 'none', throttle: 'visitor-check' },
    schema: { tags, summary, params, response: { 200: Outcome, 202: Outcome } },
  });

export const askCheckByReference = visitorCheck(
  '/api/v2/verification/:reference/controle/',
  'Vérifier aujourd’hui un document que l’on a reçu',
  Reference,
);

/** The newest check of a statement: of that document when it has its `reference`. Null before the first. */
export const readCheckByReference = route({
  method: 'GET',
  url: '/api/v2/verification/:reference/controle/',
  config: { access: 'none', throttle: 'open' },
  schema: {
    tags,
    summary: 'Dernière vérification d’un document',
    params: Reference,
    response: { 200: z.object({ controle: Outcome.nullable() }) },
  },
});

/** The page of a hand-over asks by its link. */
export const askCheckByLink = visitorCheck(
  '/api/v2/remise/:jeton/controle/',
  'Vérifier aujourd’hui un document remis',
  z.object({ jeton: z.string().max(80) }),
);

/** Whether an attestation is ours, and still says what its document is. */
export const AttestedCheck = z.object({
  reference: z.string(),
  /** Time of the check. */
  fait_le: instant,
  document: z.object({ reference: z.string(), sha256: z.string() }),
  /** A later check found a change, or a later document replaces this one. */
  depasse: z.boolean(),
  phrase: z.string(),
  sha256: z.string(),
  attestation: z.object({ ligne: z.string(), signature: z.string(), cle: z.string() }),
});

export const verifyAttestation = route({
  method: 'GET',
  url: '/api/v2/verification/attestation/:reference/',
  config: { access: 'none', priority: 'paid' },
  schema: {
    tags: ['Vérification'],
    summary: 'Vérifier une attestation',
    params: Reference,
    response: { 200: AttestedCheck },
  },
});

export const downloadVerifiedAttestation = route({
  method: 'GET',
  url: '/api/v2/verification/attestation/:reference/pdf/',
  config: { access: 'none', produces: 'application/pdf', throttle: 'open' },
  schema: {
    tags: ['Vérification'],
    summary: 'Télécharger une attestation',
    params: Reference,
    response: { 200: z.unknown() },
  },
});
