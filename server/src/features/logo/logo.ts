import type { Deps } from '#deps.ts';
import { findLogoRow } from './logo.queries.ts';

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
