import { z } from 'zod';
import { params, Statement } from './api-v3.ts';
import { BODY_LIMIT, route } from './common/route.ts';
import { emailField, messageText, shownText } from './common/text.ts';
import { MESSAGE_MAX_LENGTH } from './handovers.ts';
import { HandoverKey, ISSUES, Mode, OF_ONE, StatementKey, V3 } from './common/v3.ts';

const tags = ['Statements'];

/** Free, once. Of a test statement: at once, dated as if its 180 days had passed. */
export const renewStatementV3 = route({
  method: 'POST',
  url: `${V3}/statements/:statement_id/renewals`,
  config: ISSUES,
  schema: {
    tags,
    summary: 'Renew a statement',
    description:
      'Free, once, from the day after `valid_until` until 365 days later: the same statement, with a new document. 202 while it is being prepared: `renewed_at` is set at its end. A test statement is renewed at once, dated as if that time had passed.',
    params,
    response: { 201: Statement, 202: Statement },
  },
});

/** Documents that a link hands over. */
const HANDED_FORMS = ['whole', 'short', 'both'] as const;
const FILE_FORMS = ['whole', 'short'] as const;

export const HandoverV3 = z
  .object({
    id: HandoverKey,
    mode: Mode,
    statement_id: StatementKey,
    reference: z.string().describe('Of the document handed over.'),
    label: z.string().describe('The recipient, in your words.'),
    form: z
      .enum(HANDED_FORMS)
      .describe('The whole document, its short version (page 1, the form and what is signed), or both.'),
    url: z.url().describe('Page for the recipient. That of a test opens nothing.'),
    status: z.enum(['open', 'expired', 'revoked']),
    created_at: z.iso.datetime(),
    valid_until: z.iso.date().describe('Last day: that of the document.'),
    revoked_at: z.iso.datetime().nullable(),
    email: z.string().nullable().describe('Mailed there by us; null for a link that you send.'),
    delivery: z
      .object({
        status: z.enum(['queued', 'sent', 'failed', 'unknown']),
        at: z.iso.datetime(),
        reference: z.string().describe('Of the document at that moment.'),
      })
      .nullable()
      .describe('What became of the mail. `failed`: the address refused it, or no server took it in two days.'),
    openings: z.array(z.iso.datetime()),
    receipts: z.array(
      z.object({
        name: z.string(),
        email: z.string(),
        acknowledged_at: z.iso.datetime(),
        downloaded_at: z.iso.datetime().nullable().describe('First download, of any of the files.'),
        files: z.array(
          z.object({ form: z.enum(FILE_FORMS), sha256: z.string(), downloaded_at: z.iso.datetime().nullable() }),
        ),
      }),
    ),
  })
  .meta({ id: 'Handover' });
export type HandoverV3 = z.infer<typeof HandoverV3>;
export type HandoverRequest = z.output<typeof createHandoverV3.schema.body>;

export const listHandoversV3 = route({
  method: 'GET',
  url: `${V3}/statements/:statement_id/handovers`,
  config: OF_ONE,
  schema: {
    tags,
    summary: 'List the handovers of a statement, newest first',
    params,
    response: { 200: z.object({ mode: Mode, data: z.array(HandoverV3) }) },
  },
});

export const createHandoverV3 = route({
  method: 'POST',
  url: `${V3}/statements/:statement_id/handovers`,
  config: { access: 'required', scope: 'issue', sandbox: true, throttle: 'api-issue' },
  bodyLimit: BODY_LIMIT.form,
  schema: {
    tags,
    summary: 'Hand over a statement',
    description:
      'A secret link to the current document, whole by default, whose recipient acknowledges it. Evidence has the hash of each file. `email`: we mail it there, once, in your name, with your message; 50 a day for an account, 3 to one address. An edition made before short versions existed has no such link: `not_found`.',
    params,
    body: z
      .strictObject({
        label: shownText(100).default(''),
        form: z.enum(HANDED_FORMS).default('whole'),
        email: emailField().optional(),
        message: messageText(MESSAGE_MAX_LENGTH).default('').describe('Plain text, without a link.'),
      })
      .meta({ examples: [{ label: 'M. Martin', form: 'short', email: 'martin@example.fr' }] }),
    response: { 201: HandoverV3 },
  },
});

const ofHandover = params.extend({ handover_id: HandoverKey });

export const readHandoverV3 = route({
  method: 'GET',
  url: `${V3}/statements/:statement_id/handovers/:handover_id`,
  config: OF_ONE,
  schema: {
    tags,
    summary: 'Read a handover',
    params: ofHandover,
    response: { 200: HandoverV3 },
  },
});

export const revokeHandoverV3 = route({
  method: 'POST',
  url: `${V3}/statements/:statement_id/handovers/:handover_id/revoke`,
  config: { access: 'required', scope: 'issue', sandbox: true, throttle: 'api' },
  schema: {
    tags,
    summary: 'Revoke a handover',
    description: 'Its link opens nothing any more; openings and receipts stay. Revoked already: the same response.',
    params: ofHandover,
    response: { 200: HandoverV3 },
  },
});
