import type { Checkout } from '#adapters/payments.ts';
import type { Deps } from '#deps.ts';
import { buyLot } from '#features/credits/credits.ts';
import { issueInvoice } from '#features/invoices/invoices.ts';
import { creditsExpireAt } from '#domain/credit-expiry.ts';
import { transact } from '#platform/db.ts';
import { queueMail } from '#platform/outbox.ts';
import { holdOrder } from './payments.hold.ts';
import { updateOrder, type OrderRow } from './payments.queries.ts';

/**
 * The one way by which an order becomes credits (decision M4): called by the notification, by the return page and by the
 * reconciliation, any number of times, in any order. What it believes is what the provider answers now. In one
 * transaction: the order is paid, the credits are there, the invoice has its number, the mail is on its way.
 */
export async function settleCheckout(deps: Deps, sessionId: string): Promise<void> {
  const checkout = await deps.payments.readCheckout(sessionId);
  if (checkout === null || checkout.orderId === null) {
    deps.log.warn({ sessionId }, 'payment page of no order');
    return;
  }
  const { orderId } = checkout;
  await transact(deps, async (deps) => {
    const order = await holdOrder(deps, { id: orderId });
    if (order === undefined) deps.log.error({ sessionId, orderId }, 'payment page of an unknown order');
    else if (order.status !== 'paid') await settle(deps, order, checkout);
  });
}

async function settle(deps: Deps, order: OrderRow, checkout: Checkout): Promise<void> {
  // Kept even when nothing is due: a refund is found by it.
  const known = { session_id: checkout.sessionId, payment_intent_id: checkout.paymentIntentId };
  if (checkout.state !== 'paid') return updateOrder(deps.db, order.id, { ...known, status: checkout.state });
  if (checkout.amountCents !== order.amount_cents || checkout.currency !== 'eur') {
    // Nothing is granted for another price than the order's: a person must look.
    deps.log.error(
      { orderId: order.id, checkout, expectedCents: order.amount_cents },
      'amount paid differs from order',
    );
    return updateOrder(deps.db, order.id, { ...known, status: 'failed' });
  }
  const paidAt = deps.clock();
  await updateOrder(deps.db, order.id, { ...known, status: 'paid', paid_at: paidAt });
  await issueInvoice(deps, { ...order, paid_at: paidAt });
  // A refund may have been told before its purchase.
  if (checkout.paymentIntentId !== null) {
    const payment = { about: 'payment', objectId: checkout.paymentIntentId };
    await deps.jobs.enqueue(deps.db, 'payments.settle', payment);
  }
  // The account was erased meanwhile: the money came, so it has its invoice; the credits have nobody.
  if (order.account_id === null) {
    deps.log.error({ orderId: order.id }, 'order paid after its account was erased: to be paid back');
    return;
  }
  await buyLot(deps, {
    accountId: order.account_id,
    orderId: order.id,
    productCode: order.product_code,
    label: order.label,
    credits: order.credits,
    expiresAt: expiryOf(order, paidAt),
  });
  await queueMail(deps, {
    kind: 'order-confirmed',
    recipient: order.buyer_email,
    accountId: order.account_id,
    params: { orderId: order.id },
  });
}

function expiryOf(order: OrderRow, paidAt: Date): Date | null {
  const instant = creditsExpireAt(paidAt.toTemporalInstant(), order.months);
  return instant === null ? null : new Date(instant.epochMilliseconds);
}
