import { z } from 'zod';
import { BatchKey, EndpointKey, EventKey, HandoverKey, Metadata, Mode, RequestKey, StatementKey } from './v3.ts';

/** Promises to a webhook's receiver, which the server keeps. */

/** Minutes before each attempt after the first. */
export const RETRY_MINUTES = [1, 5, 30, 120, 300, 600, 840, 1_080, 1_344] as const;
export const GIVEN_UP_AFTER_MINUTES = RETRY_MINUTES.reduce<number>((sum, minutes) => sum + minutes, 0);

/** The resolution of the name included. */
export const ANSWER_WITHIN_SECONDS = 10;
/** Kept of an answer. */
export const ANSWER_BYTES = 2_000;
/** Events, and their deliveries. */
export const KEPT_DAYS = 30;

/** A balance is low at or below this. */
export const LOW_CREDITS = 2;
/** A document is told to expire so many days before its last day of validity. */
export const EXPIRING_DAYS = 30;

const Issued = z.object({
  statement_id: StatementKey,
  reference: z.string(),
  issued_at: z.iso.datetime(),
  valid_until: z.iso.date(),
  specimen: z.boolean(),
  metadata: Metadata,
});
const ISSUED = {
  statement_id: 'stm_123',
  reference: 'ERP-2026-000123',
  issued_at: '2026-11-23T09:14:07.000Z',
  valid_until: '2027-05-21',
  specimen: false,
  metadata: { file: 'A-12' },
};

const Checked = z.object({
  statement_id: StatementKey,
  reference: z.string(),
  checked_at: z.iso.datetime(),
  valid_until: z.iso.date(),
  metadata: Metadata,
});
const CHECKED = {
  statement_id: 'stm_123',
  reference: 'ERP-2026-000123',
  checked_at: '2027-03-12T05:00:04.000Z',
  valid_until: '2027-05-21',
  metadata: { file: 'A-12' },
};

/** `says`: when it is written. `example`: what the reference shows, and what a test delivery sends. */
const event = <D extends z.ZodObject>(says: string, data: D, example: z.input<D>) => ({ says, data, example });

/**
 * The data of each event: identifiers and dates, without a name or an address. Who receives it reads the rest with a
 * key.
 */
export const EVENTS = {
  'statement.issued': event('A statement is issued.', Issued, ISSUED),
  'statement.renewed': event('A statement is renewed: its second and last document.', Issued, {
    ...ISSUED,
    reference: 'ERP-2027-000123-R1',
    issued_at: '2027-05-24T08:02:51.000Z',
    valid_until: '2027-11-20',
  }),
  'statement.completed': event(
    'A document is printed again with answers: same facts, same dates.',
    Issued.extend({ completed_at: z.iso.datetime(), open_questions: z.int() }),
    {
      ...ISSUED,
      reference: 'ERP-2026-000123-C1',
      completed_at: '2026-11-25T17:20:00.000Z',
      open_questions: 0,
    },
  ),
  'statement.confirmed': event(
    'A check asked every source again and found no change: its attestation is a one-page PDF.',
    Checked.extend({ attestation: z.string(), attestation_sha256: z.string() }),
    { ...CHECKED, attestation: 'ERP-2026-000123-V1', attestation_sha256: '0f'.repeat(32) },
  ),
  'statement.changed': event(
    'A check found a change: an updated document replaces the former one, with its expiry.',
    Issued.extend({ replaces: z.string(), changes: z.int().describe('Sentences on its first page.') }),
    {
      ...ISSUED,
      reference: 'ERP-2026-000123-A1',
      issued_at: '2027-03-12T05:00:04.000Z',
      replaces: 'ERP-2026-000123',
      changes: 1,
    },
  ),
  'statement.check_incomplete': event(
    'A check did not obtain every heading: nothing is said of the document. Once for each check, whatever its tries.',
    Checked.extend({
      missing: z.array(z.string()).describe('Headings without an answer of that day.'),
      next_attempt_at: z.iso.datetime().nullable(),
    }),
    { ...CHECKED, missing: ['radon'], next_attempt_at: '2027-03-12T05:10:04.000Z' },
  ),
  'answers.received': event(
    'Who opened an answer request certifies answers: a person then accepts or refuses them.',
    z.object({
      statement_id: StatementKey,
      reference: z.string(),
      answer_request_id: RequestKey,
      certified_at: z.iso.datetime(),
      metadata: Metadata,
    }),
    {
      statement_id: 'stm_123',
      reference: 'ERP-2026-000123',
      answer_request_id: 'asr_3f0c8a529c1b4e578f642f1f0a6f7d11',
      certified_at: '2026-11-25T10:31:00.000Z',
      metadata: { file: 'A-12' },
    },
  ),
  'statement.failed': event(
    'A statement asked for by a key, or a row of a batch, could not be issued or renewed: nothing was debited. The same request with the same Idempotency-Key tries again; a row does not.',
    z.object({
      statement_id: StatementKey.nullable().describe('Null for a row that failed before it had one.'),
      batch_id: BatchKey.nullable().describe('Of a row.'),
      row: z.int().nullable().describe('Of that batch: line of its file, or rank in its request, from 1.'),
      during: z.enum(['issue', 'renewal']),
      code: z.string().describe('That of the problem.'),
    }),
    { statement_id: 'stm_123', batch_id: null, row: null, during: 'issue', code: 'facts_not_obtained' },
  ),
  'statement.expiring': event(
    `The document of a statement expires within ${EXPIRING_DAYS} days: once for each document.`,
    Issued.pick({ statement_id: true, reference: true, valid_until: true, metadata: true }),
    { statement_id: 'stm_123', reference: 'ERP-2026-000123', valid_until: '2027-05-21', metadata: { file: 'A-12' } },
  ),
  'handover.acknowledged': event(
    'A visitor confirms that they received a document by its link.',
    z.object({
      statement_id: StatementKey,
      reference: z.string(),
      handover_id: HandoverKey,
      acknowledged_at: z.iso.datetime(),
      metadata: Metadata,
    }),
    {
      statement_id: 'stm_123',
      reference: 'ERP-2026-000123',
      handover_id: 'hnd_3f0c8a529c1b4e578f642f1f0a6f7d11',
      acknowledged_at: '2026-11-24T10:31:00.000Z',
      metadata: { file: 'A-12' },
    },
  ),
  'credits.low': event(
    `The credits that are left, without those reserved by batches, fall to ${LOW_CREDITS} or below: once for each fall.`,
    z.object({ credits: z.int() }),
    { credits: LOW_CREDITS },
  ),
  'batch.choices_wanted': event(
    'Every row of a batch is checked, and some wait for a choice between several places: once for each batch.',
    z.object({ batch_id: BatchKey, doubtful: z.int().describe('Rows that wait for a choice.') }),
    { batch_id: 'bat_12', doubtful: 3 },
  ),
  'batch.finished': event(
    'A batch is finished or cancelled.',
    z.object({
      batch_id: BatchKey,
      status: z.enum(['finished', 'cancelled']),
      issued: z.int().describe('Statements.'),
    }),
    { batch_id: 'bat_12', status: 'finished', issued: 40 },
  ),
  'invoice.created': event(
    'An invoice or a credit note is made.',
    z.object({
      number: z.string(),
      kind: z.enum(['invoice', 'credit_note']),
      amount_cents: z.int().describe('With VAT; negative for a credit note.'),
      issued_at: z.iso.datetime(),
    }),
    { number: 'F-2026-000042', kind: 'invoice', amount_cents: 2_400, issued_at: '2026-11-23T09:14:07.000Z' },
  ),
  ping: event(
    'A test without data of its own, sent to the endpoint that it names.',
    z.object({ endpoint_id: EndpointKey }),
    { endpoint_id: 'whe_7d1f3f0c8a524c1b8e578f642f1f0a6f' },
  ),
} as const;

export type EventType = keyof typeof EVENTS;
export type EventData<T extends EventType> = z.input<(typeof EVENTS)[T]['data']>;
export const EVENT_TYPES = Object.keys(EVENTS) as [EventType, ...EventType[]];

/** Kinds that an endpoint may choose. */
export type ChosenEvent = Exclude<EventType, 'ping'>;
export const CHOSEN_EVENTS = EVENT_TYPES.filter((type) => type !== 'ping') as [ChosenEvent, ...ChosenEvent[]];

/** `statement.issued` → `StatementIssuedEvent` */
const nameOf = (type: EventType): string =>
  `${type
    .split(/[._]/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('')}Event`;

const schemaOf = <T extends EventType>(type: T) =>
  z
    .object({
      id: EventKey.describe('Also the webhook-id: the same at each attempt.'),
      type: z.literal(type),
      mode: Mode,
      sample: z.boolean().describe('true: an example that POST …/tests asked for; nothing of it exists.'),
      timestamp: z.iso.datetime().describe('When it happened.'),
      data: EVENTS[type].data,
    })
    .describe(EVENTS[type].says)
    .meta({
      id: nameOf(type),
      examples: [
        {
          id: 'evt_3f0c8a529c1b4e578f642f1f0a6f7d11',
          type,
          mode: 'live',
          sample: type === 'ping',
          timestamp: '2026-11-23T09:14:07.000Z',
          data: EVENTS[type].example,
        },
      ],
    });

type EventOf<T extends EventType> = {
  id: string;
  type: T;
  mode: z.infer<typeof Mode>;
  sample: boolean;
  timestamp: string;
  data: EventData<T>;
};
/** An event, as listed and as sent. */
export type ApiEvent = { [T in EventType]: EventOf<T> }[EventType];

/** Each event's own schema. */
export const EVENT_SCHEMAS = Object.fromEntries(EVENT_TYPES.map((type) => [type, schemaOf(type)])) as unknown as Record<
  EventType,
  z.ZodType<ApiEvent, ApiEvent>
>;

export const ApiEvent: z.ZodType<ApiEvent, ApiEvent> = z
  .discriminatedUnion('type', Object.values(EVENT_SCHEMAS) as never)
  .meta({ id: 'Event' });
