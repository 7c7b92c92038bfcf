import { deliveryKey, endpointKey } from '@clairisque/contract/common/v3.ts';
import type { WebhookDelivery, WebhookEndpoint } from '@clairisque/contract/webhooks.v3.ts';
import type { KeyMode } from '@clairisque/contract/common/route.ts';
import { eventOf } from '#features/events/events.ts';
import type { DeliveryRow } from './deliveries.queries.ts';
import type { EndpointRow } from './endpoints.queries.ts';
import { stillSigning } from './secret.rules.ts';

const iso = (date: Date | null): string | null => date?.toISOString() ?? null;
/** When the last former secret ends; null once it is over. */
const overlapOf = (row: EndpointRow, now: Date): string | null =>
  stillSigning(row, now)
    .map(({ until }) => until)
    .toSorted()
    .at(-1) ?? null;

const isAsleep = ({ asleep_since: asleep, succeeded_at: succeeded }: EndpointRow): boolean =>
  asleep !== null || succeeded === null;

/** The mode of the reader, and the time. */
type Seen = { mode: KeyMode; now: Date };

export const endpointOf = (row: EndpointRow, { mode, now }: Seen): WebhookEndpoint => ({
  id: endpointKey(row.id, mode),
  mode,
  url: row.url,
  events: row.types,
  status: isAsleep(row) ? 'asleep' : 'enabled',
  proved: row.succeeded_at !== null,
  created_at: row.created_at.toISOString(),
  asleep_since: iso(row.asleep_since),
  last_success_at: iso(row.succeeded_at),
  former_secret_until: overlapOf(row, now),
});

export const deliveryOf = (row: DeliveryRow, mode: KeyMode): WebhookDelivery => ({
  id: deliveryKey(row.id, mode),
  mode,
  event: eventOf(row.event, mode),
  state: row.state,
  attempts: row.attempts,
  created_at: row.created_at.toISOString(),
  next_attempt_at: row.state === 'pending' ? row.next_attempt_at.toISOString() : null,
  last_attempt: row.attempted_at && {
    at: row.attempted_at.toISOString(),
    duration_ms: row.duration_ms ?? 0,
    status: row.status,
    failure: row.failure,
    answer: row.answer ?? '',
  },
});
