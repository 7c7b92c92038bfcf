import { Temporal } from 'temporal-polyfill';
import { z } from 'zod';
import type { Deps } from '#deps.ts';
import { buyLot } from '#features/credits/credits.ts';
import { issueInvoice } from '#features/invoices/invoices.ts';
import { creditsExpireAt } from '#domain/credits/refunds.ts';
import type { Checkout } from '#domain/credits/payment.ts';
import { transact } from '#platform/db/db.ts';
import { jobKind } from '#platform/jobs/jobs.ts';
import { queueMail, type MailKind } from '#platform/mails/outbox.ts';
import { restoreOrder, lockOrder } from './lock.service.ts';
import { requestRefund } from './refund-requests.service.ts';
import { expireForgotten, updateOrder, type OrderRow, type OrderStatus } from './orders.queries.ts';

/**
 * Brings an object of the payment provider in line with its present state. Retried without end: a dead letter is for an
 * operator.
 */
export const SETTLE = jobKind({
  name: 'payments.settle',
  payload: z.object({ about: z.enum(['checkout', 'payment']), objectId: z.string() }),
  rules: { retryLimit: 40, retryDelayMax: 3_600, expireInSeconds: 120 },
});

export const ORDER_CONFIRMED_MAIL: MailKind = { name: 'order-confirmed', label: 'confirmation de commande' };
export const ORDER_UNDELIVERED_MAIL: MailKind = { name: 'order-undelivered', label: 'paiement remboursé' };

/** Pages live two hours: a day later, one that the provider does not know will never be paid. */
const FORGOTTEN_MS = 86_400_000;

/** `withoutMail`: the buyer got the confirmation before a restore. */
type Manner = { withoutMail: boolean };

/**
 * The only way an order becomes credits (docs/product-spec.md#one-way-to-grant-credits). The webhook, the return page
 * and the reconciliation call it, any number of times and in any order. It believes only what the provider returns now.
 * One transaction marks the order paid, adds the credits, numbers the invoice and queues the mail.
 */
export async function settleCheckout(
  deps: Deps,
  pageId: string,
  manner: Manner = { withoutMail: false },
): Promise<void> {
  const checkout = await deps.payments.readCheckout(pageId);
  if (checkout === null || checkout.orderId === null) {
    deps.log.warn({ pageId }, 'payment page of no order');
    await expireForgotten(deps.db, { pageId, before: new Date(deps.clock().getTime() - FORGOTTEN_MS) });
    return;
  }
  const { orderId } = checkout;
  const sold = await transact(deps, async (deps) => {
    const order = (await lockOrder(deps, { id: orderId })) ?? (await restoreOrder(deps, orderId, checkout));
    if (order === undefined) deps.log.error({ pageId, orderId }, 'payment page of an unknown order');
    else if (order.status === 'paid') return 0;
    else if (checkout.state === 'paid') return settlePaid({ ...deps, ...manner }, order, checkout);
    else await updateOrder(deps.db, order.id, { ...seenIn(checkout), status: further(order.status, checkout.state) });
    return 0;
  });
  deps.telemetry.metrics.creditsSold.inc(sold);
}

/** Stored even when nothing is due: refunds are found by it. */
function seenIn({ pageId, paymentId }: Checkout) {
  return { session_id: pageId, ...(paymentId !== null && { payment_intent_id: paymentId }) };
}

/** Returns how many credits were sold. */
async function settlePaid(deps: Deps & Manner, order: OrderRow, checkout: Checkout): Promise<number> {
  const { paymentId } = checkout;
  const known = seenIn(checkout);
  if (checkout.amountCents !== order.amount_cents || checkout.currency !== 'eur') {
    // Nothing is granted for another price than the order's: an operator must look.
    const { pageId, amountCents, currency } = checkout;
    const paid = { orderId: order.id, pageId, amountCents, currency, expectedCents: order.amount_cents };
    deps.log.error({ page: true, ...paid }, 'amount paid differs from order');
    await updateOrder(deps.db, order.id, { ...known, status: 'failed' });
    return 0;
  }
  const paidAt = deps.clock();
  await updateOrder(deps.db, order.id, { ...known, status: 'paid', paid_at: paidAt });
  await issueInvoice(deps, { ...order, payment_intent_id: paymentId, paid_at: paidAt }, checkout.payer);
  // A refund may have been reported before its purchase.
  if (paymentId !== null) {
    await deps.jobs.enqueue(deps.db, SETTLE, { about: 'payment', objectId: paymentId });
  }
  if (order.account_id === null) await refundUndelivered(deps, order, paidAt);
  else await deliver(deps, { ...order, account_id: order.account_id }, paidAt);
  return order.account_id === null ? 0 : order.credits;
}

/** A row read before the lock may be outdated: an order's status only goes forward. */
function further(written: OrderStatus, read: Exclude<Checkout['state'], 'paid'>): OrderStatus {
  return RANKS[read] < RANKS[written] ? written : read;
}
const RANKS: Record<OrderStatus, number> = { open: 0, pending: 1, failed: 2, expired: 2, paid: 3 };

/** The account was erased in the meantime: no user can spend the credits, so the money is refunded. */
async function refundUndelivered(deps: Deps, order: OrderRow, paidAt: Date): Promise<void> {
  deps.log.warn({ orderId: order.id }, 'order paid after its account was erased: refunded');
  await requestRefund(deps, order, { kind: 'undelivered', amountCents: order.amount_cents, credits: 0, at: paidAt });
  const params = { orderId: order.id };
  await queueMail(deps, { kind: ORDER_UNDELIVERED_MAIL, recipient: order.buyer_email, accountId: null, params });
}

async function deliver(deps: Deps & Manner, order: OrderRow & { account_id: number }, paidAt: Date): Promise<void> {
  await buyLot(deps, {
    accountId: order.account_id,
    orderId: order.id,
    productCode: order.product_code,
    label: order.label,
    credits: order.credits,
    expiresAt: expiryOf(order, paidAt),
  });
  if (deps.withoutMail) return;
  await queueMail(deps, {
    kind: ORDER_CONFIRMED_MAIL,
    recipient: order.buyer_email,
    // The law's durable medium: it must leave even if the account is erased before.
    accountId: null,
    params: { orderId: order.id },
  });
}

function expiryOf(order: OrderRow, paidAt: Date): Date | null {
  const instant = creditsExpireAt(Temporal.Instant.fromEpochMilliseconds(paidAt.getTime()), order.months);
  return instant === null ? null : new Date(instant.epochMilliseconds);
}
