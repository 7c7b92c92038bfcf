import type { Deps } from '#deps.ts';
import { handoverFiles } from '#features/handovers/handovers.ts';
import { logoFolder } from '#features/logo/logo.ts';
import { statementFolder } from '#features/statements/statements.ts';
import { transact } from '#platform/db.ts';
import type { Caller } from '#platform/http/auth.ts';
import { queueMail } from '#platform/outbox.ts';
import { recordEvent, type Origin } from './accounts.audit.ts';
import { proveOwnership, wrongPassword } from './accounts.password.ts';
import { deleteAccount, lockAccount } from './accounts.queries.ts';

/**
 * Erases the account, its profile, sessions, statements and credits (decision A6); a job of the same transaction removes
 * its files. Invoices are in their own archive; the audit trail keeps the fact without a name. Throws `invalid_input`,
 * `too_many_requests`.
 */
export async function eraseAccount(
  deps: Deps,
  request: { caller: Caller; current_password: string },
  origin: Origin,
): Promise<void> {
  const account = await proveOwnership(deps, { caller: request.caller, password: request.current_password }, origin);
  await transact(deps, async (deps) => {
    // Held by whoever issues a statement or changes the logo too: what they write after it, they remove themselves.
    const current = await lockAccount(deps.db, account.id);
    if (current?.password_hash !== account.password_hash) throw wrongPassword();
    await deps.jobs.enqueue(deps.db, 'files.remove', {
      keys: await handoverFiles(deps, account.id),
      // Whole: a process that died between a file and its row left one that no row names.
      folders: [statementFolder(account.id), logoFolder(account.id)],
    });
    await deleteAccount(deps.db, account.id);
    await queueMail(deps, { kind: 'account-deleted', recipient: account.email, accountId: null });
  });
  recordEvent(deps, { kind: 'account_deleted', account }, origin);
}
