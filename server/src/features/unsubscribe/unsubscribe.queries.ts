import type { Db } from '#platform/db/db.ts';

export type Choice = 'reminders' | 'notices';

/** False when there is no such account. The first date stays. */
export async function stopMails(
  db: Db,
  { accountId, choice, now }: { accountId: number; choice: Choice; now: Date },
): Promise<boolean> {
  const column = choice === 'reminders' ? 'reminders_stopped_at' : 'notices_stopped_at';
  const { numUpdatedRows } = await db
    .updateTable('account')
    .set((eb) => ({ [column]: eb.fn.coalesce(column, eb.val(now)) }))
    .where('id', '=', accountId)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
