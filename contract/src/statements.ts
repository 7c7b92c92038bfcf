import { z } from 'zod';
import { TransactionType } from './common/declarations.ts';
import { RowId, BODY_LIMIT, route } from './common/route.ts';

export const StatementListItem = z.object({
  id: z.int(),
  adresse: z.string(),
  type: TransactionType,
  destinataires: z.string(),
  /** Issue of the first edition; the renewal's is `derniere_regeneration`. */
  date0: z.string(),
  /** Last day of validity of the current edition. */
  date_expiration_regeneration: z.string().nullable(),
  nb_regenerations: z.int(),
  peut_regenerer: z.boolean(),
  /** Days left to renew; 0 when renewal is not open. */
  jours_restants_regeneration: z.int(),
  derniere_regeneration: z.string().nullable(),
  /** « Actif », « Renouvelé », « Expiré < 1an », « Expiré > 1an » */
  statut_regeneration: z.string(),
  /** Code of the département (`2A`, `974`) and name of the commune, from the parcel. */
  departement: z.string().nullish(),
  commune: z.string().nullish(),
  /** `ERP-2026-000123`, of the current edition. */
  reference: z.string().nullish(),
  /** Questions that are still open; null for older documents. */
  a_completer: z.int().nullish(),
  /** The nearest planned promesse, acte or lease; « à vérifier »: within 15 days, or `verification.etat` is `incomplet`. */
  signature_prevue: z.iso.date().nullish(),
  /** The newest check: « Vérifié le … », or what it lacks. */
  verification: z.object({ etat: z.enum(['inchange', 'change', 'incomplet']), le: z.iso.datetime() }).nullish(),
  /** The owner said that the sale or the lease is signed: no more reminders. */
  conclu: z.boolean().nullish(),
  /** Codes of all the parcels, and communes after the first, when there are several. */
  parcelles: z.array(z.string()).optional(),
  autres_communes: z.array(z.string()).optional(),
});
export type StatementListItem = z.infer<typeof StatementListItem>;

/**
 * Issued statements of the caller, newest first. All of them, or 206 with `Content-Range: items 0-199/5000` for the
 * window of a header `Range: items=0-199` (RFC 9110 §14).
 */
export const listStatements = route({
  method: 'GET',
  url: '/api/v2/erps/with-regeneration/',
  config: { access: 'required' },
  schema: {
    tags: ['États des risques'],
    summary: 'Mes états des risques',
    description:
      'Tous, du plus récent au plus ancien, ou une fenêtre : `Range: items=0-199` donne 206 et `Content-Range: items 0-199/5000` ; au-delà du dernier, 416.',
    response: { 200: z.array(StatementListItem), 206: z.array(StatementListItem) },
  },
});

/** « Vente conclue » or « Bail signé »: stops the reminders, or starts them again. */
export const closeStatement = route({
  method: 'PUT',
  url: '/api/v2/erp/:id/conclusion/',
  config: { access: 'required' },
  bodyLimit: BODY_LIMIT.choice,
  schema: {
    tags: ['États des risques'],
    summary: 'Dire que la vente ou le bail est conclu',
    params: z.object({ id: RowId }),
    body: z.object({ conclu: z.boolean() }),
    response: { 200: StatementListItem },
  },
});

/** Statements that one archive, or one action of the list, takes at most. */
export const MOST_SELECTED = 50;

/**
 * Every document of the caller, a table of them and the profile, as a ZIP; or the current editions of the statements in
 * `etats`, and their table. 404 when there is nothing to export, or when one of them is not the caller's.
 */
export const exportStatements = route({
  method: 'GET',
  url: '/api/v2/erps/export/',
  config: { access: 'required', throttle: 'export', produces: 'application/zip', priority: 'paid' },
  schema: {
    tags: ['États des risques'],
    summary: 'Télécharger tous mes documents',
    description: `Archive ZIP des PDF de toutes les éditions, des factures et des récépissés, avec leurs tableaux ; \`Content-Length\` en donne la taille exacte. \`etats=12,15\` : seulement ces états des risques, ${MOST_SELECTED} au plus.`,
    querystring: z.object({
      etats: z
        .string()
        .regex(new RegExp(`^\\d{1,15}(,\\d{1,15}){0,${MOST_SELECTED - 1}}$`))
        .optional()
        .meta({ examples: ['12,15'] }),
    }),
    response: { 200: z.unknown() },
  },
});
