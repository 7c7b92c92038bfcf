import { z } from 'zod';
import { canonicalParcelCode } from './parcel-codes.ts';
import { KEY_MODES } from './route.ts';
import { text } from './text.ts';

export * from './v3-ids.ts';

/** Shapes of API v3: English names in snake_case, ISO dates, opaque ids and cursors. */
export const V3 = '/api/v3';

export const ParcelKey = z
  .string()
  .overwrite(canonicalParcelCode)
  .regex(/^\w{3}-\w{2}-\w{4}@\w{5}$/)
  .describe('prefix-section-number@commune: prefix 000 unless the commune absorbed another, commune by its INSEE code.')
  .meta({ examples: ['000-AB-0001@95280'] });

/** In every resource and list: that of the key. */
export const Mode = z.enum(KEY_MODES).describe('`test`: simulated, without value or credit.');

const MOST_LABELS = 20;
const Labels = z
  .record(
    z
      .string()
      .regex(
        /^(?!(?:__proto__|constructor|prototype)$)[\w.-]{1,40}$/,
        'Une clé a 1 à 40 lettres sans accent, chiffres, « _ », « . » ou « - ».',
      ),
    text().max(500),
  )
  .refine((labels) => Object.keys(labels).length <= MOST_LABELS, {
    message: `Au plus ${MOST_LABELS} clés.`,
    params: { title: `At most ${MOST_LABELS} keys.` },
  });

/** The program's own labels. */
export const Metadata = Labels.describe(`Up to ${MOST_LABELS} keys of your own: returned, never printed.`).meta({
  examples: [{ file: 'A-12' }],
});
const LabelsAsked = Labels.meta({ examples: [{ file: 'A-12' }] });

export const PageQuery = z.object({
  limit: z.coerce.number().int().min(1).max(100).default(20),
  cursor: z.string().max(100).optional().describe('`next_cursor` of the former page.'),
});

/** An instant, or the first one of a day in Paris. */
const Moment = z.union([z.iso.datetime({ offset: true }), z.iso.date()]);

export const STATEMENT_STATUSES = ['processing', 'issued', 'failed'] as const;

export const StatementFilters = z.object({
  status: z.enum(STATEMENT_STATUSES).optional(),
  reference: z
    .string()
    .regex(/^[A-Z0-9-]{1,40}$/i)
    .optional()
    .describe('As printed. Your own references are metadata: `metadata[reference]=…`.')
    .meta({ examples: ['ERP-2026-000123'] }),
  parcel: ParcelKey.optional().describe(
    'Those of which it is one of the parcels: prefix-section-number@commune, or INSEE code, section and number.',
  ),
  commune: z
    .string()
    .regex(/^\d[\dAB]\d{3}$/)
    .optional()
    .describe('INSEE code (not a name or a postcode): that of the first parcel.')
    .meta({ examples: ['95280'] }),
  created_after: Moment.optional()
    .describe('From that instant on; a date begins at midnight in Paris.')
    .meta({ examples: ['2026-11-01'] }),
  created_before: Moment.optional()
    .describe('Before that instant.')
    .meta({ examples: ['2026-12-01T00:00:00Z'] }),
  valid_until_before: z.iso
    .date()
    .optional()
    .describe('Issued ones whose current document is valid until a day before that one.')
    .meta({ examples: ['2027-01-01'] }),
  metadata: z
    .union([
      LabelsAsked,
      z
        .string()
        .regex(/^[\w.-]{1,40}:.{0,500}$/su, 'Écrivez « metadata[clé]=valeur ».')
        .describe('Former writing: key:value.'),
    ])
    .optional()
    .describe('metadata[key]=value: those that have each of these labels.'),
});

export const StatementsQuery = PageQuery.extend(StatementFilters.shape);

/** A page of a list, newest first. */
export const page = <T extends z.ZodType>(item: T) =>
  z.object({ data: z.array(item), has_more: z.boolean(), next_cursor: z.string().nullable() });

/** Settings of a call that reads one statement, and of one that makes a document. */
export const OF_ONE = { access: 'required', scope: 'read', sandbox: true, throttle: 'api' } as const;
export const ISSUES = {
  access: 'required',
  scope: 'issue',
  sandbox: true,
  throttle: 'api-issue',
  priority: 'paid',
  hasOwnQueue: true,
} as const;
