import type { ChosenEvent } from '@clairisque/contract/common/events.ts';
import { sql } from 'kysely';
import type { Db } from '#platform/db/db.ts';

export type EndpointRow = {
  id: string;
  space_id: number;
  url: string;
  types: ChosenEvent[];
  secret_version: number;
  former_until: Date | null;
  created_at: Date;
  succeeded_at: Date | null;
  asleep_since: Date | null;
};
/** « Mine » is in the `where` of every query. */
export type OwnEndpoint = { spaceId: number; id: string };

const LISTED = [
  'id',
  'space_id',
  'url',
  'types',
  'secret_version',
  'former_until',
  'created_at',
  'succeeded_at',
  'asleep_since',
] as const;

/** Newest first. */
export function listEndpoints(db: Db, spaceId: number): Promise<EndpointRow[]> {
  return db
    .selectFrom('webhook_endpoint')
    .select(LISTED)
    .where('space_id', '=', spaceId)
    .orderBy('created_at', 'desc')
    .$castTo<EndpointRow>()
    .execute();
}

export function findEndpoint(db: Db, { spaceId, id }: OwnEndpoint): Promise<EndpointRow | undefined> {
  return db
    .selectFrom('webhook_endpoint')
    .select(LISTED)
    .where('space_id', '=', spaceId)
    .where('id', '=', id)
    .$castTo<EndpointRow>()
    .executeTakeFirst();
}

/** Undefined when the space has that URL already. */
export function insertEndpoint(
  db: Db,
  endpoint: Pick<EndpointRow, 'space_id' | 'url' | 'types' | 'created_at'>,
): Promise<EndpointRow | undefined> {
  return db
    .insertInto('webhook_endpoint')
    .values(endpoint)
    .onConflict((conflict) => conflict.doNothing())
    .returning(LISTED)
    .$castTo<EndpointRow>()
    .executeTakeFirst();
}

export function updateEndpoint(
  db: Db,
  { spaceId, id }: OwnEndpoint,
  changes: Partial<Pick<EndpointRow, 'url' | 'types' | 'asleep_since' | 'secret_version' | 'former_until'>>,
): Promise<EndpointRow | undefined> {
  return db
    .updateTable('webhook_endpoint')
    .set({ id, ...changes })
    .where('space_id', '=', spaceId)
    .where('id', '=', id)
    .returning(LISTED)
    .$castTo<EndpointRow>()
    .executeTakeFirst();
}

/** With its deliveries. */
export async function deleteEndpoint(db: Db, { spaceId, id }: OwnEndpoint): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('webhook_endpoint')
    .where('space_id', '=', spaceId)
    .where('id', '=', id)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Waits for the transactions that add deliveries to it: their foreign key shares the row. */
export async function lockEndpoint(db: Db, id: string): Promise<void> {
  await db.selectFrom('webhook_endpoint').select('id').where('id', '=', id).forUpdate().execute();
}

/** As a new delivery does. */
export async function lockEndpointShared(db: Db, id: string): Promise<void> {
  await db.selectFrom('webhook_endpoint').select('id').where('id', '=', id).forKeyShare().execute();
}

export async function markSucceeded(db: Db, id: string, at: Date): Promise<void> {
  await db.updateTable('webhook_endpoint').set({ succeeded_at: at }).where('id', '=', id).execute();
}

/**
 * Puts it to sleep when nothing succeeded since `since`, and returns its owner; undefined otherwise, or when it sleeps
 * already.
 */
export async function putToSleep(
  db: Db,
  { id, since, now }: { id: string; since: Date; now: Date },
): Promise<{ account_id: number; email: string } | undefined> {
  const { rows } = await sql<{ account_id: number; email: string }>`
    update webhook_endpoint endpoint set asleep_since = ${now}
    from space join account on account.id = space.account_id
    where endpoint.id = ${id} and space.id = endpoint.space_id and asleep_since is null
      and coalesce(succeeded_at, '-infinity') < ${since}
    returning account.id as account_id, account.email`.execute(db);
  return rows[0];
}

/** For the mail; undefined once it is deleted. */
export function findAnyEndpoint(db: Db, id: string): Promise<Pick<EndpointRow, 'url' | 'asleep_since'> | undefined> {
  return db.selectFrom('webhook_endpoint').select(['url', 'asleep_since']).where('id', '=', id).executeTakeFirst();
}

/** Signs webhooks; created with the database. */
export async function webhooksKey(db: Db): Promise<Buffer> {
  const row = await db.selectFrom('signing_key').select('key').where('name', '=', 'webhooks').executeTakeFirstOrThrow();
  return row.key;
}
