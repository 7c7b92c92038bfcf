import { KEY_MODES, type KeyMode } from '@clairisque/contract/common/route.ts';
import type { ApiEvent, EventData, EventType } from '@clairisque/contract/common/events.ts';
import { z } from 'zod';
import type { Deps } from '#deps.ts';
import { jobKind } from '#platform/jobs/jobs.ts';
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
  const event = await writeEvent(deps, given);
  if (event === undefined) return;
  for (const endpointId of await insertDeliveries(deps.db, event)) {
    await deps.jobs.enqueue(deps.db, DELIVER, { endpointId, mode: deps.mode });
  }
}

/** Without a delivery; undefined when an event of that subject exists. */
export function writeEvent<T extends EventType>(
  { db, clock }: Pick<Emitter, 'db' | 'clock'>,
  { spaceId, type, data, subject }: Emitted<T> & { spaceId: number },
): Promise<EventRow | undefined> {
  const row = { space_id: spaceId, type, subject: subject ?? null, data: JSON.stringify(data), created_at: clock() };
  return insertEvent(db, row);
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

export const eventKey = (publicId: string): string => `evt_${publicId.replaceAll('-', '')}`;

/** As listed, and as sent: the same bytes at each attempt. */
export const eventOf = (
  { public_id, type, created_at, data }: Omit<EventRow, 'id' | 'space_id'>,
  mode: KeyMode,
): ApiEvent => ({ id: eventKey(public_id), type, mode, timestamp: created_at.toISOString(), data }) as ApiEvent;

/** Events, and their deliveries. */
const KEPT_DAYS = 30;

/** For a daily cron. */
export const forgetOldEvents = ({ db, clock }: Pick<Emitter, 'db' | 'clock'>): Promise<void> =>
  deleteEventsBefore(db, new Date(clock().getTime() - KEPT_DAYS * 86_400_000));
