import { z } from 'zod';
import { params } from './api-v3.ts';
import { PLANNED_FIELDS } from './common/property-columns.ts';
import { BODY_LIMIT, route } from './common/route.ts';
import { CheckKey, Mode, OF_ONE, page, PageQuery, StatementKey, V3 } from './common/v3.ts';

const tags = ['Statements'];
const Day = z.iso.date().nullable();

const Dates = z
  .object({
    mode: Mode,
    statement_id: StatementKey,
    preliminary_contract: Day.describe('Planned day of the promesse de vente.'),
    deed: Day.describe('Planned day of the acte de vente.'),
    lease: Day.describe('Planned day of the lease.'),
    signed_on: Day.describe('Signed: the statement is no longer checked.'),
    renew_then: z.boolean().describe('Renewed on the first day on which it is possible.'),
    warnings: z
      .array(z.object({ date: z.enum(PLANNED_FIELDS), detail: z.string(), renewable_on: Day }))
      .describe('Planned after the expiry, or after the year of checks. `detail` is in French.'),
    next_checks: z.array(z.object({ at: z.iso.datetime(), date: z.enum(PLANNED_FIELDS), days_before: z.int() })),
    checked_until: z.iso.date().describe('Last day of the checks included in the credit.'),
  })
  .meta({ id: 'StatementDates' });
export type DatesV3 = z.infer<typeof Dates>;

const Change = z
  .strictObject({
    preliminary_contract: Day.optional(),
    deed: Day.optional(),
    lease: Day.optional(),
    signed_on: Day.optional(),
    renew_then: z.boolean().optional(),
  })
  .meta({ examples: [{ deed: '2027-03-12' }] });
export type DatesChangeV3 = z.infer<typeof Change>;

export const updateStatementV3 = route({
  method: 'PATCH',
  url: `${V3}/statements/:statement_id`,
  config: { access: 'required', scope: 'issue', sandbox: true, throttle: 'api-issue' },
  bodyLimit: BODY_LIMIT.choice,
  schema: {
    tags,
    summary: 'Say when a statement will be signed, or was',
    description:
      'What is absent stays, null removes. The statement is checked 15 days and 2 days before each day, and on its morning at 06:00 in Paris.',
    params,
    body: Change,
    response: { 200: Dates },
  },
});

export const CheckV3 = z
  .object({
    id: CheckKey,
    mode: Mode,
    statement_id: StatementKey,
    status: z
      .enum(['waiting', 'running', 'unchanged', 'changed', 'incomplete', 'dropped'])
      .describe('`incomplete`: some headings were not obtained, and nothing is said of the document.'),
    reason: z.enum(['date', 'release', 'owner', 'visitor', 'key']).describe('What asked for it.'),
    asked_at: z.iso.datetime(),
    checked_at: z.iso.datetime().nullable(),
    reference: z.string().describe('Of the document that it compared with the sources.'),
    attestation: z
      .object({ reference: z.string(), sha256: z.string(), url: z.url() })
      .nullable()
      .describe('Of `unchanged`: one page, PDF.'),
    new_reference: z.string().nullable().describe('Of `changed`: the document that replaces it.'),
    changes: z.array(z.string()).describe('In French.'),
    missing: z.array(z.object({ heading: z.string(), detail: z.string() })),
    next_attempt_at: z.iso.datetime().nullable(),
  })
  .meta({ id: 'Check' });
export type CheckV3 = z.infer<typeof CheckV3>;

export const createCheckV3 = route({
  method: 'POST',
  url: `${V3}/statements/:statement_id/checks`,
  config: { access: 'required', scope: 'issue', sandbox: true, throttle: 'api-issue' },
  schema: {
    tags,
    summary: 'Check a statement today',
    description:
      'Free for a year from the first issue. Asks every source again, behind people: read the list, or wait for statement.confirmed, statement.changed or statement.check_incomplete. The one under way is returned.',
    params,
    response: { 202: CheckV3 },
  },
});

export const listChecksV3 = route({
  method: 'GET',
  url: `${V3}/statements/:statement_id/checks`,
  config: OF_ONE,
  schema: {
    tags,
    summary: 'List the checks of a statement, newest first',
    params,
    response: { 200: z.object({ mode: Mode, data: z.array(CheckV3) }) },
  },
});

/** Statements of one request. */
export const MOST_CHECKED = 500;

const Portfolio = z
  .strictObject({
    statement_ids: z
      .array(StatementKey)
      .min(1)
      .max(MOST_CHECKED)
      .refine((ids) => new Set(ids).size === ids.length, {
        message: 'Un état des risques y est deux fois.',
        params: { title: 'A statement is there twice.' },
      }),
  })
  .meta({ examples: [{ statement_ids: ['stm_test_123'] }] });

const Answer = z
  .object({
    id: StatementKey,
    check: CheckV3.nullable(),
    problem: z
      .object({ code: z.enum(['not_found', 'conflict']), detail: z.string().describe('In French.') })
      .nullable()
      .describe('Why it is not checked. conflict: signed, expired, or after a year.'),
  })
  .meta({ id: 'CheckAnswer' });
export type CheckAnswerV3 = z.infer<typeof Answer>;

const ASKS = { access: 'required', scope: 'issue', sandbox: true, throttle: 'api-issue' } as const;
const BEHIND =
  'An answer for each, in order. A check that is under way, or that ended today, is the answer: the request may be repeated. They run behind people and behind planned checks, in turn between accounts: read GET /checks, or wait for the events.';

export const createChecksV3 = route({
  method: 'POST',
  url: `${V3}/checks`,
  config: ASKS,
  bodyLimit: BODY_LIMIT.form,
  schema: {
    tags,
    summary: 'Check many statements',
    description: BEHIND,
    body: Portfolio,
    response: { 202: z.object({ mode: Mode, data: z.array(Answer) }) },
  },
});

export const createPlannedChecksV3 = route({
  method: 'POST',
  url: `${V3}/checks/planned`,
  config: ASKS,
  bodyLimit: BODY_LIMIT.choice,
  schema: {
    tags,
    summary: 'Check the statements in validity that have a planned day',
    description: `${BEHIND} ${MOST_CHECKED} in a request: repeat with \`next_cursor\` until \`has_more\` is false.`,
    body: z.strictObject({ cursor: PageQuery.shape.cursor }).meta({ examples: [{}] }),
    response: { 202: page(Answer).extend({ mode: Mode }) },
  },
});

export const listAllChecksV3 = route({
  method: 'GET',
  url: `${V3}/checks`,
  config: OF_ONE,
  schema: {
    tags,
    summary: 'List the checks of every statement, newest first',
    querystring: PageQuery,
    response: { 200: page(CheckV3).extend({ mode: Mode }) },
  },
});
