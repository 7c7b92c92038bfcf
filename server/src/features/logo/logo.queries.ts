import type { Insertable, Selectable } from 'kysely';
import type { AccountLogo } from '#platform/db/db-types.gen.ts';
import type { Db } from '#platform/db/db.ts';

export type LogoRow = Selectable<AccountLogo>;

export function findLogoRow(db: Db, accountId: number): Promise<LogoRow | undefined> {
  return db.selectFrom('account_logo').selectAll().where('account_id', '=', accountId).executeTakeFirst();
}

export async function saveLogoRow(db: Db, row: Insertable<AccountLogo>): Promise<void> {
  await db
    .insertInto('account_logo')
    .values(row)
    .onConflict((conflict) => conflict.column('account_id').doUpdateSet(row))
    .execute();
}

export async function deleteLogoRow(db: Db, accountId: number): Promise<void> {
  await db.deleteFrom('account_logo').where('account_id', '=', accountId).execute();
}
