import type { Db } from '#platform/db/db.ts';
import type { Slot } from '#platform/suppliers/source-health.ts';

/** Oldest first. */
export function slotsSince(db: Db, since: Date): Promise<Slot[]> {
  return db
    .selectFrom('source_health')
    .select(['source', 'slot', 'answered', 'failed', 'durations'])
    .select(['last_success as lastSuccess', 'last_failure as lastFailure'])
    .where('slot', '>=', since)
    .orderBy('slot')
    .execute();
}

/** Mails not sent yet; `oldest` is null when there is none. */
export async function mailsWaiting(db: Db): Promise<{ count: number; oldest: Date | null }> {
  return db
    .selectFrom('outgoing_mail')
    .select(({ fn }) => [fn.countAll<number>().as('count'), fn.min('created_at').as('oldest')])
    .where('sent_at', 'is', null)
    .where('dropped_at', 'is', null)
    .executeTakeFirstOrThrow();
}
