import { sql } from 'kysely';
import type { Db } from '#platform/db/db.ts';

/** Adds one to the screen's count for that day. */
export async function countView(
  db: Db,
  { path, title, now }: { path: string; title: string; now: Date },
): Promise<void> {
  await sql`
    insert into page_view (day, path, title)
    values ((${now}::timestamptz at time zone 'Europe/Paris')::date, ${path}, ${title})
    on conflict (day, path) do update set views = page_view.views + 1, title = excluded.title`.execute(db);
}

export type NotForwardedViews = { day: string; path: string; title: string; count: number };

/** Views not yet forwarded to Matomo, of today and the day before. */
export async function listNotForwarded(
  db: Db,
  { now, rows }: { now: Date; rows: number },
): Promise<NotForwardedViews[]> {
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

export async function markForwarded(db: Db, { day, path, count }: NotForwardedViews): Promise<void> {
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
