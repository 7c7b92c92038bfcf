import type { Deps } from '#deps.ts';
import { findLogoRow } from './logo.queries.ts';

/** The account's logo as it is printed: PNG. A logo that cannot be read never holds up a document: null, and a line in the log. */
export async function findLogo(deps: Pick<Deps, 'db' | 'files' | 'log'>, accountId: number): Promise<Buffer | null> {
  try {
    const row = await findLogoRow(deps.db, accountId);
    return row === undefined ? null : await deps.files.get({ key: row.file_key, sha256: row.sha256 });
  } catch (err) {
    deps.log.warn({ err, accountId }, 'logo not read');
    return null;
  }
}

/** Where the logos of an account are: the folder goes with it. */
export const logoFolder = (accountId: number): string => `logos/${accountId}`;
