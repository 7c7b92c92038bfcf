import type { Selectable } from 'kysely';
import type { AccountLogo } from '#platform/db-types.gen.ts';
import type { Db } from '#platform/db.ts';

export type LogoRow = Selectable<AccountLogo>;

export function findLogoRow(db: Db, accountId: number): Promise<LogoRow | undefined> {
  return db.selectFrom('account_logo').selectAll().where('account_id', '=', accountId).executeTakeFirst();
}
