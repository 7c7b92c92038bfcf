import { z } from 'zod';
import { DECLARED_FIELDS, DECLARED_NAMES, PLANNED_FIELDS, PLANNED_NAMES } from './property-columns.ts';
import { printedText, shownText } from './text.ts';
import { FieldFault } from './problems.ts';
import { BatchKey, Metadata, Mode, ParcelKey, StatementKey } from './v3.ts';

/** Rows of one batch. */
export const MOST_ROWS = 10_000;
/** Bytes of a file; ten thousand lines have half of it. */
export const MOST_FILE_BYTES = 5 * 1024 * 1024;

export const BATCH_STATUSES = ['checking', 'ready', 'running', 'finished', 'cancelled'] as const;
export const ROW_STATES = ['waiting', 'ready', 'doubtful', 'refused', 'issued', 'failed', 'cancelled'] as const;

export const CSV_FILE = {
  type: 'text/csv',
  example: 'address,transaction,owner\n4 Rue des Lilas 95190 Goussainville,sale,Mme Durand\n',
} as const;

/** Contents of a column of a file. */
export const COLUMN_FIELDS = [
  'number',
  'suffix',
  'way_type',
  'address',
  'postcode',
  'city',
  'parcels',
  'longitude',
  'latitude',
  'transaction',
  'owner',
  'recipient',
  'reference',
  'owner_email',
  ...DECLARED_FIELDS,
  ...PLANNED_FIELDS,
] as const;
export type ColumnField = (typeof COLUMN_FIELDS)[number];

/** The columns of a file, before anything is stored. */
export const ReadFile = z.object({
  columns: z.array(
    z.object({
      name: z.string(),
      examples: z.array(z.string()),
      field: z.enum(COLUMN_FIELDS).nullable().describe('What it probably holds.'),
    }),
  ),
  rows: z.int(),
});
export type ReadFile = z.infer<typeof ReadFile>;

const count = (text: string) => z.int().describe(text);

const Choice = z.object({
  candidate: z.string(),
  area_square_metres: z.int().nullable(),
  distance_metres: z.number().nullable().describe('From the nearest point in `asked`.'),
  longitude: z.number().nullable(),
  latitude: z.number().nullable(),
});

const RowProblem = z
  .object({
    code: z.string(),
    detail: z.string().describe('In French.'),
    candidates: z
      .array(z.string())
      .describe('Addresses or parcels to choose from; parcels that go together are separated by spaces.'),
    choices: z.array(Choice).optional().describe('What is known of the candidates.'),
    asked: z
      .array(z.object({ longitude: z.number(), latitude: z.number() }))
      .optional()
      .describe('The point of the row, or those of its address: distances are counted from there.'),
    errors: z
      .array(FieldFault)
      .optional()
      .describe(
        'Of a row of a request that is not valid, or of answers that its document does not print; pointers start from the row: `/address`.',
      ),
  })
  .nullable();
export type RowProblem = NonNullable<z.infer<typeof RowProblem>>;

const Waiting = z
  .object({
    since: z.iso.datetime(),
    next_try_at: z.iso.datetime(),
    attempts: z.int(),
  })
  .nullable();

export const Batch = z
  .object({
    id: BatchKey,
    mode: Mode,
    name: z.string(),
    status: z.enum(BATCH_STATUSES).describe('checking, then ready to be started, running, finished or cancelled.'),
    created_at: z.iso.datetime(),
    started_at: z.iso.datetime().nullable(),
    ended_at: z.iso.datetime().nullable(),
    rows: z.object({
      total: z.int(),
      waiting: count('Not checked yet.'),
      ready: count('Checked, not issued: one credit each.'),
      doubtful: count('Several places are possible: choose before, during or after the run.'),
      refused: count('Cannot be issued as they are: edit them.'),
      issued: z.int(),
      failed: count('Tried in vain; not debited.'),
      cancelled: count('Left out, given up, or of a cancelled batch; not debited.'),
    }),
    stalled: z
      .object({ rows: z.int(), detail: z.string(), since: z.iso.datetime(), next_try_at: z.iso.datetime() })
      .nullable()
      .describe('Rows that wait for a source which gives no answer.'),
    credits_reserved: count('Taken from what the account may spend, until each row ends.'),
    problem: RowProblem.describe('Why it did not start by itself.'),
  })
  .meta({ id: 'Batch' });
export type Batch = z.infer<typeof Batch>;

/** How rows are counted, in every place that names one. */
const ROW =
  'In a file, its line as a text editor counts it: titles are line 1, so the first row is usually 2, and blank lines count. In a request, its rank in `rows`, from 1. A pointer counts from 0 (RFC 6901): `/rows/0` is row 1.';

const Planned = printedText(100).describe('Planned day, `2027-03-12` or `12/03/2027`.');

/** Request of a row, as its owner writes and edits it; empty where nothing is said. */
export const INPUT = {
  address: printedText(300),
  parcels: printedText(1_000),
  commune: printedText(100),
  transaction: z.enum(['sale', 'lease', '']),
  owner: printedText(300),
  recipient: printedText(300),
  reference: shownText(100).describe('Yours: never printed.'),
  owner_email: shownText(254).describe('Never printed.'),
  preliminary_contract: Planned,
  deed: Planned,
  lease: Planned,
};

export const BatchRow = z
  .object({
    row: z.int().describe(ROW),
    status: z.enum(ROW_STATES),
    given: z.string().describe('The address, parcels or point, as given.'),
    // Stored values were checked when they came.
    input: z.object({
      address: z.string(),
      parcels: z.string(),
      commune: z.string(),
      transaction: z.enum(['sale', 'lease', '']),
      owner: z.string(),
      recipient: z.string(),
      reference: z.string(),
      owner_email: z.string(),
      preliminary_contract: z.string(),
      deed: z.string(),
      lease: z.string(),
    }),
    address: z.string().nullable().describe('As found by the check.'),
    parcels: z.array(ParcelKey),
    area_square_metres: z.int().nullable().describe('Fiscal area of the parcels; null while it is unknown.'),
    distance_metres: z.number().nullable().describe('From the address to the parcels; null without an address.'),
    statement_id: StatementKey.nullable(),
    reference: z.string().nullable(),
    valid_until: z.iso.date().nullable(),
    metadata: Metadata,
    problem: RowProblem.describe('Why it is not issued.'),
    waiting: Waiting.describe('For a source that gave no answer.'),
  })
  .meta({ id: 'BatchRow' });
export type BatchRow = z.infer<typeof BatchRow>;
export type RowInput = BatchRow['input'];

/** Settings of a batch: how it starts, its name, what becomes of repeated rows. */
export const StartsAlone = z
  .enum(['automatic', 'manual'])
  .default('automatic')
  .describe('manual: checks only, until POST /batches/{id}/start.');
export const Name = shownText(100).default('');
export const Repeated = z
  .enum(['issue', 'leave_out'])
  .default('issue')
  .describe(
    'leave_out: a row whose document is issued already and still valid, or is asked for by an earlier row (same parcels, transaction, names and reference), is cancelled, with its reason; POST …/take_back issues it all the same.',
  );

/** Titles of columns, in English. */
export const FIELDS =
  'number (`numéro`), suffix (`rep`), way type (`type de voie`), address, postcode, city, parcels, longitude, latitude, transaction, owner, recipient, reference (yours), owner email';
const DECLARATIONS = `The owner’s declarations have a column for each field: ${DECLARED_FIELDS.join(', ')}, or \`${Object.values(DECLARED_NAMES).join('`, `')}\`. Answers are yes or no (\`oui\`, \`non\`), or empty. Works by plan: \`25DDT20080012 = yes / no | 25DDT20080013 = no\` (prescribed / done). Decrees are separated by spaces.`;
const PLANNED = `Planned days: ${PLANNED_FIELDS.join(', ')}, or \`${Object.values(PLANNED_NAMES).join('`, `')}\`, as \`2027-03-12\` or, day first, \`12/03/2027\`; empty when they are not known.`;
export const A_FILE = `\`CSV UTF-8\` is advised; UTF-16, Windows-1252, Latin-9 and MacRoman are read when no other reading is as plausible, and refused otherwise. Commas, semicolons or tabs; ${MOST_FILE_BYTES / 1024 / 1024} MB at most. ${DECLARATIONS} ${PLANNED}`;

/** A batch in a path, and one of its rows. */
export const OfBatch = z.object({ batch_id: BatchKey });
export const OfRow = OfBatch.extend({
  row: z.coerce
    .number()
    .int()
    .min(1)
    .max(2_000_000)
    .describe(ROW)
    .meta({ examples: [1] }),
});
export const BEFORE_DURING_AFTER =
  'Before, during and after the run: the row is checked again; it joins a run, whose credits it takes part in, or makes the next one.';

/** Settings of every call about batches. */
export const READS = { access: 'required', scope: 'batch', session: true, sandbox: true, throttle: 'api' } as const;
