import { z } from 'zod';
import { BatchKey, Metadata, Mode, StatementKey } from './v3.ts';

/** `evt_` and 32 hexadecimal digits. */
export const EventKey = z
  .string()
  .regex(/^evt_[0-9a-f]{32}$/)
  .meta({ examples: ['evt_3f0c8a529c1b4e578f642f1f0a6f7d11'] });

const Issued = z.object({
  statement_id: StatementKey,
  reference: z.string(),
  issued_at: z.iso.datetime(),
  valid_until: z.iso.date(),
  specimen: z.boolean(),
  metadata: Metadata,
});

/**
 * The data of each event: identifiers and dates, without a name or an address. Who receives it reads the rest with a
 * key.
 */
export const EVENTS = {
  'statement.issued': Issued,
  'statement.renewed': Issued,
  'statement.expiring': Issued.pick({ statement_id: true, reference: true, valid_until: true, metadata: true }),
  'handover.acknowledged': z.object({
    statement_id: StatementKey,
    reference: z.string(),
    handover_id: z.uuid(),
    acknowledged_at: z.iso.datetime(),
  }),
  'credits.low': z.object({ credits: z.int() }),
  'batch.finished': z.object({
    batch_id: BatchKey,
    status: z.enum(['finished', 'cancelled']),
    issued: z.int().describe('Statements.'),
  }),
  'invoice.created': z.object({
    number: z.string(),
    kind: z.enum(['invoice', 'credit_note']),
    amount_cents: z.int().describe('With VAT; negative for a credit note.'),
    issued_at: z.iso.datetime(),
  }),
  /** The test that its owner asks for; sent to that endpoint only. */
  ping: z.object({ endpoint_id: z.string() }),
} as const;

export type EventType = keyof typeof EVENTS;
export type EventData<T extends EventType> = z.input<(typeof EVENTS)[T]>;

/** What an endpoint may choose. */
export const CHOSEN_EVENTS = [
  'statement.issued',
  'statement.renewed',
  'statement.expiring',
  'handover.acknowledged',
  'credits.low',
  'batch.finished',
  'invoice.created',
] as const satisfies readonly EventType[];
export type ChosenEvent = (typeof CHOSEN_EVENTS)[number];

const eventOf = <T extends EventType>(type: T) =>
  z.object({
    id: EventKey,
    type: z.literal(type),
    mode: Mode,
    timestamp: z.iso.datetime().describe('When it happened.'),
    data: EVENTS[type],
  });

/** As listed, and as sent. */
export const ApiEvent = z
  .discriminatedUnion('type', [
    eventOf('statement.issued'),
    eventOf('statement.renewed'),
    eventOf('statement.expiring'),
    eventOf('handover.acknowledged'),
    eventOf('credits.low'),
    eventOf('batch.finished'),
    eventOf('invoice.created'),
    eventOf('ping'),
  ])
  .meta({ id: 'Event' });
export type ApiEvent = z.infer<typeof ApiEvent>;
