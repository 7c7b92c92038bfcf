import { z } from 'zod';
import { PlanPageChoice } from './plan-pages.ts';
import { BODY_LIMIT, route } from './route.ts';
import { printedText } from './text.ts';

export const TransactionType = z.enum(['Vente', 'Location']);
export type TransactionType = z.infer<typeof TransactionType>;

const Name = printedText(300);
const StatementId = z.object({ erp_id: z.string().regex(/^\d{1,15}$/) });

export const CreateStatementRequest = z.object({
  adresse: printedText(300).min(1),
  /** `prefixe-section-numero` */
  cadastre: z.string().regex(/^\w{3}-\w{2}-\w{4}$/),
  /** Degrees, WGS 84. Numbers, or their text as typed in a form. */
  latitude: z.coerce.number().min(-90).max(90),
  longitude: z.coerce.number().min(-180).max(180),
  type_de_transaction: TransactionType,
  vendeur_nom: Name.default(''),
  acheteur_nom: Name.default('-'),
  /** `prefixe-section-numero@commune` */
  code_parcelle: z.string().regex(/^\w{3}-\w{2}-\w{4}@\w{5}$/),
});

/** Stores a draft. 402 below one credit. */
export const createStatement = route({
  method: 'POST',
  url: '/api/v2/erp/me/create/',
  config: { access: 'required', throttle: 'generation', priority: 'paid' },
  bodyLimit: BODY_LIMIT.statement,
  schema: {
    tags: ['États des risques'],
    summary: 'Préparer un état des risques',
    body: CreateStatementRequest,
    response: { 201: z.object({ erp_id: z.int() }) },
  },
});

/** `null` is « À préciser plus tard »: the document then leaves a box to fill. */
const Answer = z.boolean().nullable();
export const Declarations = z.object({
  /** Works prescribed by a PPR's règlement for this property (R125-24 1°). */
  travaux_prescrits: Answer,
  travaux_realises: Answer,
  /** The property was indemnified after a disaster (L125-5 IV). */
  sinistres_indemnises: Answer,
  /** Drought works not done although indemnified (R125-24); free text. */
  travaux_rga_non_realises: printedText(2000).nullable(),
  /** Pages of the plans' maps and règlements; for a file that is not named, pages are chosen from its text. */
  pages_des_plans: z.array(PlanPageChoice).max(12).optional(),
});
export type Declarations = z.infer<typeof Declarations>;

/** Owner's declarations of a draft; sent only when the user answered something. */
export const declare = route({
  method: 'PUT',
  url: '/api/v2/erp/me/id/:erp_id/declarations/',
  config: { access: 'required', priority: 'paid' },
  bodyLimit: BODY_LIMIT.statement,
  schema: {
    tags: ['États des risques'],
    summary: 'Déclarations du propriétaire',
    params: StatementId,
    body: Declarations,
    response: { 200: Declarations },
  },
});

export const GeneratedStatement = z.object({
  erp_id: z.int(),
  /** `ERP-2026-000123` */
  reference: z.string(),
  date_emission: z.string(),
  date_expiration: z.string(),
});

/** Collects, renders, stores, debits one credit. Called again, it returns 200 without a second debit. */
export const generateStatement = route({
  method: 'PATCH',
  url: '/api/v2/erp/me/id/generate/:erp_id/',
  config: { access: 'required', throttle: 'generation', priority: 'paid', hasOwnQueue: true },
  schema: {
    tags: ['États des risques'],
    summary: 'Générer l’état des risques',
    params: StatementId,
    response: { 200: GeneratedStatement },
  },
});

export const GenerationStep = z.object({
  /** Label shown to the user: « Plans de prévention des risques naturels ». */
  libelle: z.string(),
  etat: z.enum(['en_cours', 'obtenu', 'ancienne_reponse', 'non_obtenu']),
});

/** Progress of the generation: one line per source, in the order of the requests. */
export const generationProgress = route({
  method: 'GET',
  url: '/api/v2/erp/me/id/:erp_id/progression/',
  config: { access: 'required', priority: 'paid' },
  schema: {
    tags: ['États des risques'],
    summary: 'Progression de la génération',
    params: StatementId,
    response: { 200: z.object({ etapes: z.array(GenerationStep) }) },
  },
});

/** The PDF, as an attachment named with the id and the address: the current edition, or `edition=1` for the one replaced. */
export const downloadStatement = route({
  method: 'GET',
  url: '/api/v2/download_pdf_proxy/:erp_id/',
  config: { access: 'required', produces: 'application/pdf', priority: 'paid' },
  schema: {
    tags: ['États des risques'],
    summary: 'Télécharger le PDF',
    params: StatementId,
    querystring: z.object({ edition: z.enum(['1', '2']).optional() }),
    response: { 200: z.unknown() },
  },
});

export const StatementListItem = z.object({
  id: z.int(),
  adresse: z.string(),
  type: TransactionType,
  destinataires: z.string(),
  /** Of the first edition; the renewal's is `derniere_regeneration`. */
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
  /** The owner said that the sale or the lease is signed: no more reminders. */
  conclu: z.boolean().nullish(),
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

/**
 * Renews once, free: new facts, a new document; the former is kept and marked replaced. 409 `{detail}` when renewal is
 * not open.
 */
export const renewStatement = route({
  method: 'PATCH',
  url: '/api/v2/erp/:id/regenerate/',
  config: { access: 'required', throttle: 'generation', priority: 'paid', hasOwnQueue: true },
  schema: {
    tags: ['États des risques'],
    summary: 'Renouveler un état des risques',
    params: z.object({ id: z.string().regex(/^\d{1,15}$/) }),
    response: {
      200: StatementListItem.extend({
        message: z.string(),
        /** Sentences that say what changed since the former edition; « Rien n’a changé … » when nothing did. */
        changements: z.array(z.string()),
      }),
    },
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
    params: z.object({ id: z.string().regex(/^\d{1,15}$/) }),
    body: z.object({ conclu: z.boolean() }),
    response: { 200: StatementListItem },
  },
});

/** An edition of a statement, newest first: the replaced one can still be downloaded. */
export const StatementEdition = z.object({
  edition: z.int(),
  reference: z.string(),
  emis_le: z.iso.date(),
  expire_le: z.iso.date(),
  sha256: z.string(),
  remplace: z.boolean(),
  changements: z.array(z.string()),
});

export const listEditions = route({
  method: 'GET',
  url: '/api/v2/erp/:erp_id/editions/',
  config: { access: 'required' },
  schema: {
    tags: ['États des risques'],
    summary: 'Éditions d’un état des risques',
    params: StatementId,
    response: { 200: z.array(StatementEdition) },
  },
});

/** Every document of the caller, a table of them and the profile, as a ZIP. 404 when there is nothing to export. */
export const exportStatements = route({
  method: 'GET',
  url: '/api/v2/erps/export/',
  config: { access: 'required', throttle: 'export', produces: 'application/zip', priority: 'paid' },
  schema: {
    tags: ['États des risques'],
    summary: 'Télécharger tous mes documents',
    description:
      'Archive ZIP des PDF de toutes les éditions, des factures et des récépissés, avec leurs tableaux ; `Content-Length` en donne la taille exacte.',
    response: { 200: z.unknown() },
  },
});
