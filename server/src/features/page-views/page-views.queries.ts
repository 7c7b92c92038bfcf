import { sql } from 'kysely';
import type { Db } from '#platform/db.ts';

/** Far more screens than the site has: whatever is sent to the public endpoint, a day stays small. */
const PATHS_A_DAY = 500;
const OTHER_PATHS = '/*';

/** Adds one to the screen's count of that day, or to that of all other screens once the day has too many. */
export async function countView(
  db: Db,
  { path, title, now }: { path: string; title: string; now: Date },
): Promise<void> {
  const day = sql`(${now}::timestamptz at time zone 'Europe/Paris')::date`;
  await sql`
    insert into page_view (day, path, title)
    select ${day}, case
      when exists (select from page_view where day = ${day} and path = ${path}) then ${path}
      when (select count(*) from page_view where day = ${day}) < ${PATHS_A_DAY} then ${path}
      else ${OTHER_PATHS} end, ${title}
    on conflict (day, path) do update set views = page_view.views + 1, title = excluded.title`.execute(db);
}

export type UntoldViews = { day: string; path: string; title: string; count: number };

/** What Matomo was not told of yet, today's and the day before's. */
export async function listUntold(db: Db, { now, rows }: { now: Date; rows: number }): Promise<UntoldViews[]> {
  return db
    .selectFrom('page_view')
    .select(['day', 'path', 'title', sql<number>`views - forwarded`.as('count')])
    .where('day', '>=', sql<string>`(${now}::timestamptz at time zone 'Europe/Paris')::date - 1`)
    .whereRef('views', '>', 'forwarded')
    .orderBy('day')
    .orderBy('path')
    .limit(rows)
    .execute();
}

export async function markTold(db: Db, { day, path, count }: UntoldViews): Promise<void> {
  await db
    .updateTable('page_view')
    .set((eb) => ({ forwarded: eb('forwarded', '+', count) }))
    .where('day', '=', day)
    .where('path', '=', path)
    .execute();
}

export async function deleteViewsBefore(db: Db, day: string): Promise<void> {
  await db.deleteFrom('page_view').where('day', '<', day).execute();
}
