import { z } from 'zod';
import { params, Statement } from './api-v3.ts';
import { AnswerValue, MOST_ANSWERS, MOST_COMPLETIONS, QuestionId } from './common/questions.ts';
import { BODY_LIMIT, route } from './common/route.ts';
import { emailField, shownText } from './common/text.ts';
import { ISSUES, Mode, OF_ONE, RequestKey, StatementKey, V3 } from './common/v3.ts';

const tags = ['Statements'];

const Value = AnswerValue.describe(
  'yes_no: `yes`, `no` or `unknown`; choice: a key; date: ISO; text; number; decrees: their codes, `[]` for none; `not_applicable` where allowed; null takes the answer back.',
);

/** Each question once. */
export const AnswersV3 = z
  .array(z.strictObject({ question: QuestionId, value: Value }))
  .min(1)
  .max(MOST_ANSWERS)
  .refine((given) => new Set(given.map((one) => one.question)).size === given.length, {
    message: 'Une question a deux réponses\u00A0: gardez-en une.',
    params: { title: 'A question has two answers.' },
  });
export type AnswersV3 = z.output<typeof AnswersV3>;

export const QuestionV3 = z
  .object({
    key: QuestionId.describe('Names it in answers: the same in later documents.'),
    block: z.string().nullable().describe('Letter of the printed form.'),
    block_title: z.string(),
    subject: z.string().nullable().describe('The plan, the aerodrome or the document that it is about.'),
    text: z.string().describe('In French, as a person reads it.'),
    help: z.string(),
    law: z.string(),
    kind: z.enum(['yes_no', 'choice', 'date', 'number', 'text', 'decrees']),
    choices: z.array(z.object({ key: z.string(), label: z.string() })).optional(),
    decrees: z
      .array(
        z.object({
          code: z.string(),
          hazard: z.string(),
          start: z.string().nullable(),
          end: z.string().nullable(),
          decree: z.string().nullable(),
        }),
      )
      .optional(),
    several: z.boolean().optional().describe('A choice of several: a list of keys.'),
    max_length: z.int().optional(),
    not_applicable: z.boolean().describe('`not_applicable` is an answer too.'),
    answered_by: z.enum(['owner', 'agent', 'either']),
    only_if: z
      .object({ question: QuestionId, value: z.string() })
      .nullable()
      .describe('Asked only then; `*`: any answer but `no`, `not_applicable` and `[]`.'),
    status: z.enum(['open', 'answered', 'to_confirm']),
    answer: z
      .object({
        value: AnswerValue,
        declared_by: z.string(),
        declared_at: z.iso.datetime(),
        answer_request_id: RequestKey.nullable(),
        printed: z.boolean().describe('The current document has it.'),
      })
      .nullable(),
    contradiction: z.string().nullable().describe('What a public source says otherwise; printed beside the answer.'),
  })
  .meta({ id: 'Question' });

export const listQuestionsV3 = route({
  method: 'GET',
  url: `${V3}/statements/:statement_id/questions`,
  config: OF_ONE,
  schema: {
    tags,
    summary: 'List the questions that a statement leaves open',
    description:
      'Those of its printed form that no public source answers, and those that were answered since its issue.',
    params,
    response: {
      200: z.object({ mode: Mode, open: z.int(), completions_left: z.int(), data: z.array(QuestionV3) }),
    },
  },
});

export const answerQuestionsV3 = route({
  method: 'POST',
  url: `${V3}/statements/:statement_id/answers`,
  config: ISSUES,
  bodyLimit: BODY_LIMIT.statement,
  schema: {
    tags,
    summary: 'Answer questions of a statement',
    description: `All of the answers are kept, or none. \`complete\`: then a document is printed with them, free, ${MOST_COMPLETIONS} at most: same facts, same dates, its reference ends with -C1; handovers follow it, and the former stays verifiable.`,
    params,
    body: z
      .strictObject({
        answers: AnswersV3,
        complete: z.boolean().default(true),
      })
      .meta({ examples: [{ answers: [{ question: 'E.installation-classee', value: 'no' }], complete: true }] }),
    response: { 200: Statement },
  },
});

export const AnswerRequestV3 = z
  .object({
    id: RequestKey,
    mode: Mode,
    statement_id: StatementKey,
    label: z.string(),
    email: z.string().nullable(),
    url: z.url().describe('Page for who answers. That of a test opens nothing.'),
    status: z
      .enum(['open', 'proposed', 'certified', 'accepted', 'refused', 'expired', 'revoked'])
      .describe('proposed: by an assistant; a person accepts or refuses it at `url`.'),
    questions: z.array(QuestionId),
    created_at: z.iso.datetime(),
    valid_until: z.iso.date(),
    respondent: z
      .object({ name: z.string(), email: z.string(), certified_at: z.iso.datetime() })
      .nullable()
      .describe('Who certified the answers.'),
    answers: z.array(z.object({ question: QuestionId, value: AnswerValue })),
  })
  .meta({ id: 'AnswerRequest' });
export type AnswerRequestV3 = z.infer<typeof AnswerRequestV3>;

export const createAnswerRequestV3 = route({
  method: 'POST',
  url: `${V3}/statements/:statement_id/answer_requests`,
  config: { access: 'required', scope: 'issue', sandbox: true, throttle: 'api-issue' },
  bodyLimit: BODY_LIMIT.form,
  schema: {
    tags,
    summary: 'Ask the person who knows',
    description:
      'A secret link to a page without account, for 30 days. Who opens it answers, gives a name and certifies; a person then accepts the answers, in the account.',
    params,
    body: z
      .strictObject({
        label: shownText(100).default(''),
        email: emailField().optional().describe('Mailed there, and reminded once.'),
        questions: z.array(QuestionId).min(1).max(MOST_ANSWERS).optional().describe('Every open one by default.'),
      })
      .meta({ examples: [{ label: 'Mme Durand', email: 'durand@example.fr' }] }),
    response: { 201: AnswerRequestV3 },
  },
});

export const listAnswerRequestsV3 = route({
  method: 'GET',
  url: `${V3}/statements/:statement_id/answer_requests`,
  config: OF_ONE,
  schema: {
    tags,
    summary: 'List the answer requests of a statement, newest first',
    params,
    response: { 200: z.object({ mode: Mode, data: z.array(AnswerRequestV3) }) },
  },
});
