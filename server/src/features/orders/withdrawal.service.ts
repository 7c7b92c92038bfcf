import type { Withdrawable } from '@clairisque/contract/orders.ts';
import type { Deps } from '#deps.ts';
import { unspentCredits } from '#features/credits/credits.ts';
import { invoiceNumberOf } from '#features/invoices/invoices.ts';
import { priceOfUnused, withdrawalEnds } from '#domain/credits/refunds.ts';
import { transact } from '#platform/db/db.ts';
import { AppError } from '#platform/app-error.ts';
import { queueMail, type MailKind } from '#platform/mails/outbox.ts';
import { lockOrder } from './lock.service.ts';
import { requestRefund } from './refund-requests.service.ts';
import { listRefunds, paidOrdersSince, type OrderRow } from './orders.queries.ts';

export const WITHDRAWAL_RECEIVED_MAIL: MailKind = { name: 'withdrawal-received', label: 'accusé de rétractation' };

/** The longest that fourteen days can last, with week-ends and the change of clocks. */
const WINDOW_MS = 18 * 86_400_000;

/** Orders that their buyer may still withdraw from, with the amount that would be paid back (art. L221-18, L221-21). */
export async function listWithdrawable(deps: Deps, accountId: number): Promise<Withdrawable[]> {
  const now = deps.clock();
  const orders = await paidOrdersSince(deps.db, { accountId, since: new Date(now.getTime() - WINDOW_MS) });
  const offers = await Promise.all(orders.map((order) => offerOf(deps, order)));
  return offers.filter((offer) => offer !== null);
}

async function offerOf(deps: Deps, order: OrderRow): Promise<Withdrawable | null> {
  if (order.paid_at === null) return null;
  const until = withdrawalEnds(order.paid_at);
  const due = await dueOf(deps, order);
  if (deps.clock() > until || due.credits === 0 || due.amountCents === 0) return null;
  return {
    commande: order.id,
    produit: order.label,
    numero_facture: await invoiceNumberOf(deps, order.id),
    jusqu_au: until.toISOString(),
    credits_restants: due.credits,
    montant: due.amountCents / 100,
  };
}

/** Unspent credits of an order and their price, less earlier refunds. */
async function dueOf(deps: Deps, order: OrderRow): Promise<{ credits: number; amountCents: number }> {
  const refunds = await listRefunds(deps.db, order.id);
  if (refunds.some((refund) => refund.kind === 'withdrawal')) return { credits: 0, amountCents: 0 };
  const paidBack = refunds.reduce((sum, refund) => sum + (refund.undone_at === null ? refund.amount_cents : 0), 0);
  const credits = await unspentCredits(deps, order.id);
  return { credits, amountCents: Math.min(priceOfUnused(order, credits), order.amount_cents - paidBack) };
}

/**
 * « Confirmer la rétractation »: one transaction takes the unused credits, numbers the credit note, and queues the
 * refund and the acknowledgement. @throws `not_found` for another user's order, `conflict` when nothing can be
 * withdrawn.
 */
export async function withdraw(
  deps: Deps,
  request: { accountId: number; orderId: string; name: string },
): Promise<{ amountCents: number; at: Date }> {
  return transact(deps, async (deps) => {
    const order = await lockOrder(deps, { id: request.orderId });
    if (order?.account_id !== request.accountId || order.paid_at === null) {
      throw new AppError('not_found', 'Cette commande n’existe pas.');
    }
    const at = deps.clock();
    const due = await dueOf(deps, order);
    if (at > withdrawalEnds(order.paid_at) || due.amountCents <= 0) {
      throw new AppError(
        'conflict',
        'Cette commande n’est plus rétractable : ses crédits sont utilisés ou le délai est passé.',
      );
    }
    await payBack(deps, order, { ...due, at, name: request.name });
    return { amountCents: due.amountCents, at };
  });
}

/**
 * Withdraws from every order that its buyer may still withdraw from: whoever deletes his account loses no right by it.
 * Credits reserved by a batch count as unspent, since the batch goes too. Call it in a transaction that has locked the
 * account and then erases it. Returns the sum that will be paid back, in cents.
 */
export async function withdrawFromAll(deps: Deps, accountId: number): Promise<number> {
  const at = deps.clock();
  let amountCents = 0;
  for (const { id } of await paidOrdersSince(deps.db, { accountId, since: new Date(at.getTime() - WINDOW_MS) })) {
    const order = await lockOrder(deps, { id });
    if (order === undefined || order.paid_at === null || at > withdrawalEnds(order.paid_at)) continue;
    const due = await dueOf(deps, order);
    if (due.amountCents <= 0) continue;
    await payBack(deps, order, { ...due, at, name: order.buyer_email });
    amountCents += due.amountCents;
  }
  return amountCents;
}

type Withdrawal = { credits: number; amountCents: number; at: Date; name: string };

/** Requests the refund and queues the acknowledgement, in the caller's transaction. */
async function payBack(deps: Deps, order: OrderRow, withdrawal: Withdrawal): Promise<void> {
  const { credits, amountCents, at, name } = withdrawal;
  await requestRefund(deps, order, { kind: 'withdrawal', credits, amountCents, at });
  const params = { orderId: order.id, name, at: at.toISOString() };
  // Without the account: the acknowledgement must leave even if it is erased before.
  await queueMail(deps, { kind: WITHDRAWAL_RECEIVED_MAIL, recipient: order.buyer_email, accountId: null, params });
}
