import type { Deps } from '#deps.ts';
import { lockAccountShared } from '#features/accounts/accounts.ts';
import { transact } from '#platform/db/db.ts';
import { queueMail, type MailKind } from '#platform/mails/outbox.ts';
import {
  hasOtherReceipt,
  listOwnersToNotify,
  listReceivers,
  markNotified,
  wasNotifiedSince,
} from './receipt.queries.ts';

export const ACKNOWLEDGED_MAIL: MailKind = { name: 'handover-acknowledged', label: 'reçu d’une remise' };
export const REPLACED_MAIL: MailKind = {
  name: 'handover-replaced',
  label: 'document mis à jour, pour qui l’a reçu',
  notResent: 'son visiteur l’a reçu une fois ; le lien de remise lui donne le document mis à jour.',
};
export const COPY_MAIL: MailKind = {
  name: 'handover-copy',
  label: 'copie pour un visiteur',
  notResent: 'son visiteur l’a reçue une fois ; le lien de remise lui redonne le document.',
};

/** An owner is notified at once, then at most once an hour: a link is open to anyone who has it. */
export const anHourBefore = (now: Date): Date => new Date(now.getTime() - 3_600_000);
/** Per run; the next run, some minutes later, goes on. */
const AT_ONCE = 500;

type Owner = { account_id: number; email: string };

/** For a cron: one mail per account, for the receipts that its owner was not notified of. */
export async function notifyOwners(deps: Deps): Promise<void> {
  for (const owner of await listOwnersToNotify(deps.db, AT_ONCE)) {
    await transact(deps, async (deps) => {
      const now = deps.clock();
      if (!(await lockAccountShared(deps.db, owner.account_id))) return;
      if (await wasNotifiedSince(deps.db, owner.account_id, anHourBefore(now))) return;
      const receipts = await markNotified(deps.db, owner.account_id, now);
      if (receipts.length > 0) await notifyOwner(deps, owner, receipts);
    });
  }
}

/** The visitor's own copy: one per address and link, since anyone may type any address (decision 0055). */
export async function sendCopy(
  deps: Pick<Deps, 'db' | 'jobs'>,
  { account_id: accountId, ...receipt }: { account_id: number; id: string; handover_id: string; email: string },
): Promise<void> {
  if (await hasOtherReceipt(deps.db, receipt)) return;
  const params = { receiptId: receipt.id };
  await queueMail(deps, { kind: COPY_MAIL, recipient: receipt.email, accountId, params });
}

/**
 * Whoever received a document by a link that still opens is told that an updated one replaces it: once for each address and
 * link. `root`: the original or the renewal that was handed over. In the transaction that replaces it.
 */
export async function tellReceivers(
  deps: Pick<Deps, 'db' | 'jobs'>,
  { accountId, statementId, root }: { accountId: number; statementId: number; root: number },
): Promise<void> {
  for (const { id, email } of await listReceivers(deps.db, { statementId, root })) {
    await queueMail(deps, { kind: REPLACED_MAIL, recipient: email, accountId, params: { receiptId: id } });
  }
}

export function notifyOwner(deps: Pick<Deps, 'db' | 'jobs'>, owner: Owner, receipts: string[]): Promise<void> {
  return queueMail(deps, {
    kind: ACKNOWLEDGED_MAIL,
    recipient: owner.email,
    accountId: owner.account_id,
    params: { receiptId: receipts.join(' ') },
  });
}
