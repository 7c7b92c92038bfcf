import { z } from 'zod';
import { StatementRequest } from './api-v3.ts';
import { BODY_LIMIT, route } from './common/route.ts';
import { printedText, shownText } from './common/text.ts';
import { BatchKey, Mode, page, PageQuery, ParcelKey, StatementKey, V3 } from './common/v3.ts';

/** Of one batch. */
export const MOST_ROWS = 10_000;
/** Bytes of a file; ten thousand lines have half of it. */
export const MOST_FILE_BYTES = 5 * 1024 * 1024;

export const BATCH_STATUSES = ['checking', 'ready', 'running', 'finished', 'cancelled'] as const;
export const ROW_STATES = ['waiting', 'ready', 'doubtful', 'refused', 'issued', 'failed', 'cancelled'] as const;

export const CSV_FILE = {
  type: 'text/csv',
  example: 'address,transaction,owner\n4 Rue des Lilas 95190 Goussainville,sale,Mme Durand\n',
} as const;

/** What a column of a file may hold. */
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
  distance_metres: z.number().nullable().describe('From the point of the row.'),
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

/** What a row asks for, as its owner writes and edits it; empty where nothing is said. */
const INPUT = {
  address: printedText(300),
  parcels: printedText(1_000),
  commune: printedText(100),
  transaction: z.enum(['sale', 'lease', '']),
  owner: printedText(300),
  recipient: printedText(300),
  reference: shownText(100).describe('Yours: never printed.'),
  owner_email: shownText(254).describe('Never printed.'),
};

export const BatchRow = z
  .object({
    row: z.int().describe('Line of the file, or rank in the request, from 1.'),
    status: z.enum(ROW_STATES),
    given: z.string().describe('The address, parcels or point, as given.'),
    // What is stored was checked when it came.
    input: z.object({
      address: z.string(),
      parcels: z.string(),
      commune: z.string(),
      transaction: z.enum(['sale', 'lease', '']),
      owner: z.string(),
      recipient: z.string(),
      reference: z.string(),
      owner_email: z.string(),
    }),
    address: z.string().nullable().describe('As found by the check.'),
    parcels: z.array(ParcelKey),
    area_square_metres: z.int().nullable().describe('Fiscal area of the parcels; null while it is unknown.'),
    distance_metres: z.number().nullable().describe('From the address to the parcels, when both are given.'),
    statement_id: StatementKey.nullable(),
    reference: z.string().nullable(),
    valid_until: z.iso.date().nullable(),
    problem: RowProblem.describe('Why it is not issued.'),
    waiting: Waiting.describe('For a source that gave no answer.'),
  })
  .meta({ id: 'BatchRow' });
export type BatchRow = z.infer<typeof BatchRow>;
export type RowInput = BatchRow['input'];

const tags = ['Batches'];
const ADDRESS = '4 Rue des Lilas 95190 Goussainville';
const READS = { access: 'required', scope: 'batch', sessions: true, sandbox: true, throttle: 'api' } as const;
const WRITES = { ...READS, throttle: 'batch' } as const;
const params = z.object({ batch_id: BatchKey });

const StartsAlone = z
  .enum(['automatic', 'manual'])
  .default('automatic')
  .describe('manual: checks only, until POST /batches/{id}/start.');
const Name = shownText(100).default('');
const Repeated = z
  .enum(['issue', 'leave_out'])
  .default('issue')
  .describe(
    'leave_out: a row whose document is issued already and still valid, or is asked for by an earlier row (same parcels, transaction, names and reference), is cancelled, with its reason; POST …/take_back issues it all the same.',
  );

export const createBatch = route({
  method: 'POST',
  url: `${V3}/batches`,
  config: WRITES,
  bodyLimit: BODY_LIMIT.batch,
  schema: {
    tags,
    summary: 'Issue many statements',
    description: `Up to ${MOST_ROWS} properties, checked, then issued behind the users of the site. Credits are reserved at the start, and given back for rows that fail or are cancelled.`,
    body: z
      .strictObject({
        name: Name,
        start: StartsAlone,
        repeated: Repeated,
        rows: z.array(StatementRequest).min(1).max(MOST_ROWS),
      })
      .meta({ examples: [{ name: 'Mandats', start: 'manual', rows: [{ transaction: 'sale', address: ADDRESS }] }] }),
    response: { 201: Batch },
  },
});

const FIELDS =
  'number, suffix, way type, address, postcode, city, parcels, longitude, latitude, transaction, owner, recipient, reference (yours), owner email';
const A_FILE = `« CSV UTF-8 » is advised; UTF-16, Windows-1252, Latin-9 and MacRoman are read when no other reading is as plausible, and refused otherwise. Commas, semicolons or tabs; ${MOST_FILE_BYTES / 1024 / 1024} MB at most.`;

export const readBatchColumns = route({
  method: 'POST',
  url: `${V3}/batches/columns`,
  config: { ...WRITES, consumes: CSV_FILE },
  schema: {
    tags,
    summary: 'Read the columns of a CSV file',
    description: `Nothing is stored. ${A_FILE}`,
    response: { 200: ReadFile },
  },
});

export const createBatchFromCsv = route({
  method: 'POST',
  url: `${V3}/batches/csv`,
  config: { ...WRITES, consumes: CSV_FILE },
  schema: {
    tags,
    summary: 'Issue many statements from a CSV file',
    description: `The first line names the columns: ${FIELDS}, or their French names. Number, suffix (« bis ») and kind of way may stand apart. ${A_FILE} Several parcels stand in one cell: « AA 143, AA 144 », of the commune of the row. A line that cannot be read is a refused row.`,
    querystring: z.object({
      name: Name,
      start: StartsAlone,
      repeated: Repeated,
      transaction: z.enum(['sale', 'lease']).optional().describe('Of the lines that say none.'),
      columns: z
        .string()
        .max(2_000)
        .optional()
        .describe(
          'The field of each column in order, separated by commas; empty for a column that is ignored. By default, as its title says.',
        )
        .meta({ examples: ['address,transaction,owner'] }),
    }),
    response: { 201: Batch },
  },
});

export const listBatches = route({
  method: 'GET',
  url: `${V3}/batches`,
  config: READS,
  schema: {
    tags,
    summary: 'List batches, newest first',
    querystring: PageQuery,
    response: { 200: page(Batch).extend({ mode: Mode }) },
  },
});

export const readBatch = route({
  method: 'GET',
  url: `${V3}/batches/:batch_id`,
  config: READS,
  schema: { tags, summary: 'Read a batch', params, response: { 200: Batch } },
});

export const listBatchRows = route({
  method: 'GET',
  url: `${V3}/batches/:batch_id/rows`,
  config: READS,
  schema: {
    tags,
    summary: 'List the rows of a batch, first line first',
    params,
    querystring: PageQuery.extend({ status: z.enum(ROW_STATES).optional() }),
    response: { 200: page(BatchRow).extend({ mode: Mode }) },
  },
});

export const followBatch = route({
  method: 'GET',
  url: `${V3}/batches/:batch_id/progress`,
  config: { ...READS, produces: 'text/event-stream' },
  schema: {
    tags,
    summary: 'Follow a batch',
    description: 'Server-sent events: the batch at each change, until its work ends.',
    params,
    response: { 200: z.unknown() },
  },
});

const ofRow = params.extend({
  row: z.coerce
    .number()
    .int()
    .min(1)
    .max(2_000_000)
    .meta({ examples: [1] }),
});
const ONE_ROW = { ...READS, throttle: 'api' } as const;
const BEFORE_DURING_AFTER =
  'Before, during and after the run: the row is checked again; it joins a run, whose credits it takes part in, or makes the next one.';

export const chooseForRow = route({
  method: 'POST',
  url: `${V3}/batches/:batch_id/rows/:row/choice`,
  config: ONE_ROW,
  bodyLimit: BODY_LIMIT.choice,
  schema: {
    tags,
    summary: 'Choose the place of a doubtful row',
    description: BEFORE_DURING_AFTER,
    params: ofRow,
    body: z
      .strictObject({ candidate: shownText(1_000).min(1).describe('One of its candidates.') })
      .meta({ examples: [{ candidate: ADDRESS }] }),
    response: { 200: BatchRow },
  },
});

export const editRow = route({
  method: 'PATCH',
  url: `${V3}/batches/:batch_id/rows/:row`,
  config: ONE_ROW,
  bodyLimit: BODY_LIMIT.form,
  schema: {
    tags,
    summary: 'Edit a row that is not issued',
    description: `What is absent stays, and '' removes. ${BEFORE_DURING_AFTER}`,
    params: ofRow,
    body: z
      .strictObject(INPUT)
      .partial()
      .meta({ examples: [{ address: ADDRESS }] }),
    response: { 200: BatchRow },
  },
});

export const leaveOutRow = route({
  method: 'POST',
  url: `${V3}/batches/:batch_id/rows/:row/leave_out`,
  config: ONE_ROW,
  schema: {
    tags,
    summary: 'Leave a row out, or give up one that waits',
    description: 'Its reserved credit is given back. Left out already: the same response.',
    params: ofRow,
    response: { 200: BatchRow },
  },
});

export const takeBackRow = route({
  method: 'POST',
  url: `${V3}/batches/:batch_id/rows/:row/take_back`,
  config: ONE_ROW,
  schema: {
    tags,
    summary: 'Take back a row that was left out, repeated or not',
    description: BEFORE_DURING_AFTER,
    params: ofRow,
    response: { 200: BatchRow },
  },
});

export const startBatch = route({
  method: 'POST',
  url: `${V3}/batches/:batch_id/start`,
  config: WRITES,
  schema: {
    tags,
    summary: 'Start a batch, and reserve its credits',
    description: 'Started already: the same response.',
    params,
    response: { 200: Batch },
  },
});

export const cancelBatch = route({
  method: 'POST',
  url: `${V3}/batches/:batch_id/cancel`,
  config: WRITES,
  schema: {
    tags,
    summary: 'Cancel a batch, and give its reserved credits back',
    description: 'Statements issued so far remain.',
    params,
    response: { 200: Batch },
  },
});

const FILES = { ...READS, throttle: 'export' } as const;
/** Without it, that of the header `Accept-Language`, else French. */
const querystring = z.object({ language: z.enum(['fr', 'en']).optional().describe('Of the titles.') });

export const readBatchTable = route({
  method: 'GET',
  url: `${V3}/batches/:batch_id/results.csv`,
  config: { ...FILES, produces: 'text/csv' },
  schema: {
    tags,
    summary: 'Download the results as CSV',
    description: 'Titles in the language asked for, by `language` or the header Accept-Language; dates in ISO 8601.',
    params,
    querystring,
    response: { 200: z.unknown() },
  },
});

export const readUnissuedRows = route({
  method: 'GET',
  url: `${V3}/batches/:batch_id/to_correct.csv`,
  config: { ...FILES, produces: 'text/csv' },
  schema: {
    tags,
    summary: 'Download the rows that are not issued, with the reason, ready to be corrected and sent again',
    params,
    querystring,
    response: { 200: z.unknown() },
  },
});

export const readBatchMap = route({
  method: 'GET',
  url: `${V3}/batches/:batch_id/results.geojson`,
  config: { ...FILES, produces: 'application/geo+json' },
  schema: {
    tags,
    summary: 'Download the issued statements as points',
    params,
    response: { 200: z.unknown() },
  },
});

export const readBatchDocuments = route({
  method: 'GET',
  url: `${V3}/batches/:batch_id/documents.zip`,
  config: { ...FILES, produces: 'application/zip' },
  schema: { tags, summary: 'Download the PDFs, with the CSV', params, response: { 200: z.unknown() } },
});
