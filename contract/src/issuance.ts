import { z } from 'zod';
import { Declarations, PlanToAnswer, PrintedDeclarations, TransactionType } from './common/declarations.ts';
import { RowId, StatementId, BODY_LIMIT, route } from './common/route.ts';
import {
  beginsWithItsParcel,
  ParcelCode,
  ParcelCodes,
  ParcelCodesInQuery,
  ParcelReference,
} from './common/parcel-codes.ts';
import { printedText, shownText } from './common/text.ts';
import { StatementListItem } from './statements.ts';

const Name = printedText(300);

export const CreateStatementRequest = z
  .object({
    adresse: printedText(300).min(1),
    /** `prefixe-section-numero` */
    cadastre: ParcelReference,
    /** Degrees, WGS 84. Numbers, or their text as typed in a form. */
    latitude: z.coerce.number().min(-90).max(90),
    longitude: z.coerce.number().min(-180).max(180),
    type_de_transaction: TransactionType,
    vendeur_nom: Name.default(''),
    acheteur_nom: Name.default('-'),
    /** `prefixe-section-numero@commune` */
    code_parcelle: ParcelCode,
    parcelles: ParcelCodes.optional().describe(
      'Toutes les parcelles du bien, de 1 à 50 ; la première est celle de « code_parcelle ».',
    ),
  })
  .superRefine(beginsWithItsParcel);

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
    body: PrintedDeclarations,
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

const Degrees = z.string().regex(/^-?\d{1,3}(\.\d{1,20})?$/);

/** Whether a statement of that parcel would print that address as the property's (decision 0042). */
export const checkAddress = route({
  method: 'GET',
  url: '/api/v2/cadastre/adresse/:code_parcelle/',
  config: { access: 'none', throttle: 'place' },
  schema: {
    tags: ['Cadastre'],
    summary: 'Vérifier qu’une adresse est celle d’une parcelle',
    params: z.object({ code_parcelle: ParcelCode }),
    querystring: z.object({
      adresse: shownText(300).min(1),
      longitude: Degrees,
      latitude: Degrees,
      parcelles: ParcelCodesInQuery.optional(),
    }),
    response: {
      200: z.object({
        adresse: z
          .string()
          .nullable()
          .describe('L’adresse de la Base adresse nationale qui serait imprimée ; null : non confirmée.'),
        commune: z.object({ nom: z.string(), code_insee: z.string() }).describe('Du cadastre.'),
        avertissement: z
          .string()
          .nullable()
          .describe('Ce que le document imprimerait d’autre que l’adresse demandée ; null : rien.'),
      }),
    },
  },
});

export const PlanPages = z.object({
  piece: z.string(),
  /** « Règlement du plan « PPRI de la Seine » » */
  titre: z.string(),
  sha256: z.string(),
  /** Pages of the whole file. */
  pages: z.int(),
  /** Pages taken unless the owner chooses; empty when none can be proposed. */
  proposees: z.array(z.int()),
  raison: z
    .enum(['toutes', 'coordonnees', 'zone', 'aucune'])
    .describe('« zone » : les pages dont le texte cite la zone, à confirmer en lisant l’original.'),
  /** « B1 » */
  zones: z.array(z.string()),
});
export type PlanPages = z.infer<typeof PlanPages>;

/**
 * Maps and règlements of the plans that may concern the parcel, the pages that the document would take from them, and
 * the works that their zones require; the decrees of the commune.
 */
export const listPlanPages = route({
  method: 'GET',
  url: '/api/v2/cadastre/pieces-plans/:code_parcelle/',
  config: { access: 'required', throttle: 'preview' },
  schema: {
    tags: ['Cadastre'],
    summary: 'Cartes et règlements des plans d’une parcelle, et leurs pages à joindre',
    params: z.object({ code_parcelle: ParcelCode }),
    querystring: z.object({
      longitude: Degrees,
      latitude: Degrees,
      parcelles: ParcelCodesInQuery.optional(),
    }),
    response: {
      200: z.object({
        pieces: z.array(PlanPages),
        travaux: z
          .array(z.string())
          .optional()
          .describe('Une phrase par plan dont le zonage publié prescrit des travaux sur cette parcelle.'),
        plans: z
          .array(PlanToAnswer)
          .optional()
          .describe(
            'Les plans dont le règlement peut prescrire des travaux ; absent quand une source n’a pas répondu.',
          ),
        arretes: z
          .array(z.object({ code: z.string(), libelle: z.string() }))
          .optional()
          .describe('Les arrêtés de catastrophe naturelle de la commune, à désigner ; absent sans réponse.'),
      }),
    },
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
    params: z.object({ id: RowId }),
    response: {
      200: StatementListItem.extend({
        message: z.string(),
        /** Sentences that say what changed since the former edition; « Rien n’a changé … » when nothing did. */
        changements: z.array(z.string()),
      }),
    },
  },
});
