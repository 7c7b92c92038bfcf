import type { Deps } from '#deps.ts';
import type { Insertable, Selectable } from 'kysely';
import type { AccountLogo } from '#platform/db/db-types.gen.ts';
import type { Db } from '#platform/db/db.ts';

/** The account's logo as printed: PNG. An unreadable logo never stops a document: it logs and returns null. */
export async function findLogo(deps: Pick<Deps, 'db' | 'files' | 'log'>, accountId: number): Promise<Buffer | null> {
  try {
    const row = await findLogoRow(deps.db, accountId);
    return row === undefined ? null : await deps.files.get({ key: row.file_key, sha256: row.sha256 });
  } catch (err) {
    deps.log.warn({ err, accountId }, 'logo not read');
    return null;
  }
}

/** Folder of an account's logos, removed with it. */
export const logoFolder = (accountId: number): string => `logos/${accountId}`;

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
