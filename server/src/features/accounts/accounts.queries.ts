import { sql, type RawBuilder } from 'kysely';
import type { Db } from '#platform/db/db.ts';

export type AccountRow = {
  id: number;
  email: string;
  username: string;
  password_hash: string;
  activated_at: Date | null;
  /** Activated and not disabled: may sign in. */
  active: boolean;
};

/** Case-insensitive comparison, with the same folding as the unique indexes, done by PostgreSQL only. */
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

/** Domains are compared in one form (IDNA), as stored at sign-up. */
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

/** Selects the account `for update`. */
export function lockAccount(db: Db, id: number): Promise<AccountRow | undefined> {
  return accounts(db).where('id', '=', id).forUpdate().executeTakeFirst();
}

/** Locks the account against erasure until the end of the transaction; false when it is gone. */
export async function lockAccountShared(db: Db, id: number): Promise<boolean> {
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

/** The new account's id; undefined when its e-mail or its username is taken, even by a concurrent insert. */
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

/** The secret URL of the account's calendar changes too: an intruder may have read it. */
export async function updatePassword(db: Db, id: number, passwordHash: string): Promise<void> {
  await db
    .updateTable('account')
    .set((eb) => ({ password_hash: passwordHash, calendar_number: eb('calendar_number', '+', 1) }))
    .where('id', '=', id)
    .execute();
}

/** Accounts whose username looks like an e-mail other than their own: all, or those of that name. */
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

/** Null enables the account again. */
export async function setDisabled(db: Db, id: number, at: Date | null): Promise<void> {
  await db.updateTable('account').set({ disabled_at: at }).where('id', '=', id).execute();
}

/** Creation time, to the millisecond (JavaScript's precision). */
export async function birthOf(db: Db, id: number): Promise<Date> {
  const query = db.selectFrom('account').select('created_at').where('id', '=', id).$castTo<{ created_at: Date }>();
  return (await query.executeTakeFirstOrThrow()).created_at;
}

/** Ordered by id. */
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

/** Deletes everything that refers to it, by cascade. */
export async function deleteAccount(db: Db, id: number): Promise<void> {
  await db.deleteFrom('account').where('id', '=', id).execute();
}

/** Accounts created before that date, never activated, without a link that still works. */
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
