import { sql } from 'kysely';
import type { Db } from '#platform/db/db.ts';

export type Entry = { rank: number; day: string; content: string; hash: string };
export type Root = { day: string; first_rank: number; last_rank: number; root: string };

export async function insertWaiting(db: Db, content: string): Promise<void> {
  await db.insertInto('vigilance_waiting').values({ content }).execute();
}

/** One worker at a time gives ranks, until the end of its transaction. */
export async function lockLog(db: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('vigilance'))`.execute(db);
}

/** Takes lines that wait, in the order of their commits' numbers. */
export async function takeWaiting(db: Db, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: number; content: string }>`
    delete from vigilance_waiting where id in (select id from vigilance_waiting order by id limit ${limit})
    returning id, content`.execute(db);
  return rows.toSorted((one, other) => one.id - other.id).map(({ content }) => content);
}

export const lastEntry = (db: Db): Promise<Entry | undefined> =>
  db.selectFrom('vigilance_entry').selectAll().orderBy('rank', 'desc').limit(1).executeTakeFirst();

export const lastRoot = (db: Db): Promise<Root | undefined> =>
  db.selectFrom('vigilance_root').selectAll().orderBy('day', 'desc').limit(1).executeTakeFirst();

export async function insertEntries(db: Db, entries: readonly Entry[]): Promise<void> {
  if (entries.length > 0) await db.insertInto('vigilance_entry').values(entries).execute();
}

/** Days before that one that have lines and no root yet, oldest first. */
export async function listEndedDays(db: Db, today: string): Promise<string[]> {
  const rows = await db
    .selectFrom('vigilance_entry')
    .select('day')
    .distinct()
    .where('day', '<', today)
    .where('day', '>', (eb) =>
      eb.fn.coalesce(
        eb.selectFrom('vigilance_root').select((root) => root.fn.max('day').as('day')),
        sql<string>`'0001-01-01'`,
      ),
    )
    .orderBy('day')
    .execute();
  return rows.map(({ day }) => day);
}

export async function hashesOf(db: Db, day: string): Promise<{ rank: number; hash: string }[]> {
  return db.selectFrom('vigilance_entry').select(['rank', 'hash']).where('day', '=', day).orderBy('rank').execute();
}

export async function insertRoot(db: Db, root: Root): Promise<void> {
  await db.insertInto('vigilance_root').values(root).execute();
}

/** Newest first. */
export const listRoots = (db: Db, limit: number): Promise<Root[]> =>
  db.selectFrom('vigilance_root').selectAll().orderBy('day', 'desc').limit(limit).execute();

/** Lines about a reference, oldest first, with the hash before each. */
export async function findEntries(db: Db, reference: string): Promise<(Entry & { before: string | null })[]> {
  const { rows } = await sql<Entry & { before: string | null }>`
    select e.*, p.hash as before from vigilance_entry e left join vigilance_entry p on p.rank = e.rank - 1
    where split_part(e.content, ' ', 2) = ${reference} order by e.rank limit 20`.execute(db);
  return rows;
}

export const findRoot = (db: Db, day: string): Promise<Root | undefined> =>
  db.selectFrom('vigilance_root').selectAll().where('day', '=', day).executeTakeFirst();

/** A page of the log. */
export const listEntries = (db: Db, { after, limit }: { after: number; limit: number }): Promise<Entry[]> =>
  db.selectFrom('vigilance_entry').selectAll().where('rank', '>', after).orderBy('rank').limit(limit).execute();

/** Documents and checks that differ from their line, or have none since the log began. */
export async function listUnlike(db: Db, limit: number): Promise<string[]> {
  const { rows } = await sql<{ reference: string }>`
    with began as (
      select (regexp_match(content, '(\\S+)$'))[1]::timestamptz as at from vigilance_entry
      where content like 'edition %' order by rank limit 1
    ), rows as (
      select reference, format('edition %s sha256:%s ', reference, file_sha256) as line from statement_edition
      where issued_at >= (select at from began)
      union all
      select reference, format('confirmed %s sha256:%s of %s sha256:%s ', reference, file_sha256, document_reference, document_sha256)
      from statement_check where outcome = 'unchanged'
      union all
      select new_reference, format('changed %s of %s sha256:%s ', new_reference, document_reference, document_sha256)
      from statement_check where outcome = 'changed'
    )
    select reference from rows
    where not exists (
      select from vigilance_entry e
      where split_part(e.content, ' ', 2) = rows.reference and starts_with(e.content, rows.line)
    ) and not exists (select from vigilance_waiting w where starts_with(w.content, rows.line))
    order by reference limit ${limit}`.execute(db);
  return rows.map(({ reference }) => reference);
}
