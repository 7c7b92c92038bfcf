import { sql } from 'kysely';
import type { Db } from '#platform/db/db.ts';

export async function insertApiToken(
  db: Db,
  token: {
    account_id: number;
    token_hash: Buffer;
    created_at: Date;
    expires_at: Date;
    device: string | null;
    last_used_at: Date;
  },
): Promise<void> {
  await db.insertInto('api_token').values(token).execute();
}

export type ApiTokenRow = {
  token_hash: Buffer;
  account_id: number;
  expires_at: Date;
  last_used_at: Date | null;
  active: boolean;
};

export function findApiTokens(db: Db, tokenHashes: Buffer[]): Promise<ApiTokenRow[]> {
  return db
    .selectFrom('api_token')
    .innerJoin('account', 'account.id', 'api_token.account_id')
    .select(({ eb }) => [
      'api_token.token_hash',
      'api_token.account_id',
      'api_token.expires_at',
      sql<Date | null>`api_token.last_used_at`.as('last_used_at'),
      eb
        .and([eb('account.activated_at', 'is not', null), eb('account.disabled_at', 'is', null)])
        .$castTo<boolean>()
        .as('active'),
    ])
    .where('api_token.token_hash', '=', sql<Buffer>`any(${tokenHashes})`)
    .execute();
}

/** Writes nothing when that hour is already stored. */
export async function updateLastUse(db: Db, tokenHash: Buffer, hour: Date): Promise<void> {
  await db
    .updateTable('api_token')
    .set({ last_used_at: hour })
    .where('token_hash', '=', tokenHash)
    .where('last_used_at', 'is distinct from', hour)
    .execute();
}

export type SessionRow = {
  id: number;
  device: string | null;
  created_at: Date;
  last_used_at: Date | null;
  current: boolean;
};

/** Unexpired sessions of the account: that of `tokenHash` first, then the most recently used. */
export function listApiTokens(
  db: Db,
  { accountId, tokenHash, now, limit }: { accountId: number; tokenHash: Buffer; now: Date; limit: number },
): Promise<SessionRow[]> {
  return db
    .selectFrom('api_token')
    .select(({ eb }) => ['id', 'device', 'created_at', 'last_used_at', eb('token_hash', '=', tokenHash).as('current')])
    .where('account_id', '=', accountId)
    .where('expires_at', '>', now)
    .orderBy('current', 'desc')
    .orderBy('last_used_at', (order) => order.desc().nullsLast())
    .orderBy('id', 'desc')
    .limit(limit)
    .$castTo<SessionRow>()
    .execute();
}

/** Whether the account has that unexpired session. */
export async function hasApiToken(db: Db, session: { accountId: number; id: number; now: Date }): Promise<boolean> {
  const row = await db
    .selectFrom('api_token')
    .select('id')
    .where('id', '=', session.id)
    .where('account_id', '=', session.accountId)
    .where('expires_at', '>', session.now)
    .executeTakeFirst();
  return row !== undefined;
}

export async function deleteSession(db: Db, session: { accountId: number; id: number }): Promise<void> {
  await db.deleteFrom('api_token').where('id', '=', session.id).where('account_id', '=', session.accountId).execute();
}

export async function deleteApiToken(db: Db, tokenHash: Buffer): Promise<void> {
  await db.deleteFrom('api_token').where('token_hash', '=', tokenHash).execute();
}

/** Deletes all except `except`; returns how many. */
export async function deleteApiTokens(db: Db, owner: { accountId: number; except?: Buffer }): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('api_token')
    .where('account_id', '=', owner.accountId)
    .$if(owner.except !== undefined, (query) => query.where('token_hash', '<>', owner.except ?? Buffer.alloc(0)))
    .executeTakeFirst();
  return Number(numDeletedRows);
}

/** For every account, with its mailed links; returns how many sessions. */
export async function deleteEverySession(db: Db, now: Date): Promise<number> {
  await db.updateTable('account_token').set({ revoked_at: now }).where('revoked_at', 'is', null).execute();
  const { numDeletedRows } = await db.deleteFrom('api_token').executeTakeFirst();
  return Number(numDeletedRows);
}

export type Purpose = 'activation' | 'password_reset';
/** A token from a mailed link, as its holder presents it. */
export type PresentedToken = { accountId: number; purpose: Purpose; tokenHash: Buffer; email: string; now: Date };

export async function insertMailedToken(
  db: Db,
  token: { account_id: number; purpose: Purpose; token_hash: Buffer; email: string; expires_at: Date },
): Promise<void> {
  await db.insertInto('account_token').values(token).execute();
}

/**
 * Whether the token is this account's, for this purpose and address, neither revoked nor expired; `used` may be true.
 */
export async function findMailedToken(db: Db, token: PresentedToken): Promise<{ used: boolean } | undefined> {
  const row = await db
    .selectFrom('account_token')
    .select('used_at')
    .where('token_hash', '=', token.tokenHash)
    .where('account_id', '=', token.accountId)
    .where('purpose', '=', token.purpose)
    .where('email', '=', token.email)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', token.now)
    .executeTakeFirst();
  return row && { used: row.used_at !== null };
}

/** Number of mailed links that still work. */
export async function countUsableTokens(
  db: Db,
  { accountId, purpose, now }: Pick<PresentedToken, 'accountId' | 'purpose' | 'now'>,
): Promise<number> {
  const { count } = await db
    .selectFrom('account_token')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('account_id', '=', accountId)
    .where('purpose', '=', purpose)
    .where('used_at', 'is', null)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirstOrThrow();
  return count;
}

/** Atomic: true for one caller only, however many present the token at once. */
export async function useMailedToken(db: Db, token: PresentedToken): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('account_token')
    .set({ used_at: token.now })
    .where('token_hash', '=', token.tokenHash)
    .where('account_id', '=', token.accountId)
    .where('purpose', '=', token.purpose)
    .where('email', '=', token.email)
    .where('used_at', 'is', null)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', token.now)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Revokes every mailed link, even used ones: their second click is then « invalid » instead of « stale ». */
export async function revokeMailedTokens(db: Db, accountId: number, now: Date): Promise<void> {
  await db
    .updateTable('account_token')
    .set({ revoked_at: now })
    .where('account_id', '=', accountId)
    .where('revoked_at', 'is', null)
    .execute();
}

/**
 * After the first sign-in an activation link is « invalid », as in Djoser. Reset links stay: the sign-in may be an
 * intruder's.
 */
export async function revokeActivationLinks(db: Db, accountId: number, now: Date): Promise<void> {
  await db
    .updateTable('account_token')
    .set({ revoked_at: now })
    .where('account_id', '=', accountId)
    .where('purpose', '=', 'activation')
    .where('revoked_at', 'is', null)
    .execute();
}

export async function deleteTokensExpiredBefore(db: Db, dates: { sessions: Date; links: Date }): Promise<void> {
  await db.deleteFrom('api_token').where('expires_at', '<', dates.sessions).execute();
  await db.deleteFrom('account_token').where('expires_at', '<', dates.links).execute();
}
