import type { GivenBack } from '#adapters/payments.ts';
import type { Deps } from '#deps.ts';
import { restoreCredits, takeBackCredits } from '#features/credits/credits.ts';
import { issueCreditNote } from '#features/invoices/invoices.ts';
import { creditsPaidBack } from '#domain/refunds.ts';
import { transact } from '#platform/db.ts';
import { holdOrder } from './payments.hold.ts';
import { insertRefund, listRefunds, markUndone, type OrderRow, type RefundRow } from './payments.queries.ts';

/**
 * Brings an order in line with what its payment has given back, as the provider says now: unspent credits are taken
 * (decision M4), a credit note is issued for money paid back, a dispute that was won gives its credits again. Any number of
 * times, in any order.
 */
export async function settleGivenBack(deps: Deps, paymentIntentId: string): Promise<void> {
  const given = await deps.payments.readGivenBack(paymentIntentId);
  await transact(deps, async (deps) => {
    const order = await holdOrder(deps, { paymentIntentId });
    // A refund told before its purchase: the reconciliation comes back to it.
    if (order === undefined || order.status !== 'paid') {
      deps.log.warn({ paymentIntentId }, 'money given back of no paid order');
      return;
    }
    const known = new Map((await listRefunds(deps.db, order.id)).map((row) => [row.id, row]));
    for (const one of given) await settleOne(deps, { order, given: one, known: known.get(one.id) });
  });
}

async function settleOne(
  deps: Deps,
  { order, given, known }: { order: OrderRow; given: GivenBack; known: RefundRow | undefined },
): Promise<void> {
  // Our own withdrawal wrote its line, its credits and its credit note before it asked for the money.
  if (given.withdrawalKey !== null) return;
  if (known === undefined) {
    if (!given.undone) await takeBack(deps, order, given);
  } else if (given.undone && known.undone_at === null) {
    await restoreCredits(deps, { orderId: order.id, credits: known.credits_taken });
    await markUndone(deps.db, known.id, deps.clock());
  }
}

async function takeBack(deps: Deps, order: OrderRow, given: GivenBack): Promise<void> {
  const asked = creditsPaidBack(order, given.amountCents);
  const taken = await takeBackCredits(deps, { orderId: order.id, credits: asked });
  await insertRefund(deps.db, {
    id: given.id,
    order_id: order.id,
    kind: given.kind,
    amount_cents: given.amountCents,
    credits_taken: taken,
    created_at: given.at,
  });
  // A dispute is no credit note: the sale stands until it is lost, and then the bank's own papers say so.
  if (given.kind === 'refund') {
    const { id, amountCents, at } = given;
    await issueCreditNote(deps, order.id, { id, reason: 'refund', amountCents, creditsTaken: taken, at });
  }
}
