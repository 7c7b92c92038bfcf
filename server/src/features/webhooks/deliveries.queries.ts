import type { EventType } from '@clairisque/contract/common/events.ts';
import { sql } from 'kysely';
import type { EventRow } from '#features/events/events.ts';
import type { Db } from '#platform/db/db.ts';
import type { Sent } from '#adapters/suppliers.ts';
import type { FormerSecret } from './secret.rules.ts';

export type DeliveryState = 'pending' | 'delivered' | 'failed';

/** A delivery with its event. */
export type DeliveryRow = {
  id: number;
  endpoint_id: string;
  state: DeliveryState;
  attempts: number;
  next_attempt_at: Date;
  created_at: Date;
  attempted_at: Date | null;
  duration_ms: number | null;
  failure: Sent['failure'];
  status: number | null;
  answer: string | null;
  event: Pick<EventRow, 'public_id' | 'type' | 'data' | 'is_sample' | 'created_at'>;
};

type FlatRow = Omit<DeliveryRow, 'event'> & {
  event_public_id: string;
  event_type: EventType;
  event_data: unknown;
  event_is_sample: boolean;
  event_created_at: Date;
};

function rowsOf(db: Db, endpointId: string) {
  return db
    .selectFrom('webhook_delivery as d')
    .innerJoin('api_event as e', 'e.id', 'd.event_id')
    .select(['d.id', 'd.endpoint_id', 'd.state', 'd.attempts', 'd.next_attempt_at', 'd.created_at', 'd.attempted_at'])
    .select(['d.duration_ms', 'd.failure', 'd.status', 'd.answer'])
    .select(['e.public_id as event_public_id', 'e.type as event_type', 'e.data as event_data'])
    .select(['e.is_sample as event_is_sample', 'e.created_at as event_created_at'])
    .where('d.endpoint_id', '=', endpointId)
    .$castTo<FlatRow>();
}

function withEvent(flat: FlatRow): DeliveryRow {
  const { event_public_id: public_id, event_type: type, event_data: data, ...rest } = flat;
  const { event_is_sample: is_sample, event_created_at: created_at, ...row } = rest;
  return { ...row, event: { public_id, type, data, is_sample, created_at } };
}

/** Newest first, older than `before`. */
export async function listDeliveries(
  db: Db,
  { endpointId, before, limit }: { endpointId: string; before: number | null; limit: number },
): Promise<DeliveryRow[]> {
  const rows = await rowsOf(db, endpointId)
    .$if(before !== null, (query) => query.where('d.id', '<', before ?? 0))
    .orderBy('d.id', 'desc')
    .limit(limit)
    .execute();
  return rows.map(withEvent);
}

export async function findDelivery(
  db: Db,
  { endpointId, id }: { endpointId: string; id: number },
): Promise<DeliveryRow | undefined> {
  const row = await rowsOf(db, endpointId).where('d.id', '=', id).executeTakeFirst();
  return row && withEvent(row);
}

export async function insertDelivery(
  db: Db,
  row: { endpoint_id: string; event_id: number; created_at: Date },
): Promise<number> {
  const { id } = await db
    .insertInto('webhook_delivery')
    .values({ ...row, next_attempt_at: row.created_at })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** The delivery begins again at once, with its first attempt. */
export async function restartDelivery(db: Db, id: number, now: Date): Promise<void> {
  await db
    .updateTable('webhook_delivery')
    .set({ state: 'pending', attempts: 0, next_attempt_at: now })
    .where('id', '=', id)
    .execute();
}

/** What one attempt needs. */
export type ClaimedDelivery = {
  id: number;
  attempts: number;
  endpoint_id: string;
  url: string;
  /** Null until it has answered 2xx at this URL. */
  succeeded_at: Date | null;
  secret_version: number;
  former_until: Date | null;
  former_secrets: FormerSecret[];
  public_id: string;
  type: EventType;
  data: unknown;
  is_sample: boolean;
  created_at: Date;
};

/**
 * Takes the next due delivery of an endpoint until `until`, when another worker may take it: the attempt is counted
 * before it is made. First attempts come before retries. Nothing for an endpoint
 * that sleeps, or a disabled account; nothing but tests for one that has not answered any.
 */
export async function claimDelivery(
  db: Db,
  { endpointId, now, until }: { endpointId: string; now: Date; until: Date },
): Promise<ClaimedDelivery | undefined> {
  const { rows } = await sql<ClaimedDelivery>`
    with next as (
      select due.id from webhook_delivery due
      join webhook_endpoint sent on sent.id = due.endpoint_id
      join api_event told on told.id = due.event_id
      where due.endpoint_id = ${endpointId} and due.state = 'pending' and due.next_attempt_at <= ${now}
        and (sent.succeeded_at is not null or told.is_sample)
      order by due.attempts, due.next_attempt_at limit 1 for update of due skip locked
    )
    update webhook_delivery delivery set attempts = delivery.attempts + 1, next_attempt_at = ${until}
    from next, webhook_endpoint endpoint, space, account, api_event event
    where delivery.id = next.id and endpoint.id = delivery.endpoint_id and event.id = delivery.event_id
      and endpoint.asleep_since is null
      and space.id = endpoint.space_id and account.id = space.account_id and account.disabled_at is null
    returning delivery.id, delivery.attempts, endpoint.id as endpoint_id, endpoint.url, endpoint.succeeded_at,
      endpoint.secret_version, endpoint.former_until, endpoint.former_secrets, event.public_id, event.type, event.data, event.is_sample, event.created_at`.execute(
    db,
  );
  return rows[0];
}

type Attempt = Pick<DeliveryRow, 'id' | 'attempts'>;

/** The outcome of an attempt; false when the delivery is gone, or was taken by another worker since. */
export async function recordAttempt(
  db: Db,
  { id, attempts }: Attempt,
  outcome: { at: Date; sent: Sent; state: DeliveryState; nextAttemptAt: Date },
): Promise<boolean> {
  const { at, sent, state, nextAttemptAt } = outcome;
  const { numUpdatedRows } = await db
    .updateTable('webhook_delivery')
    .set({
      state,
      next_attempt_at: nextAttemptAt,
      attempted_at: at,
      duration_ms: sent.durationMs,
      failure: sent.failure,
      status: sent.status,
      answer: sent.answer,
    })
    .where('id', '=', id)
    .where('attempts', '=', attempts)
    .where('state', '=', 'pending')
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Deliveries that wait for a sleeping endpoint. */
export async function giveUpPending(db: Db, endpointId: string): Promise<void> {
  await db
    .updateTable('webhook_delivery')
    .set({ state: 'failed' })
    .where('endpoint_id', '=', endpointId)
    .where('state', '=', 'pending')
    .execute();
}

/** Endpoints to which something may be sent now, those waiting longest first. */
export async function listLateEndpoints(db: Db, { now, limit }: { now: Date; limit: number }): Promise<string[]> {
  const rows = await db
    .selectFrom('webhook_delivery as d')
    .innerJoin('webhook_endpoint as e', 'e.id', 'd.endpoint_id')
    .innerJoin('space as s', 's.id', 'e.space_id')
    .innerJoin('account as a', 'a.id', 's.account_id')
    .select('d.endpoint_id')
    .where('d.state', '=', sql.lit('pending'))
    .where('d.next_attempt_at', '<=', now)
    .innerJoin('api_event as t', 't.id', 'd.event_id')
    .where('e.asleep_since', 'is', null)
    .where((eb) => eb('e.succeeded_at', 'is not', null).or('t.is_sample', '=', true))
    .where('a.disabled_at', 'is', null)
    .groupBy('d.endpoint_id')
    .orderBy((eb) => eb.fn.min('d.next_attempt_at'))
    .limit(limit)
    .execute();
  return rows.map((row) => row.endpoint_id);
}
