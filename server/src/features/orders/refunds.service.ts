import type { Deps } from '#deps.ts';
import { restoreCredits, takeBackCredits } from '#features/credits/credits.ts';
import { issueCreditNote } from '#features/invoices/invoices.ts';
import type { RefundOrDispute } from '#domain/credits/payment.ts';
import { creditsToTake } from '#domain/credits/refunds.ts';
import { transact } from '#platform/db/db.ts';
import { lockOrder } from './lock.service.ts';
import { refundedInAll } from './refund-requests.service.ts';
import {
  insertRefund,
  listRefunds,
  markPaidBack,
  markUndone,
  type OrderRow,
  type RefundRow,
} from './orders.queries.ts';

/**
 * Brings an order in line with the refunds and disputes that the provider reports now: takes unspent credits, issues a
 * credit note for money paid back, restores the credits of a dispute that was won. Idempotent.
 */
export async function settleRefundsAndDisputes(deps: Deps, paymentId: string): Promise<void> {
  const given = await deps.payments.readRefundsAndDisputes(paymentId);
  if (given.length === 0) return;
  await transact(deps, async (deps) => {
    const order = await lockOrder(deps, { paymentId });
    // A refund reported before its purchase: the purchase will process it.
    if (order === undefined || order.status !== 'paid') {
      deps.log.warn({ paymentId }, 'refund without a paid order');
      return;
    }
    const known = new Map((await listRefunds(deps.db, order.id)).map((row) => [row.id, row]));
    // Credits that a won dispute restores may be those that a refund takes.
    for (const one of given.toSorted((a, b) => Number(b.undone) - Number(a.undone))) {
      if (one.ourKey === null) await settleOne(deps, order, { given: one, known: known.get(one.id) });
      else {
        if (!known.has(one.ourKey)) await restoreOurs(deps, order, { ...one, id: one.ourKey });
        reportFailure(deps, order, one);
      }
    }
  });
}

/**
 * Restores a refund request that a restored database lost although it was paid: otherwise the buyer would keep both the
 * money and the credits.
 */
async function restoreOurs(deps: Deps, order: OrderRow, given: RefundOrDispute): Promise<void> {
  const context = { orderId: order.id, refundId: given.id };
  deps.log.warn(context, 'lost refund restored from the payment provider');
  await takeBack(deps, order, { ...given, undone: false });
  await markPaidBack(deps.db, given.id, deps.clock());
}

/** A refund that we requested already has its row, its credits and its credit note. */
function reportFailure(deps: Deps, order: OrderRow, given: RefundOrDispute): void {
  if (!given.undone) return;
  deps.log.error({ page: true, orderId: order.id, refund: given }, 'refund failed: pay it by other means');
}

async function settleOne(
  deps: Deps,
  order: OrderRow,
  { given, known }: { given: RefundOrDispute; known: RefundRow | undefined },
): Promise<void> {
  if (known === undefined) await takeBack(deps, order, given);
  else if (given.undone && known.undone_at === null) {
    await restoreCredits(deps, { orderId: order.id, credits: known.credits_taken });
    await markUndone(deps.db, known.id, deps.clock());
  }
}

/** Also writes one that is already undone: a concurrent call may have read it earlier, and write later. */
async function takeBack(deps: Deps, order: OrderRow, given: RefundOrDispute): Promise<void> {
  const { id, amountCents, at } = given;
  const kind = kindOf(given);
  const taken = given.undone ? 0 : await takeCredits(deps, order, amountCents);
  await insertRefund(deps.db, {
    id,
    order_id: order.id,
    kind,
    amount_cents: amountCents,
    credits_taken: taken,
    created_at: at,
    undone_at: given.undone ? deps.clock() : null,
  });
  // A dispute has no credit note: the sale stands until it is lost, and then the bank's documents prove it.
  if (kind === 'dispute' || given.undone) return;
  const refundedCents = refundedInAll(order, await listRefunds(deps.db, order.id));
  const reason = kind === 'withdrawal' ? 'withdrawal' : 'refund';
  await issueCreditNote(deps, order.id, { id, reason, refundedCents, creditsTaken: taken, at });
}

/** A refund that we requested has the kind of its request. */
function kindOf({ kind, ourKey }: RefundOrDispute): Parameters<typeof insertRefund>[1]['kind'] {
  return (['withdrawal', 'undelivered'] as const).find((ours) => ourKey?.startsWith(`${ours}-`)) ?? kind;
}

async function takeCredits(deps: Deps, order: OrderRow, amountCents: number): Promise<number> {
  const standing = (await listRefunds(deps.db, order.id)).filter((refund) => refund.undone_at === null);
  const refundedCents = standing.reduce((sum, refund) => sum + refund.amount_cents, amountCents);
  const taken = standing.reduce((sum, refund) => sum + refund.credits_taken, 0);
  return takeBackCredits(deps, { orderId: order.id, credits: creditsToTake(order, { refundedCents, taken }) });
}
