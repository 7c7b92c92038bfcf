import type { Deps } from '#deps.ts';
import { endOfKeeping } from '#domain/keeping.ts';
import { transact } from '#platform/db/db.ts';
import { REMOVE_FILES } from '#platform/files/pending-files.ts';
import { clearInvoicesBefore } from './retention.queries.ts';

/** Removes the buyer and the file of old invoices; numbers and amounts stay, without a gap. */
export async function forgetOldInvoices(deps: Deps): Promise<void> {
  await transact(deps, async (deps) => {
    const keys = await clearInvoicesBefore(deps.db, endOfKeeping(deps.clock()));
    if (keys.length > 0) await deps.jobs.enqueue(deps.db, REMOVE_FILES, { keys });
  });
}
