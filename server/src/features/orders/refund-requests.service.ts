import { z } from 'zod';
import type { Deps } from '#deps.ts';
import { takeBackCredits } from '#features/credits/credits.ts';
import { issueCreditNote } from '#features/invoices/invoices.ts';
import { jobKind } from '#platform/jobs/jobs.ts';
import {
  findOrder,
  findRefund,
  insertRefund,
  listRefunds,
  markPaidBack,
  type OrderRow,
  type RefundRow,
} from './orders.queries.ts';

/** Pays a requested refund. Retried without end: a dead letter is for an operator. */
export const CREATE_REFUND = jobKind({
  name: 'payments.pay-back',
  payload: z.object({ refundId: z.string() }),
  rules: { policy: 'exclusive', singletonKey: 'refundId', retryLimit: 40, retryDelayMax: 3_600, expireInSeconds: 120 },
});

type RequestedRefund = {
  /** `undelivered`: paid after the account was erased. */
  kind: 'withdrawal' | 'undelivered';
  amountCents: number;
  /** Unspent credits to take. */
  credits: number;
  at: Date;
};

/**
 * Requests a refund, in the caller's transaction, which has locked the order: takes the credits, numbers the credit
 * note and queues the refund.
 */
export async function requestRefund(deps: Deps, order: OrderRow, requested: RequestedRefund): Promise<void> {
  const { kind, amountCents, at } = requested;
  const id = `${kind}-${order.id}`;
  const taken = await takeBackCredits(deps, { orderId: order.id, credits: requested.credits });
  await insertRefund(deps.db, {
    id,
    order_id: order.id,
    kind,
    amount_cents: amountCents,
    credits_taken: taken,
    created_at: at,
    undone_at: null,
  });
  const reason = kind === 'withdrawal' ? 'withdrawal' : 'refund';
  const refundedCents = refundedInAll(order, await listRefunds(deps.db, order.id));
  await issueCreditNote(deps, order.id, { id, reason, refundedCents, creditsTaken: taken, at });
  await deps.jobs.enqueue(deps.db, CREATE_REFUND, { refundId: id });
}

/** Money refunded or requested, less failed refunds and what a dispute withholds. */
export function refundedInAll(order: OrderRow, refunds: RefundRow[]): number {
  const standing = refunds.filter((refund) => refund.kind !== 'dispute' && refund.undone_at === null);
  return Math.min(
    order.amount_cents,
    standing.reduce((sum, refund) => sum + refund.amount_cents, 0),
  );
}

/**
 * Creates a requested refund at the provider, once, whatever the number of calls. Only what is left, when part was
 * refunded otherwise; nothing while the bank withholds the rest for a dispute: the reconciliation tries again.
 */
export async function createRefund(deps: Deps, refundId: string): Promise<void> {
  const refund = await findRefund(deps.db, refundId);
  const order = refund && (await findOrder(deps.db, { id: refund.order_id }));
  if (!order?.payment_intent_id) throw new Error(`refund ${refundId} has no payment`);
  if (refund === undefined || refund.paid_back_at !== null) return;
  // The provider's idempotency keys expire: first read what it has already refunded.
  const given = await deps.payments.readRefundsAndDisputes(order.payment_intent_id);
  const standing = given.filter((one) => !one.undone);
  const left = order.amount_cents - standing.reduce((sum, one) => sum + one.amountCents, 0);
  const amountCents = Math.min(refund.amount_cents, left);
  if (!given.some((one) => one.ourKey === refundId)) {
    if (amountCents <= 0 && standing.some((one) => one.kind === 'dispute')) return;
    if (amountCents > 0) {
      await deps.payments.createRefund({ paymentId: order.payment_intent_id, amountCents, key: refundId });
    }
  }
  await markPaidBack(deps.db, refundId, deps.clock());
}
