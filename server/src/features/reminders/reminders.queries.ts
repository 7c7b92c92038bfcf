import { sql } from 'kysely';
import type { Between } from '#domain/deadlines.ts';
import type { Db } from '#platform/db.ts';

/** Current editions of the statements that their owner has not said to be concluded. */
const watched = sql`
  statement
  join statement_edition edition
    on edition.statement_id = statement.id and edition.edition = (case when statement.renewed_at is null then 1 else 2 end)
  where statement.status = 'issued' and statement.closed_at is null`;

export type DueRow = { account_id: number; email: string; statement_id: number; edition: number; days_before: number };

/** What expires between two days (ISO) and was not told yet by that reminder; by account, the nearest first. */
export async function listDue(
  db: Db,
  { days, from, to, limit }: { days: number; from: string; to: string; limit: number },
): Promise<DueRow[]> {
  const { rows } = await sql<DueRow>`
    select due.*, account.email
    from (
      select statement.account_id, statement.id as statement_id, edition.edition, edition.expires_on, ${days}::int as days_before
      from ${watched} and edition.expires_on between ${from} and ${to}
    ) as due
    join account on account.id = due.account_id and account.reminders_stopped_at is null and account.disabled_at is null
    where not exists (
      select from expiry_notice notice
      where notice.statement_id = due.statement_id and notice.edition = due.edition and notice.days_before = due.days_before
    )
    order by due.account_id, due.expires_on, due.statement_id limit ${limit}`.execute(db);
  return rows;
}

/** Those of which this is the first time: of two workers, one tells. */
export async function markTold(db: Db, due: DueRow[], now: Date): Promise<{ statement_id: number; edition: number }[]> {
  return db
    .insertInto('expiry_notice')
    .values(due.map(({ statement_id, edition, days_before }) => ({ statement_id, edition, days_before, sent_at: now })))
    .onConflict((conflict) => conflict.doNothing())
    .returning(['statement_id', 'edition'])
    .execute();
}

export type WatchedRow = {
  statement_id: number;
  edition: number;
  adresse: string;
  reference: string;
  /** Of the original. */
  issued_at: Date;
  renewed_at: Date | null;
  /** Last day of validity of the current edition, ISO. */
  expires_on: string;
};

/** The nearest first. */
export async function listWatched(db: Db, accountId: number): Promise<WatchedRow[]> {
  const { rows } = await sql<WatchedRow>`
    select statement.id as statement_id, edition.edition, statement.adresse, edition.reference,
      statement.issued_at, statement.renewed_at, edition.expires_on
    from ${watched} and statement.account_id = ${accountId}
    order by edition.expires_on, statement.id`.execute(db);
  return rows;
}

/** Statements of each account issued or renewed then; accounts without any are left out. */
export async function countWatched(
  db: Db,
  accountIds: number[],
  { original, renewed }: { original: Between; renewed: Between },
): Promise<{ account_id: number; count: number }[]> {
  const { rows } = await sql<{ account_id: number; count: number }>`
    select account_id, count(*)::int as count from statement
    where account_id = any(${accountIds}) and status = 'issued' and closed_at is null and (
      (renewed_at is null and issued_at >= ${text(original.from)} and issued_at < ${text(original.before)})
      or (renewed_at >= ${text(renewed.from)} and renewed_at < ${text(renewed.before)})
    )
    group by account_id`.execute(db);
  return rows;
}

const text = (instant: Temporal.Instant): string => instant.toString();

export async function wantsReminders(db: Db, accountId: number): Promise<boolean> {
  const row = await db
    .selectFrom('account')
    .select('id')
    .where('id', '=', accountId)
    .where('reminders_stopped_at', 'is', null)
    .executeTakeFirst();
  return row !== undefined;
}

/** The number in the address of the account's calendar; undefined when the account is gone or disabled. */
export async function findCalendarNumber(db: Db, accountId: number): Promise<number | undefined> {
  const row = await db
    .selectFrom('account')
    .select('calendar_number')
    .where('id', '=', accountId)
    .where('disabled_at', 'is', null)
    .executeTakeFirst();
  return row?.calendar_number;
}

export async function nextCalendarNumber(db: Db, accountId: number): Promise<number | undefined> {
  const row = await db
    .updateTable('account')
    .set((eb) => ({ calendar_number: eb('calendar_number', '+', 1) }))
    .where('id', '=', accountId)
    .returning('calendar_number')
    .executeTakeFirst();
  return row?.calendar_number;
}
