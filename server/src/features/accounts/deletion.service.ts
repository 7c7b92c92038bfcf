import type { Deps } from '#deps.ts';
import { handoverFiles } from '#features/handovers/handovers.ts';
import { logoFolder } from '#features/logo/logo.ts';
import { statementFolder } from '#features/documents/documents.ts';
import { withdrawFromAll } from '#features/orders/orders.ts';
import { transact } from '#platform/db/db.ts';
import type { Caller } from '#platform/http/auth.ts';
import { queueMail, type MailKind } from '#platform/mails/outbox.ts';
import { REMOVE_FILES } from '#platform/files/pending-files.ts';
import { recordEvent, type Origin } from './audit.service.ts';
import { proveOwnership, wrongPassword } from './password.service.ts';
import { birthOf, deleteAccount, listBirths, lockAccount } from './accounts.queries.ts';

export const ACCOUNT_DELETED_MAIL: MailKind = { name: 'account-deleted', label: 'compte supprimé' };

/**
 * Erases the account, its profile, sessions, statements and credits; a job of the same transaction removes its files.
 * Credits whose buyer may still withdraw are paid back in it too. Invoices stay in their archive; the audit trail keeps
 * the fact without a name. Throws `invalid_input`, `too_many_requests`.
 */
export async function eraseAccount(
  deps: Deps,
  request: { caller: Caller; current_password: string },
  origin: Origin,
): Promise<void> {
  const account = await proveOwnership(deps, { caller: request.caller, password: request.current_password }, origin);
  await transact(deps, async (deps) => {
    // Issuing a statement and changing the logo take the same lock: they remove what they write after the deletion.
    const current = await lockAccount(deps.db, account.id);
    if (current?.password_hash !== account.password_hash) throw wrongPassword();
    const { refundedCents } = await erase(deps, account.id);
    const params = { refundedCents: String(refundedCents) };
    await queueMail(deps, { kind: ACCOUNT_DELETED_MAIL, recipient: account.email, accountId: null, params });
  });
  recordEvent(deps, { kind: 'account_deleted', account }, origin);
}

/**
 * Call it in a transaction that has locked the account. Returns what is paid back: the price of the unused credits of
 * orders that their buyer may still withdraw from. A refund that a restored database lost is requested again under the
 * same key.
 */
export async function erase(deps: Deps, accountId: number): Promise<{ refundedCents: number }> {
  const refundedCents = await withdrawFromAll(deps, accountId);
  const receipts = await handoverFiles(deps, accountId);
  await deps.jobs.enqueue(deps.db, REMOVE_FILES, {
    keys: receipts.keys,
    // Whole folders: a process that died between a file and its row left a file that no row names.
    folders: [statementFolder(accountId), logoFolder(accountId), ...receipts.folders],
    erasure: await erasureOf(deps, accountId),
  });
  await deleteAccount(deps.db, accountId);
  return { refundedCents };
}

/** A file that records the erasure with the account's number and creation date only, for restored databases. */
async function erasureOf(deps: Pick<Deps, 'db'>, accountId: number): Promise<string> {
  return erasureKey({ id: accountId, created_at: await birthOf(deps.db, accountId) });
}

const erasureKey = ({ id, created_at: birth }: { id: number; created_at: Date }): string =>
  `erasures/${id}-${birth.getTime()}`;

const AT_ONCE = 500;

/** Erases again the accounts erased after the moment that the database was restored to; returns how many. */
export async function eraseAgain(deps: Deps): Promise<number> {
  let erased = 0;
  for await (const id of erasedSince(deps)) {
    await transact(deps, async (deps) => {
      await lockAccount(deps.db, id);
      await erase(deps, id);
    });
    erased += 1;
  }
  return erased;
}

/** Numbers of the accounts that are in the database and whose erasure is recorded. */
export async function* erasedSince(deps: Pick<Deps, 'db' | 'files'>): AsyncGenerator<number> {
  for (let after = 0; ;) {
    const accounts = await listBirths(deps.db, { after, limit: AT_ONCE });
    const sizes = await Promise.all(accounts.map((account) => deps.files.size(erasureKey(account))));
    for (const [index, { id }] of accounts.entries()) if (sizes[index] !== null) yield id;
    const last = accounts.at(-1);
    if (last === undefined) return;
    after = last.id;
  }
}
