import { createHash, randomBytes } from 'node:crypto';
import type { Deps } from '#deps.ts';
import { lockAccountShared } from '#features/accounts/accounts.ts';
import { AppError } from '#platform/app-error.ts';
import { transact } from '#platform/db/db.ts';
import { announcePendingFiles, confirmPendingFiles, removePendingFiles } from '#platform/files/pending-files.ts';
import { findByNumber, insertShortFile, type Edition, type ShortFile } from './editions.queries.ts';
import { statementFolder } from './editions.service.ts';
import { unpackInputs } from './printer-inputs.rules.ts';

/** How the name of the file ends, in the store. */
const SHORT_FILE = '.remise.pdf';
export const isShortFile = (key: string): boolean => key.endsWith(SHORT_FILE);

/**
 * The short version of an edition: page 1, the form, the attestation and the noise, without annexes. Printed from the
 * stored inputs by their own template when it is first asked for, then kept: it never changes. Throws `not_found` for an
 * edition made before it existed.
 */
export async function shortVersionOf(deps: Deps, edition: Edition): Promise<ShortFile> {
  if (edition.short !== null) return edition.short;
  const kept = await keep(deps, edition, await printShortVersion(deps, edition));
  if (kept !== null) return kept;
  // Printed by another call in the meantime, or erased with its account.
  const now = await findByNumber(deps.db, edition);
  if (!now?.short) throw new AppError('not_found', 'Pas trouvé.');
  return now.short;
}

/** Prints the same bytes each time. */
export async function printShortVersion(
  deps: Pick<Deps, 'files' | 'typst'>,
  { inputs }: Pick<Edition, 'inputs'>,
): Promise<Buffer> {
  const kept = inputs && unpackInputs(await deps.files.get(inputs));
  // Its template has no short version.
  if (!kept || !('order' in kept.data)) throw new AppError('not_found', NO_SHORT_VERSION);
  const { template, data, files } = kept;
  return deps.typst.render(template, { ...data, attachments: [], isShort: true }, files);
}

const NO_SHORT_VERSION =
  'Cet état des risques a été émis avant que la version courte existe\u00A0: remettez le PDF complet.';

/** The first stored file is the version: null for another. A crash leaves an announced file, which the sweep removes. */
async function keep(deps: Deps, edition: Edition, pdf: Buffer): Promise<ShortFile | null> {
  const { accountId, statementId } = edition;
  const sha256 = createHash('sha256').update(pdf).digest('hex');
  const name = `${sha256}-${randomBytes(4).toString('hex')}${SHORT_FILE}`;
  const key = `${statementFolder(accountId)}/${statementId}/${name}`;
  await announcePendingFiles(deps, [key]);
  await deps.files.put(key, pdf);
  const isKept = await transact(deps, async ({ db }) => {
    // Waits for a running erasure, whose folder is then gone.
    if (!(await lockAccountShared(db, accountId))) return false;
    if (!(await insertShortFile(db, { statementId, edition: edition.edition, key, sha256 }))) return false;
    await confirmPendingFiles(db, [key]);
    return true;
  });
  if (!isKept) await removePendingFiles(deps, [key]);
  return isKept ? { key, sha256 } : null;
}
