import { createHash } from 'node:crypto';
import type { Deps } from '#deps.ts';
import { reprintReceipt } from '#features/handovers/handovers.ts';
import { reprintInvoice } from '#features/invoices/invoices.ts';
import { isShortFile, reprint, reprintShortVersion } from '#features/documents/documents.ts';
import { forgetDamage, markRestored, RESTORE_FILE } from '#platform/files/damaged-files.ts';
import { transact } from '#platform/db/db.ts';
import { SupplierFailure } from '#platform/suppliers/supplier-failure.ts';
import { findNamedFile, listUnrestored, type NamedFile } from './kept-files.queries.ts';

/**
 * Replaces a damaged file by its original bytes: a former version from the store, or else a reprint. Writes only bytes
 * of the recorded hash, under the same key: safe to repeat and to kill. A file that cannot be restored stays reported.
 */
export async function restoreFile(deps: Deps, key: string): Promise<void> {
  const file = await findNamedFile(deps.db, key);
  if (file === undefined) return forgetDamage(deps.db, key);
  if ((await deps.files.damageOf(file)) === null) return markRestored(deps, key);
  const bytes = (await deps.files.copyOf(file)) ?? (await printedAgain(deps, file));
  if (bytes === null) {
    deps.log.error({ page: true, key, whose: file.whose }, 'damaged file not restored: no copy has its bytes');
    return;
  }
  await deps.files.put(key, bytes);
  // Erased with its account in the meantime: the job that removes its key may have ended, so queue it again.
  if ((await findNamedFile(deps.db, key)) === undefined) {
    await deps.files.remove(key);
    return forgetDamage(deps.db, key);
  }
  await markRestored(deps, key);
  deps.log.warn({ key, whose: file.whose }, 'damaged file restored');
}

/** Null when today's bytes are not those that were issued: nothing else may replace them. */
async function printedAgain(deps: Deps, file: NamedFile): Promise<Buffer | null> {
  try {
    const bytes = await print(deps, file);
    return bytes !== null && createHash('sha256').update(bytes).digest('hex') === file.sha256 ? bytes : null;
  } catch (err) {
    // Retried: the inputs of the print are in the same store.
    if (err instanceof SupplierFailure) throw err;
    deps.log.warn({ err, key: file.key }, 'damaged file not printed again');
    return null;
  }
}

async function print(deps: Deps, { kind, id, whose, key }: NamedFile): Promise<Buffer | null> {
  if (kind === 'invoice') return reprintInvoice(deps, id);
  if (kind === 'handover_receipt') return reprintReceipt(deps, id);
  if (kind === 'statement_edition' && isShortFile(key)) return reprintShortVersion(deps, whose);
  const isDocument = kind === 'statement_edition' && key.endsWith('.pdf');
  return isDocument ? (await reprint(deps, whose)).pdf : null;
}

/** For an hourly cron: an operator may have restored a file, or the inputs of its print. */
export async function restoreAgain(deps: Deps): Promise<void> {
  const keys = await listUnrestored(deps.db);
  await transact(deps, async ({ db, jobs }) => {
    for (const key of keys) await jobs.enqueue(db, RESTORE_FILE, { key });
  });
}
