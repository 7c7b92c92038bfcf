import { KEY_MODES, type KeyMode } from '@clairisque/contract/common/route.ts';
import {
  KEPT_DAYS,
  EVENTS,
  type ApiEvent,
  type EventData,
  type EventType,
} from '@clairisque/contract/common/events.ts';
import { inMode } from '@clairisque/contract/common/v3-examples.ts';
import { eventKey } from '@clairisque/contract/common/v3.ts';
import { z } from 'zod';
import type { Deps } from '#deps.ts';
import { jobKind } from '#platform/jobs/jobs.ts';
export type { EventRow } from './events.queries.ts';
import { deleteEventsBefore, findSpaceOf, insertDeliveries, insertEvent, type EventRow } from './events.queries.ts';

/**
 * Sends what is due to one endpoint. However many events wait, one such job does: it begins by waiting for the
 * transactions that found it queued.
 */
export const DELIVER = jobKind({
  name: 'webhooks.deliver',
  payload: z.object({ endpointId: z.uuid(), mode: z.enum(KEY_MODES).default('live') }),
  forTests: true,
  rules: { policy: 'short', singletonKey: 'endpointId', retryLimit: 3, retryDelayMax: 10, expireInSeconds: 60 },
});

export type Emitter = Pick<Deps, 'db' | 'jobs' | 'clock' | 'mode'>;
/** `subject`: an event with the same one is written once. */
type Emitted<T extends EventType> = { type: T; data: EventData<T>; subject?: string };

/**
 * Writes an event of a space, and its deliveries to the webhooks that chose its type. Call it inside the transaction
 * that decides it, with that transaction's `deps`.
 */
export async function emitEvent<T extends EventType>(
  deps: Emitter,
  given: Emitted<T> & { spaceId: number },
): Promise<void> {
  const event = await writeEvent(deps, { ...given, is_sample: false });
  if (event === undefined) return;
  for (const endpointId of await insertDeliveries(deps.db, event)) {
    await deps.jobs.enqueue(deps.db, DELIVER, { endpointId, mode: deps.mode });
  }
}

type Writer = Pick<Emitter, 'db' | 'clock'>;

/** Writes an event without its deliveries; undefined when an event of that subject exists. */
function writeEvent<T extends EventType>(
  { db, clock }: Writer,
  { spaceId, type, data, subject, is_sample }: Emitted<T> & { spaceId: number; is_sample: boolean },
): Promise<EventRow | undefined> {
  const [written, of] = [JSON.stringify(data), subject ?? null];
  return insertEvent(db, { space_id: spaceId, type, subject: of, data: written, is_sample, created_at: clock() });
}

/** An example of that type, for one endpoint: without a delivery. */
export async function writeSample(
  deps: Writer & Pick<Emitter, 'mode'>,
  { spaceId, type, endpoint }: { spaceId: number; type: EventType; endpoint: string },
): Promise<EventRow> {
  const data = type === 'ping' ? { endpoint_id: endpoint } : inMode(deps.mode, EVENTS[type].example);
  const event = await writeEvent(deps, { spaceId, type, data, is_sample: true });
  if (event === undefined) throw new Error(`sample of ${type} not written`);
  return event;
}

/** The account's space; undefined until its first key or webhook. */
export const findSpace = ({ db }: Pick<Emitter, 'db'>, accountId: number): Promise<number | undefined> =>
  findSpaceOf(db, accountId);

/** `emitEvent` for an account; nothing without a space. */
export async function emitForAccount<T extends EventType>(
  deps: Emitter,
  accountId: number,
  event: Emitted<T>,
): Promise<void> {
  const spaceId = await findSpace(deps, accountId);
  if (spaceId !== undefined) await emitEvent(deps, { spaceId, ...event });
}

/** An event as listed and as sent: the same bytes at each attempt. */
export const eventOf = (
  { public_id, type, is_sample: sample, created_at, data }: Omit<EventRow, 'id' | 'space_id'>,
  mode: KeyMode,
): ApiEvent =>
  ({ id: eventKey(public_id, mode), type, mode, sample, timestamp: created_at.toISOString(), data }) as ApiEvent;

/** For a daily cron. */
export const forgetOldEvents = ({ db, clock }: Pick<Emitter, 'db' | 'clock'>): Promise<void> =>
  deleteEventsBefore(db, new Date(clock().getTime() - KEPT_DAYS * 86_400_000));
