import { sql, type RawBuilder } from 'kysely';
import type { Db } from '#platform/db.ts';

export type AccountRow = {
  id: number;
  email: string;
  username: string;
  password_hash: string;
  activated_at: Date | null;
  /** Activated, and not disabled since: may sign in. */
  active: boolean;
};

/** Usernames and e-mails differ by more than case: the same folding as their unique indexes, done by PostgreSQL alone. */
const folded = (text: string): RawBuilder<string> => sql<string>`lower(${text}::text collate pg_c_utf8)`;
const foldedColumn = (column: 'username' | 'email'): RawBuilder<string> =>
  sql<string>`lower(${sql.ref(column)} collate pg_c_utf8)`;

const accounts = (db: Db) =>
  db.selectFrom('account').select(({ eb }) => [
    'id',
    'email',
    'username',
    'password_hash',
    'activated_at',
    eb
      .and([eb('activated_at', 'is not', null), eb('disabled_at', 'is', null)])
      .$castTo<boolean>()
      .as('active'),
  ]);

export function findAccount(db: Db, id: number): Promise<AccountRow | undefined> {
  return accounts(db).where('id', '=', id).executeTakeFirst();
}

export function findByUsername(db: Db, username: string): Promise<AccountRow | undefined> {
  return accounts(db).where(foldedColumn('username'), '=', folded(username)).executeTakeFirst();
}

/** A domain has one form (IDNA), which sign-up stores. */
export function findByEmail(db: Db, email: string): Promise<AccountRow | undefined> {
  return accounts(db)
    .where(foldedColumn('email'), '=', folded(email.normalize('NFKC')))
    .executeTakeFirst();
}

/** The username as its unique index folds it, and whether the e-mail folds to the same. */
export function foldUsername(
  db: Db,
  { username, email }: { username: string; email: string },
): Promise<{ name: string; isEmail: boolean }> {
  const isEmail = sql<boolean>`${folded(username)} = ${folded(email)}`;
  return db.selectNoFrom([folded(username).as('name'), isEmail.as('isEmail')]).executeTakeFirstOrThrow();
}

/** The account as it now is, nobody else changing it until the end of the transaction. */
export function lockAccount(db: Db, id: number): Promise<AccountRow | undefined> {
  return accounts(db).where('id', '=', id).forUpdate().executeTakeFirst();
}

/** Keeps the account from being erased until the end of the transaction; false when it is gone. */
export async function holdAccount(db: Db, id: number): Promise<boolean> {
  const row = await db.selectFrom('account').select('id').where('id', '=', id).forKeyShare().executeTakeFirst();
  return row !== undefined;
}

type NewAccount = {
  email: string;
  username: string;
  password_hash: string;
  created_at: Date;
  activated_at?: Date;
  nom?: string;
  prenom?: string;
};

/** The new account's id; undefined when its e-mail or its username is taken, by one being written at the same time too. */
export async function insertAccount(db: Db, account: NewAccount): Promise<number | undefined> {
  const row = await db
    .insertInto('account')
    .values(account)
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  return row?.id;
}

export async function markActivated(db: Db, id: number, now: Date): Promise<void> {
  await db.updateTable('account').set({ activated_at: now }).where('id', '=', id).execute();
}

export async function updatePassword(db: Db, id: number, passwordHash: string): Promise<void> {
  await db.updateTable('account').set({ password_hash: passwordHash }).where('id', '=', id).execute();
}

/** Accounts whose username looks like an e-mail and is not theirs: all of them, or those of that name. */
export function listForeignUsernames(
  db: Db,
  name: string | null,
): Promise<{ id: number; username: string; email: string }[]> {
  const foreign = db
    .selectFrom('account')
    .select(['id', sql<string>`${foldedColumn('username')}`.as('username'), 'email'])
    .where('username', 'like', '%_@_%')
    .where(sql<boolean>`${foldedColumn('username')} <> ${foldedColumn('email')}`);
  return (name === null ? foreign : foreign.where(foldedColumn('username'), '=', folded(name))).execute();
}

/** False when another account has that username. */
export async function renameAccount(db: Db, id: number, username: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('account as mine')
    .set({ username })
    .where('mine.id', '=', id)
    .where((eb) =>
      eb.not(eb.exists(eb.selectFrom('account').select('id').where(foldedColumn('username'), '=', folded(username)))),
    )
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Null lets it in again. */
export async function setDisabled(db: Db, id: number, at: Date | null): Promise<void> {
  await db.updateTable('account').set({ disabled_at: at }).where('id', '=', id).execute();
}

/** When it was made, to the millisecond that JavaScript has. */
export async function birthOf(db: Db, id: number): Promise<Date> {
  const query = db.selectFrom('account').select('created_at').where('id', '=', id).$castTo<{ created_at: Date }>();
  return (await query.executeTakeFirstOrThrow()).created_at;
}

/** In the order of their numbers. */
export function listBirths(
  db: Db,
  { after, limit }: { after: number; limit: number },
): Promise<{ id: number; created_at: Date }[]> {
  return db
    .selectFrom('account')
    .select(['id', 'created_at'])
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .$castTo<{ id: number; created_at: Date }>()
    .execute();
}

/** With all that refers to it, by cascade. */
export async function deleteAccount(db: Db, id: number): Promise<void> {
  await db.deleteFrom('account').where('id', '=', id).execute();
}

/** Accounts made before that date, never activated, without a link that still could. */
export async function deleteNeverActivated(db: Db, madeBefore: Date): Promise<void> {
  await db
    .deleteFrom('account')
    .where('activated_at', 'is', null)
    .where('created_at', '<', madeBefore)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('account_token')
            .select('account_token.id')
            .whereRef('account_token.account_id', '=', 'account.id')
            .where('account_token.expires_at', '>', madeBefore),
        ),
      ),
    )
    .execute();
}

export async function insertSecurityEvent(
  db: Db,
  event: { account_id: number | null; kind: string; ip: string | null; request_id: string | null; created_at: Date },
): Promise<void> {
  await db.insertInto('security_event').values(event).execute();
}

export async function deleteSecurityEventsBefore(db: Db, date: Date): Promise<void> {
  await db.deleteFrom('security_event').where('created_at', '<', date).execute();
}
