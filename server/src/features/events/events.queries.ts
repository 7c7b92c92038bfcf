import { sql } from 'kysely';
import type { Db } from '#platform/db/db.ts';

export type EventRow = {
  id: number;
  public_id: string;
  space_id: number;
  type: string;
  data: unknown;
  is_sample: boolean;
  created_at: Date;
};

const LISTED = ['id', 'public_id', 'space_id', 'type', 'data', 'is_sample', 'created_at'] as const;

export async function findSpaceOf(db: Db, accountId: number): Promise<number | undefined> {
  const row = await db.selectFrom('space').select('id').where('account_id', '=', accountId).executeTakeFirst();
  return row?.id;
}

/** Undefined when an event of that subject exists. */
export function insertEvent(
  db: Db,
  event: { space_id: number; type: string; subject: string | null; data: string; is_sample: boolean; created_at: Date },
): Promise<EventRow | undefined> {
  return db
    .insertInto('api_event')
    .values(event)
    .onConflict((conflict) => conflict.doNothing())
    .returning(LISTED)
    .executeTakeFirst();
}

/**
 * One delivery for each endpoint of the space that chose the type, is awake and has answered a test; returns the endpoints, in one order for
 * all callers: those that emit for the same ones wait for each other without a deadlock.
 */
export async function insertDeliveries(db: Db, event: EventRow): Promise<string[]> {
  const { rows } = await sql<{ endpoint_id: string }>`
    insert into webhook_delivery (endpoint_id, event_id, next_attempt_at, created_at)
    select id, ${event.id}, ${event.created_at}, ${event.created_at} from webhook_endpoint
    where space_id = ${event.space_id} and asleep_since is null and succeeded_at is not null and ${event.type} = any(types)
    order by id returning endpoint_id`.execute(db);
  return rows.map((row) => row.endpoint_id).toSorted();
}

/** Newest first, older than `before`. */
export function listEvents(
  db: Db,
  page: { spaceId: number; type: string | null; before: string | null; limit: number },
): Promise<EventRow[]> {
  return db
    .selectFrom('api_event')
    .select(LISTED)
    .where('space_id', '=', page.spaceId)
    .$if(page.type !== null, (query) => query.where('type', '=', page.type ?? ''))
    .$if(page.before !== null, (query) =>
      query.where('id', '<', (eb) =>
        eb
          .selectFrom('api_event as last')
          .select('last.id')
          .where('last.space_id', '=', page.spaceId)
          .where('last.public_id', '=', page.before ?? ''),
      ),
    )
    .orderBy('id', 'desc')
    .limit(page.limit)
    .execute();
}

/** Their deliveries go with them. */
export async function deleteEventsBefore(db: Db, date: Date): Promise<void> {
  await db.deleteFrom('api_event').where('created_at', '<', date).execute();
}
