import { z } from 'zod';
import { canonicalParcelCode } from './parcel-codes.ts';
import { RowId } from './ids.ts';
import { KEY_MODES } from './route.ts';
import { text } from './text.ts';

/** Shapes of API v3: English names in snake_case, ISO dates, opaque ids and cursors. */
export const V3 = '/api/v3';

/** `stm_123` */
export const StatementKey = z
  .string()
  .regex(/^stm_\d{1,15}$/)
  .meta({ examples: ['stm_123'] });

/** `bat_12` */
export const BatchKey = z
  .string()
  .regex(/^bat_\d{1,15}$/)
  .meta({ examples: ['bat_12'] });

export const ParcelKey = z
  .string()
  .overwrite(canonicalParcelCode)
  .regex(/^\w{3}-\w{2}-\w{4}@\w{5}$/)
  .describe('prefix-section-number@commune: prefix 000 unless the commune absorbed another, commune by its INSEE code.')
  .meta({ examples: ['000-AB-0001@95280'] });

/** In every resource and list: that of the key. */
export const Mode = z.enum(KEY_MODES).describe('`test`: simulated, without value or credit.');

const MOST_LABELS = 20;

/** The program's own labels. */
export const Metadata = z
  .record(
    z.string().regex(/^[\w.-]{1,40}$/, 'Une clé a 1 à 40 lettres sans accent, chiffres, « _ », « . » ou « - ».'),
    text().max(500),
  )
  .refine((labels) => Object.keys(labels).length <= MOST_LABELS, {
    message: `Au plus ${MOST_LABELS} clés.`,
    params: { title: `At most ${MOST_LABELS} keys.` },
  })
  .describe(`Up to ${MOST_LABELS} keys of your own: returned, never printed.`)
  .meta({ examples: [{ file: 'A-12' }] });

export const PageQuery = z.object({
  limit: z.coerce.number().int().min(1).max(100).default(20),
  cursor: z.string().max(100).optional().describe('`next_cursor` of the former page.'),
});

export const StatementsQuery = PageQuery.extend({
  metadata: z
    .string()
    .regex(/^[\w.-]{1,40}:.{0,500}$/su, 'Écrivez « clé:valeur ».')
    .optional()
    .describe('key:value: those that have this label.')
    .meta({ examples: ['file:A-12'] }),
});

/** A page of a list, newest first. */
export const page = <T extends z.ZodType>(item: T) =>
  z.object({ data: z.array(item), has_more: z.boolean(), next_cursor: z.string().nullable() });

export const statementKey = (id: number): string => `stm_${id}`;
export const batchKey = (id: number): string => `bat_${id}`;
export const rowOf = (key: string): number => Number(RowId.parse(key.replace(/^(?:stm|bat)_/, '')));

/** Of a call that reads one statement, and of one that makes a document. */
export const OF_ONE = { access: 'required', scope: 'read', sandbox: true, throttle: 'api' } as const;
export const ISSUES = {
  access: 'required',
  scope: 'issue',
  sandbox: true,
  throttle: 'api-issue',
  priority: 'paid',
  hasOwnQueue: true,
} as const;
