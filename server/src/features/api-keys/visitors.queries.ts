import { sql } from 'kysely';
import type { Db } from '#platform/db/db.ts';

/** Any number: that of decision 0095. Held until the end of the transaction, so that counts are exact. */
const LOCK = 102;

/**
 * An account that a visitor's key needs, under an e-mail that no one can guess and a password that none matches: it is
 * never activated. Undefined when `most` already exist.
 */
export async function insertVisitor(
  db: Db,
  { email, now, expiresAt, most }: { email: string; now: Date; expiresAt: Date; most: number },
): Promise<number | undefined> {
  await sql`select pg_advisory_xact_lock(${LOCK})`.execute(db);
  const { count } = await db
    .selectFrom('visitor')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  if (count >= most) return undefined;
  const { id } = await db
    .insertInto('account')
    .values({ email, username: email, password_hash: '', created_at: now })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db.insertInto('visitor').values({ account_id: id, expires_at: expiresAt }).execute();
  return id;
}

export async function listExpiredVisitors(
  db: Db,
  { now, limit }: { now: Date; limit: number },
): Promise<{ account_id: number }[]> {
  return db.selectFrom('visitor').select('account_id').where('expires_at', '<=', now).limit(limit).execute();
}

/** Their keys and all that they made go with them, by cascade. */
export async function deleteVisitors(db: Db, accountIds: number[]): Promise<void> {
  await db.deleteFrom('account').where('id', 'in', accountIds).execute();
}
