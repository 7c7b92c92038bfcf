import { z } from 'zod';
import { AnswersV3 } from './api-v3.questions.ts';
import { StatementRequest } from './api-v3.ts';
import { BODY_LIMIT, route } from './common/route.ts';
import { shownText } from './common/text.ts';
import {
  A_FILE,
  Batch,
  BatchRow,
  BEFORE_DURING_AFTER,
  CSV_FILE,
  FIELDS,
  INPUT,
  MOST_ROWS,
  Name,
  OfBatch as params,
  OfRow,
  READS,
  ReadFile,
  Repeated,
  ROW_STATES,
  StartsAlone,
} from './common/v3-batches.ts';
import { Mode, page, PageQuery, V3 } from './common/v3.ts';

export * from './batches.files.ts';
export * from './common/v3-batches.ts';

const tags = ['Batches'];
const ADDRESS = '4 Rue des Lilas 95190 Goussainville';
const WRITES = { ...READS, throttle: 'batch' } as const;

/** A statement to issue, with the answers that its document is to print. */
export const RowRequest = StatementRequest.safeExtend({
  answers: AnswersV3.optional().describe(
    'To the questions that the document will leave open, as in `POST /statements/{statement_id}/answers`: it prints them at once. `yes`, `no`, `unknown` and `not_applicable` are those answers, whatever the question. Those that it does not ask or cannot print are named in `problem` of the issued row; the others are printed.',
  ),
});
export type RowRequest = z.output<typeof RowRequest>;

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
    description: `Up to ${MOST_ROWS} properties, checked, then issued behind the users of the site. A row that is not valid is refused, not the request, unless they have more than 500 faults: pointers then start from the request, \`/rows/0/address\` for row 1. Credits are reserved at the start, and given back for rows that fail or are cancelled.`,
    body: z
      .strictObject({
        name: Name,
        start: StartsAlone,
        repeated: Repeated,
        rows: z.array(RowRequest).min(1).max(MOST_ROWS),
      })
      .meta({ examples: [{ name: 'Mandats', start: 'manual', rows: [{ transaction: 'sale', address: ADDRESS }] }] }),
    response: { 201: Batch },
  },
});

export const readBatchColumns = route({
  method: 'POST',
  url: `${V3}/batches/columns`,
  config: { ...WRITES, consumes: CSV_FILE, withoutEffect: true },
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
    description: `The first line names the columns: ${FIELDS}, or their French names. Number, suffix (\`bis\`) and kind of way may stand apart. ${A_FILE} Several parcels stand in one cell: \`AA 143, AA 144\`, of the commune of the row. Each line under the titles is a row, named by its line: the first one is usually row 2. A line that cannot be read is a refused row.`,
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

const ONE_ROW = { ...READS, throttle: 'api' } as const;

export const chooseForRow = route({
  method: 'POST',
  url: `${V3}/batches/:batch_id/rows/:row/choice`,
  config: ONE_ROW,
  bodyLimit: BODY_LIMIT.choice,
  schema: {
    tags,
    summary: 'Choose the place of a doubtful row',
    description: BEFORE_DURING_AFTER,
    params: OfRow,
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
    params: OfRow,
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
    params: OfRow,
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
    params: OfRow,
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
