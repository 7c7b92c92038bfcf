import { sql } from 'kysely';
import { CURRENT_CHECKABLE, type Checkable, type CheckRow, type Origin } from './checks.queries.ts';
import type { Db } from '#platform/db/db.ts';

type Of = { accountId: number; ids: readonly number[] };

/** Issued statements of the account among these, locked in the order of their numbers, as every caller does. */
export async function lockCheckables(db: Db, { accountId, ids }: Of): Promise<Checkable[]> {
  const { rows } = await sql<Checkable>`${CURRENT_CHECKABLE}
    where s.status = 'issued' and s.account_id = ${accountId} and s.id = any (${[...ids]}::bigint[])
    order by s.id for update of s`.execute(db);
  return rows;
}

/** The one under way of each, or the newest one with an outcome since then. */
export async function listRecent(db: Db, ids: readonly number[], since: Date): Promise<CheckRow[]> {
  const { rows } = await sql<CheckRow>`
    select distinct on (statement_id) * from statement_check
    where statement_id = any (${[...ids]}::bigint[])
      and (ended_at is null or (outcome in ('unchanged', 'changed') and ended_at >= ${since}))
    order by statement_id, id desc`.execute(db);
  return rows;
}

type New = { statementId: number; edition: number };
type Asked = { origin: Origin; subject: string; now: Date };

/** The statements are locked, and none has a check under way. */
export async function insertChecks(
  db: Db,
  checks: readonly New[],
  { origin, subject, now }: Asked,
): Promise<CheckRow[]> {
  if (checks.length === 0) return [];
  const values = checks.map(({ statementId, edition }) => ({
    statement_id: statementId,
    edition,
    origin,
    subject,
    asked_at: now,
    next_at: now,
  }));
  return db.insertInto('statement_check').values(values).returningAll().$castTo<CheckRow>().execute();
}

type Page = { accountId: number; limit: number };

/** Statements in validity with a day planned from today on, after that one. */
export async function listPlanned(
  db: Db,
  { accountId, today, after, limit }: Page & { today: string; after: number },
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select s.id from statement s
    join statement_watch w on w.statement_id = s.id
    join lateral (
      select expires_on from statement_edition where statement_id = s.id order by edition desc limit 1
    ) e on e.expires_on >= ${today}
    where s.account_id = ${accountId} and s.status = 'issued' and s.closed_at is null and s.id > ${after}
      and (w.promesse_on >= ${today} or w.acte_on >= ${today} or w.lease_on >= ${today})
    order by s.id limit ${limit}`.execute(db);
  return rows.map(({ id }) => id);
}

/** Checks of an account, newest first. They are found by its statements: a check knows no account. */
export async function listChecksBefore(
  db: Db,
  { accountId, before, limit }: Page & { before: number | null },
): Promise<(CheckRow & { current: string })[]> {
  const { rows } = await sql<CheckRow & { current: string }>`
    with mine as materialized (select id from statement where account_id = ${accountId} and status = 'issued'),
    page as (
      select c.* from mine join statement_check c on c.statement_id = mine.id
      where ${before}::bigint is null or c.id < ${before} order by c.id desc limit ${limit}
    )
    select page.*, e.reference as current from page
    join lateral (
      select reference from statement_edition where statement_id = page.statement_id order by edition desc limit 1
    ) e on true
    order by page.id desc`.execute(db);
  return rows;
}
