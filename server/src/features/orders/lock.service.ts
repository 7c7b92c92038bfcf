import type { Deps } from '#deps.ts';
import { lockLedger } from '#features/credits/credits.ts';
import {
  findOrder,
  lockOrderRow,
  consentColumns,
  insertLostOrder,
  type OrderKey,
  type OrderRow,
} from './orders.queries.ts';
import { findOwner } from '#features/accounts/accounts.ts';
import { findKept } from '#features/accepted-terms/accepted-terms.ts';
import type { Checkout, OrderedThen } from '#domain/credits/payment.ts';

/**
 * Locks the order until the end of the transaction, for settlement and refunds. Locks its account's ledger first, as
 * debits and erasures do: one lock order everywhere.
 */
export async function lockOrder(deps: Deps, key: OrderKey): Promise<OrderRow | undefined> {
  const seen = await findOrder(deps.db, key);
  if (seen === undefined) return undefined;
  if (seen.account_id !== null) await lockLedger(deps, seen.account_id);
  return lockOrderRow(deps.db, key);
}

/**
 * Restores an order that the database lost and whose money has arrived or is pending: it was created after the moment
 * that the database was restored to. Written from the provider's copy, for the account that created it; without account
 * when that is lost too, so that the money is refunded. Undefined for a page that is not ours. Inside the settling
 * transaction.
 */
export async function restoreOrder(deps: Deps, orderId: string, checkout: Checkout): Promise<OrderRow | undefined> {
  const { order, amountCents, state } = checkout;
  if (order === null || amountCents === null || (state !== 'paid' && state !== 'pending')) return undefined;
  // By e-mail: the numbers of lost accounts may have been reused.
  const accountId = await findOwner(deps, order.email);
  if (accountId !== null) await lockLedger(deps, accountId);
  deps.log.warn({ orderId, accountId }, 'lost order restored from the payment provider');
  await insertLostOrder(deps.db, {
    id: orderId,
    account_id: accountId,
    buyer_email: order.email,
    product_code: order.productCode,
    label: order.label,
    credits: order.credits,
    months: order.months,
    amount_cents: amountCents,
    created_at: order.createdAt,
    ...consentColumns(await consentOf(deps, order)),
  });
  return lockOrderRow(deps.db, { id: orderId });
}

/** The provider has no address of the buyer's network; the text may have been lost with the order. */
async function consentOf(deps: Deps, { consent }: OrderedThen) {
  return consent && { ...consent, digest: await findKept(deps, consent.digest), ip: null };
}
