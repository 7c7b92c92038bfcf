import { z } from 'zod';
import { TransactionType } from './common/declarations.ts';
import { StatementId, BODY_LIMIT, route } from './common/route.ts';

const tags = ['Veille'] as const;
const Day = z.iso.date().nullable();

const DEEDS = ['promesse', 'acte', 'bail'] as const;
export type Deed = (typeof DEEDS)[number];

/** When a statement must be exact, and what these dates ask of its owner. */
export const PlannedDates = z.object({
  /** Reference of the current edition. */
  reference: z.string(),
  adresse: z.string(),
  type: TransactionType,
  /** The owner said that it is signed, with a day or without. */
  conclu: z.boolean(),
  /** Planned; `bail` for a lease, the two others for a sale. */
  promesse: Day,
  acte: Day,
  bail: Day,
  /** « Signé le … »: the watch is closed. */
  signe_le: Day,
  /** Renew on the first day on which it is possible. */
  renouveler_ensuite: z.boolean(),
  /** A planned date after the expiry of the document, or after the year of checks. */
  avertissements: z.array(
    z.object({
      date: z.enum(DEEDS),
      phrase: z.string(),
      /** The first day of the free renewal: « renouveler ce jour-là » may be offered. */
      renouvelable_le: Day,
    }),
  ),
  /** The checks to come, the nearest first. */
  controles: z.array(z.object({ le: z.iso.datetime(), pour: z.enum(DEEDS), jours_avant: z.int() })),
  /** Last day of the checks included in the credit. */
  surveille_jusqu_au: z.iso.date(),
});
export type PlannedDates = z.infer<typeof PlannedDates>;

export const readDates = route({
  method: 'GET',
  url: '/api/v2/erp/:erp_id/signatures/',
  config: { access: 'required' },
  schema: { tags, summary: 'Dates de signature prévues', params: StatementId, response: { 200: PlannedDates } },
});

/**
 * An absent date stays as it is, null removes it. A refused date is a 400 under its name: past, in more than two years,
 * of the other kind of contract, an acte before its promesse. `signe_le` closes the watch and the reminders; null opens
 * them again.
 */
export const changeDates = route({
  method: 'PUT',
  url: '/api/v2/erp/:erp_id/signatures/',
  config: { access: 'required' },
  bodyLimit: BODY_LIMIT.choice,
  schema: {
    tags,
    summary: 'Dire quand la promesse, l’acte ou le bail est prévu, ou signé',
    params: StatementId,
    body: z.object({
      promesse: Day.optional(),
      acte: Day.optional(),
      bail: Day.optional(),
      signe_le: Day.optional(),
      renouveler_ensuite: z.boolean().optional(),
    }),
    response: { 200: PlannedDates },
  },
});
