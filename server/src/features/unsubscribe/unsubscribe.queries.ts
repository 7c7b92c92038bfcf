import type { Db } from '#platform/db/db.ts';

export type Choice = 'reminders' | 'notices';

const COLUMNS = { reminders: 'reminders_stopped_at', notices: 'notices_stopped_at' } as const;

/** Whether the account receives those mails; undefined when there is no such account. */
export async function receives(db: Db, { accountId, choice }: Chosen): Promise<boolean | undefined> {
  const row = await db
    .selectFrom('account')
    .select((eb) => eb(COLUMNS[choice], 'is', null).$castTo<boolean>().as('isReceived'))
    .where('id', '=', accountId)
    .executeTakeFirst();
  return row?.isReceived;
}

/** The first date of a stop stays; null lets the mails come again. */
export async function setStopped(db: Db, { accountId, choice }: Chosen, at: Date | null): Promise<void> {
  const column = COLUMNS[choice];
  await db
    .updateTable('account')
    .set((eb) => ({ [column]: at && eb.fn.coalesce(column, eb.val(at)) }))
    .where('id', '=', accountId)
    .execute();
}

export type Chosen = { accountId: number; choice: Choice };
