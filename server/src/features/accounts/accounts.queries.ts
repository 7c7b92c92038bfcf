import type { Db } from '#platform/db.ts';

export type LoginRow = { id: number; password_hash: string; active: boolean };

export function findLogin(db: Db, username: string): Promise<LoginRow | undefined> {
  return db
    .selectFrom('account')
    .select(({ eb }) => [
      'id',
      'password_hash',
      eb
        .and([eb('activated_at', 'is not', null), eb('disabled_at', 'is', null)])
        .$castTo<boolean>()
        .as('active'),
    ])
    .where(({ fn, eb }) => eb(fn<string>('lower', ['username']), '=', username.toLowerCase()))
    .executeTakeFirst();
}

export async function insertToken(
  db: Db,
  token: { account_id: number; token_hash: Buffer; expires_at: Date },
): Promise<void> {
  await db.insertInto('api_token').values(token).execute();
}

export async function deleteToken(db: Db, tokenHash: Buffer): Promise<void> {
  await db.deleteFrom('api_token').where('token_hash', '=', tokenHash).execute();
}

export async function deleteTokensExpiredBefore(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('api_token').where('expires_at', '<', now).execute();
}

export type TokenRow = { account_id: number; expires_at: Date; active: boolean };

export function findToken(db: Db, tokenHash: Buffer): Promise<TokenRow | undefined> {
  return db
    .selectFrom('api_token')
    .innerJoin('account', 'account.id', 'api_token.account_id')
    .select(({ eb }) => [
      'api_token.account_id',
      'api_token.expires_at',
      eb
        .and([eb('account.activated_at', 'is not', null), eb('account.disabled_at', 'is', null)])
        .$castTo<boolean>()
        .as('active'),
    ])
    .where('api_token.token_hash', '=', tokenHash)
    .executeTakeFirst();
}

export function findUser(db: Db, accountId: number): Promise<{ id: number; username: string; email: string }> {
  return db
    .selectFrom('account')
    .select(['id', 'username', 'email'])
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow();
}

/** Inserts an active account unless its e-mail is taken; returns its id, or undefined when it was. */
export async function insertActiveAccount(
  db: Db,
  account: { email: string; password_hash: string; activated_at: Date; nom: string; prenom: string },
): Promise<number | undefined> {
  const row = await db
    .insertInto('account')
    .values({ ...account, username: account.email })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  return row?.id;
}
