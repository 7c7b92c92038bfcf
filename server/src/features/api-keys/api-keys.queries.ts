import type { KeyMode, KeyScope } from '@clairisque/contract/common/route.ts';
import { sql } from 'kysely';
import { findSpace } from '#features/events/events.ts';
import type { Db } from '#platform/db/db.ts';
import { prefixOf } from './secret.rules.ts';

/** The account's space, created with its first key. Call it in a transaction that has locked the account. */
export async function spaceOf(db: Db, accountId: number): Promise<number> {
  const known = await findSpace({ db }, accountId);
  if (known !== undefined) return known;
  const { id } = await db
    .insertInto('space')
    .values({ account_id: accountId })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export type KeyRow = {
  id: number;
  name: string;
  prefix: string;
  scopes: KeyScope[];
  created_at: Date;
  expires_at: Date | null;
  last_used_at: Date | null;
  revoked_at: Date | null;
  replaced_at: Date | null;
  /** When a replaced key would have expired. */
  made_until: Date | null;
};

const LISTED = [
  'id',
  'name',
  'prefix',
  'scopes',
  'created_at',
  'expires_at',
  'last_used_at',
  'revoked_at',
  'replaced_at',
  'made_until',
] as const;
const ofAccount = (db: Db, accountId: number) =>
  db.selectFrom('space').select('id').where('account_id', '=', accountId);

export function insertKey(
  db: Db,
  key: Pick<KeyRow, 'name' | 'prefix' | 'scopes' | 'created_at' | 'expires_at'> & {
    space_id: number;
    key_hash: Buffer;
  },
): Promise<KeyRow> {
  return db.insertInto('api_key').values(key).returning(LISTED).$castTo<KeyRow>().executeTakeFirstOrThrow();
}

export async function findKeyName(db: Db, id: number): Promise<string> {
  return (await db.selectFrom('api_key').select('name').where('id', '=', id).executeTakeFirst())?.name ?? '';
}

/** Newest first. */
export function listKeys(db: Db, { accountId, limit }: { accountId: number; limit: number }): Promise<KeyRow[]> {
  return db
    .selectFrom('api_key')
    .select(LISTED)
    .where('space_id', 'in', ofAccount(db, accountId))
    .orderBy('id', 'desc')
    .limit(limit)
    .$castTo<KeyRow>()
    .execute();
}

type OwnKey = { accountId: number; id: number; mode: KeyMode; now: Date };

type Owner = Pick<OwnKey, 'accountId' | 'now'>;

const working = (db: Db, { accountId, now }: Owner) =>
  db
    .selectFrom('api_key')
    .where('space_id', 'in', ofAccount(db, accountId))
    .where('revoked_at', 'is', null)
    .where((eb) => eb('expires_at', 'is', null).or('expires_at', '>', now));

export async function countWorking(db: Db, owner: Owner): Promise<number> {
  const { count } = await working(db, owner)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

const workingAs = (db: Db, { id, mode, ...owner }: OwnKey) =>
  working(db, owner)
    .where('id', '=', id)
    .where('prefix', mode === 'test' ? 'like' : 'not like', `${prefixOf('test')}%`);

/** The caller's key, while it works. */
export function findWorking(db: Db, key: OwnKey): Promise<KeyRow | undefined> {
  return workingAs(db, key).select(LISTED).$castTo<KeyRow>().executeTakeFirst();
}

/**
 * A key that is replaced ends at `until`, never later than it already expires. Replaced before, it keeps the end that
 * was promised then.
 */
export async function bringExpiryForward(
  db: Db,
  id: number,
  { now, until }: { now: Date; until: Date },
): Promise<void> {
  await db
    .updateTable('api_key')
    .set({
      replaced_at: now,
      made_until: sql<Date | null>`expires_at`,
      expires_at: sql<Date>`least(expires_at, ${until}::timestamptz)`,
    })
    .where('id', '=', id)
    .where('replaced_at', 'is', null)
    .execute();
}

/** True when that key of the caller worked until now. */
export async function revokeKey(db: Db, key: OwnKey): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('api_key')
    .set({ revoked_at: key.now })
    .where('id', 'in', workingAs(db, key).select('id'))
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export type PresentedKey = Pick<KeyRow, 'id' | 'scopes' | 'expires_at' | 'revoked_at' | 'last_used_at'> & {
  key_hash: Buffer;
  space_id: number;
  account_id: number;
  active: boolean;
  visitor: boolean;
};

export function findKeys(db: Db, hashes: Buffer[]): Promise<PresentedKey[]> {
  return db
    .selectFrom('api_key as k')
    .innerJoin('space as s', 's.id', 'k.space_id')
    .innerJoin('account as a', 'a.id', 's.account_id')
    .leftJoin('visitor as v', 'v.account_id', 'a.id')
    .select(['k.id', 'k.key_hash', 'k.space_id', 'k.scopes', 'k.expires_at', 'k.revoked_at', 'k.last_used_at'])
    .select(['s.account_id', sql<boolean>`v.account_id is not null`.as('visitor')])
    .select(sql<boolean>`coalesce(a.activated_at, v.expires_at) is not null and a.disabled_at is null`.as('active'))
    .where('k.key_hash', '=', sql<Buffer>`any(${hashes})`)
    .$castTo<PresentedKey>()
    .execute();
}

/** Writes nothing when that hour is already stored. */
export async function updateLastUse(db: Db, id: number, hour: Date): Promise<void> {
  await db
    .updateTable('api_key')
    .set({ last_used_at: hour })
    .where('id', '=', id)
    .where('last_used_at', 'is distinct from', hour)
    .execute();
}

export async function deleteEndedBefore(db: Db, date: Date): Promise<void> {
  await db
    .deleteFrom('api_key')
    .where((eb) => eb('revoked_at', '<', date).or('expires_at', '<', date))
    .execute();
}
