import { z } from 'zod';
import { StatementRequest } from './api-v3.ts';
import { DECLARED_FIELDS, DECLARED_NAMES } from './common/declared-columns.ts';
import { BODY_LIMIT, route } from './common/route.ts';
import { FieldFault } from './common/problems.ts';
import { shownText } from './common/text.ts';
import { BatchKey, Metadata, Mode, page, PageQuery, ParcelKey, StatementKey, V3 } from './common/v3.ts';

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

const count = (text: string) => z.int().describe(text);

const RowProblem = z
  .object({
    code: z.string(),
    detail: z.string().describe('In French.'),
    candidates: z.array(z.string()).describe('Addresses or parcels to choose from.'),
    errors: z
      .array(FieldFault)
      .optional()
      .describe('Of a row of a request that is not valid; pointers start from the row.'),
  })
  .nullable();
export type RowProblem = NonNullable<z.infer<typeof RowProblem>>;

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
      doubtful: count('Several places are possible: choose before the start, else they are left aside.'),
      refused: count('Cannot be issued.'),
      issued: z.int(),
      failed: count('Tried in vain; not debited.'),
      cancelled: z.int(),
    }),
    credits_reserved: count('Taken from what the account may spend, until each row ends.'),
    problem: RowProblem.describe('Why it did not start by itself.'),
  })
  .meta({ id: 'Batch' });
export type Batch = z.infer<typeof Batch>;

export const BatchRow = z
  .object({
    row: z.int().describe('Line of the file, or rank in the request, from 1; as in the address of the row.'),
    status: z.enum(ROW_STATES),
    given: z.string().describe('The address, parcels or point, as given.'),
    address: z.string().nullable().describe('As found by the check.'),
    parcels: z.array(ParcelKey),
    statement_id: StatementKey.nullable(),
    reference: z.string().nullable(),
    metadata: Metadata,
    problem: RowProblem,
  })
  .meta({ id: 'BatchRow' });
export type BatchRow = z.infer<typeof BatchRow>;

const tags = ['Batches'];
const ADDRESS = '4 Rue des Lilas 95190 Goussainville';
const READS = { access: 'required', scope: 'batch', sandbox: true, throttle: 'api' } as const;
const WRITES = { access: 'required', scope: 'batch', sandbox: true, throttle: 'batch' } as const;
const params = z.object({ batch_id: BatchKey });

const StartsAlone = z
  .enum(['automatic', 'manual'])
  .default('automatic')
  .describe('manual: checks only, until POST /batches/{id}/start.');
const Name = shownText(100).default('');

export const createBatch = route({
  method: 'POST',
  url: `${V3}/batches`,
  config: {
    ...WRITES,
    refusesItems: true,
    bounds: { items: MOST_ROWS, values: 40 * MOST_ROWS, text: 20_000 },
  },
  bodyLimit: BODY_LIMIT.batch,
  schema: {
    tags,
    summary: 'Issue many statements',
    description: `Up to ${MOST_ROWS} properties, checked, then issued behind the users of the site. A row that is not valid is refused, not the request, unless they have more than 500 faults. Credits are reserved at the start, and given back for rows that fail or are cancelled.`,
    body: z
      .strictObject({ name: Name, start: StartsAlone, rows: z.array(StatementRequest).min(1).max(MOST_ROWS) })
      .meta({ examples: [{ name: 'Mandats', start: 'manual', rows: [{ transaction: 'sale', address: ADDRESS }] }] }),
    response: { 201: Batch },
  },
});

const FIELDS =
  '`numéro`, `rep`, `type de voie`, `address`, `postcode`, `city`, `parcels`, `longitude`, `latitude`, `transaction`, `owner`, `recipient`';

const DECLARATIONS = `The owner’s declarations have a column for each field: ${DECLARED_FIELDS.join(', ')}, or \`${Object.values(DECLARED_NAMES).join('`, `')}\`. Answers are yes or no (\`oui\`, \`non\`), or empty. Works by plan: \`25DDT20080012 = yes / no | 25DDT20080013 = no\` (prescribed / done). Decrees are separated by spaces.`;

export const createBatchFromCsv = route({
  method: 'POST',
  url: `${V3}/batches/csv`,
  config: { ...WRITES, consumes: CSV_FILE },
  schema: {
    tags,
    summary: 'Issue many statements from a CSV file',
    description: `The first line names the columns: ${FIELDS}, or their French names. Number, suffix (\`bis\`) and kind of way may stand apart (\`numéro\`, \`rep\`, \`type de voie\`). \`CSV UTF-8\` is advised; UTF-16, Windows-1252, Latin-9 and MacRoman are read when no other reading is as plausible, and refused otherwise. Commas, semicolons or tabs; ${MOST_FILE_BYTES / 1024 / 1024} MB at most. Several parcels are separated by spaces. ${DECLARATIONS} A line that cannot be read is a refused row.`,
    querystring: z.object({
      name: Name,
      start: StartsAlone,
      transaction: z.enum(['sale', 'lease']).optional().describe('Of the lines that say none.'),
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

export const chooseForRow = route({
  method: 'POST',
  url: `${V3}/batches/:batch_id/rows/:row/choice`,
  config: { ...WRITES, throttle: 'api' },
  bodyLimit: BODY_LIMIT.choice,
  schema: {
    tags,
    summary: 'Choose the place of a doubtful row',
    params: params.extend({
      row: z.coerce
        .number()
        .int()
        .min(1)
        .max(2_000_000)
        .meta({ examples: [1] }),
    }),
    body: z
      .strictObject({ candidate: shownText(300).min(1).describe('One of its candidates.') })
      .meta({ examples: [{ candidate: ADDRESS }] }),
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

export const readBatchTable = route({
  method: 'GET',
  url: `${V3}/batches/:batch_id/results.csv`,
  config: { ...FILES, produces: 'text/csv' },
  schema: { tags, summary: 'Download the results as CSV', params, response: { 200: z.unknown() } },
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
