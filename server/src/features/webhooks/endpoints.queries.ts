import type { ChosenEvent } from '@clairisque/contract/common/events.ts';
import { sql } from 'kysely';
import type { Db } from '#platform/db/db.ts';
import type { FormerSecret } from './secret.rules.ts';

export type EndpointRow = {
  id: string;
  space_id: number;
  url: string;
  types: ChosenEvent[];
  secret_version: number;
  former_until: Date | null;
  former_secrets: FormerSecret[];
  created_at: Date;
  /** At this URL; null until it answers 2xx to a test, and nothing else is sent before. */
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
  'former_secrets',
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

type Changes = Partial<Omit<EndpointRow, 'id' | 'space_id' | 'created_at'>>;

export function updateEndpoint(
  db: Db,
  { spaceId, id }: OwnEndpoint,
  { former_secrets: former, ...changes }: Changes,
): Promise<EndpointRow | undefined> {
  return db
    .updateTable('webhook_endpoint')
    .set({ id, ...changes, ...(former !== undefined && { former_secrets: JSON.stringify(former) }) })
    .where('space_id', '=', spaceId)
    .where('id', '=', id)
    .returning(LISTED)
    .$castTo<EndpointRow>()
    .executeTakeFirst();
}

/** Its deliveries go with it. */
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

/** Locks the endpoint as a new delivery does. */
export async function lockEndpointShared(db: Db, id: string): Promise<void> {
  await db.selectFrom('webhook_endpoint').select('id').where('id', '=', id).forKeyShare().execute();
}

/** Unless its URL changed since the delivery was sent. */
export async function markSucceeded(db: Db, { id, url, at }: { id: string; url: string; at: Date }): Promise<void> {
  await db
    .updateTable('webhook_endpoint')
    .set({ succeeded_at: at })
    .where('id', '=', id)
    .where('url', '=', url)
    .execute();
}

/**
 * Puts it to sleep when nothing succeeded since `since`, and returns its owner; undefined otherwise, or when it sleeps
 * already, as one that never succeeded.
 */
export async function putToSleep(
  db: Db,
  { id, since, now }: { id: string; since: Date; now: Date },
): Promise<{ account_id: number; email: string } | undefined> {
  const { rows } = await sql<{ account_id: number; email: string }>`
    update webhook_endpoint endpoint set asleep_since = ${now}
    from space join account on account.id = space.account_id
    where endpoint.id = ${id} and space.id = endpoint.space_id and asleep_since is null
      and succeeded_at < ${since}
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
