import { sql } from 'kysely';
import { legible } from '@clairisque/contract/common/text.ts';
import type { Temporal } from 'temporal-polyfill';
import type { Between } from '#domain/risks/deadlines.ts';
import type { DeedKind } from '#domain/risks/deeds.ts';
import { currentDocument, currentEdition } from '#platform/db/current-edition.ts';
import type { Db } from '#platform/db/db.ts';

export type DueRow = { account_id: number; email: string; statement_id: number; edition: number; days_before: number };

/** Documents that expire between two days (ISO) without that reminder yet; by account, the nearest first. */
export async function listDue(
  db: Db,
  { days, from, to, limit }: { days: number; from: string; to: string; limit: number },
): Promise<DueRow[]> {
  // The day comes first in the query: the planner cannot estimate which edition is the current one.
  const { rows } = await sql<DueRow>`
    with due as materialized (
      select statement_id, edition, expires_on from statement_edition
      where expires_on between ${from} and ${to} and completes is null and not exists (
        select from expiry_notice notice
        where notice.statement_id = statement_edition.statement_id
          and notice.edition = statement_edition.edition and notice.days_before = ${days}
      )
    )
    select account.id as account_id, account.email, due.statement_id, due.edition, ${days}::int as days_before
    from due
    join statement on statement.id = due.statement_id and statement.closed_at is null
      and due.edition = ${CURRENT_DOCUMENT}
    join account on account.id = statement.account_id
      and account.reminders_stopped_at is null and account.disabled_at is null
    order by account.id, due.expires_on, due.statement_id limit ${limit}`.execute(db);
  return rows;
}

/** Whatever completes it: a reminder is sent once for each document. */
const CURRENT_DOCUMENT = currentDocument('statement.id');

/** Returns those marked for the first time: of two workers, one sends. */
export async function markReminded(
  db: Db,
  due: DueRow[],
  now: Date,
): Promise<{ statement_id: number; edition: number }[]> {
  return db
    .insertInto('expiry_notice')
    .values(due.map(({ statement_id, edition, days_before }) => ({ statement_id, edition, days_before, sent_at: now })))
    .onConflict((conflict) => conflict.doNothing())
    .returning(['statement_id', 'edition'])
    .execute();
}

export type PlannedRow = {
  statement_id: number;
  kind: DeedKind;
  /** ISO. */
  day: string;
  adresse: string;
  parcelCodes: string[] | null;
  reference: string;
  changed_at: Date;
};

/** Planned days of statements that are not signed, the nearest first. */
export async function listPlanned(db: Db, accountId: number): Promise<PlannedRow[]> {
  const { rows } = await sql<PlannedRow>`
    select statement.id as statement_id, planned.kind, planned.day, statement.adresse,
      statement.parcelles as "parcelCodes", newest.reference, watch.changed_at
    from statement
    join statement_watch watch on watch.statement_id = statement.id
    cross join lateral (
      values ('promesse', watch.promesse_on), ('acte', watch.acte_on), ('bail', watch.lease_on)
    ) planned (kind, day)
    join statement_edition newest on newest.statement_id = statement.id
      and newest.edition = ${currentEdition('statement.id')}
    where statement.account_id = ${accountId} and statement.status = 'issued' and statement.closed_at is null
      and planned.day is not null
    order by planned.day, statement.id`.execute(db);
  return rows.map((row) => ({ ...row, adresse: legible(row.adresse) }));
}

export type ExpiringRow = {
  statement_id: number;
  edition: number;
  adresse: string;
  confirmedAddress: string | null;
  communeName: string | null;
  parcelCodes: string[] | null;
  reference: string;
  /** Issue of the original. */
  issued_at: Date;
  renewed_at: Date | null;
  /** Last day of validity of the current edition, ISO. */
  expires_on: string;
};

/** Statements not marked as concluded, the nearest first. */
export async function listExpiring(db: Db, accountId: number): Promise<ExpiringRow[]> {
  const { rows } = await sql<ExpiringRow>`
    select statement.id as statement_id, edition.edition, statement.adresse, newest.reference,
      edition.confirmed_address as "confirmedAddress", statement.commune_nom as "communeName",
      statement.parcelles as "parcelCodes",
      statement.issued_at, statement.renewed_at, edition.expires_on
    from statement
    join statement_edition edition on edition.statement_id = statement.id and edition.edition = ${CURRENT_DOCUMENT}
    join statement_edition newest on newest.statement_id = statement.id
      and newest.edition = ${currentEdition('statement.id')}
    where statement.account_id = ${accountId} and statement.status = 'issued' and statement.closed_at is null
    order by edition.expires_on, statement.id`.execute(db);
  return rows.map((row) => ({ ...row, adresse: legible(row.adresse) }));
}

/** Number of statements of each account issued or renewed in those ranges; accounts without any are left out. */
export async function countExpiring(
  db: Db,
  accountIds: number[],
  { original, renewed }: { original: Between; renewed: Between },
): Promise<CountedRow[]> {
  const isExpiring = sql`(
    (renewed_at is null and issued_at >= ${text(original.from)} and issued_at < ${text(original.before)})
    or (renewed_at >= ${text(renewed.from)} and renewed_at < ${text(renewed.before)}))`;
  // Valid today: issued or renewed since the first instant of those that expire today.
  const isOpen = sql`(open_questions > 0 and (
    renewed_at >= ${text(renewed.from)} or (renewed_at is null and issued_at >= ${text(renewed.from)})))`;
  const { rows } = await sql<CountedRow>`
    select account_id, count(*) filter (where ${isExpiring})::int as expiring,
      count(*) filter (where ${isOpen})::int as open
    from statement
    where account_id = any(${accountIds}) and status = 'issued' and closed_at is null and (${isExpiring} or ${isOpen})
    group by account_id`.execute(db);
  return rows;
}

/** `open`: valid documents with questions left to answer. */
type CountedRow = { account_id: number; expiring: number; open: number };

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

/** The number in the URL of the account's calendar; undefined when the account is gone or disabled. */
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
