import type { Selectable } from 'kysely';
import type { Consent } from '#domain/credits/payment.ts';
import type { Db } from '#platform/db/db.ts';
import type { PurchaseOrder } from '#platform/db/db-types.gen.ts';

export type OrderStatus = 'open' | 'pending' | 'paid' | 'failed' | 'expired';
export type OrderRow = Omit<Selectable<PurchaseOrder>, 'status'> & { status: OrderStatus };

export async function saveConsent(
  db: Db,
  { account_id, ...given }: { account_id: number; version: string; digest: string; ip: string; consented_at: Date },
): Promise<void> {
  await db
    .insertInto('order_consent')
    .values({ account_id, ...given })
    .onConflict((conflict) => conflict.column('account_id').doUpdateSet(given))
    .execute();
}

/** The consent of an order made now; without a digest when the former version of the program wrote over it. */
export function findConsent(
  db: Db,
  accountId: number,
  since: Date,
): Promise<(Consent & { ip: string | null }) | undefined> {
  return db
    .selectFrom('order_consent as c')
    .leftJoin('terms_text as t', (on) => on.onRef('t.digest', '=', 'c.digest').onRef('t.version', '=', 'c.version'))
    .select(['c.version', 't.digest', 'ip', 'consented_at as at'])
    .where('account_id', '=', accountId)
    .where('consented_at', '>=', since)
    .executeTakeFirst();
}

type NewOrder = Pick<
  OrderRow,
  | 'account_id'
  | 'buyer_email'
  | 'product_code'
  | 'label'
  | 'credits'
  | 'months'
  | 'amount_cents'
  | 'created_at'
  | 'consent_version'
  | 'consented_at'
  | 'consent_ip'
  | 'consent_digest'
>;

export function insertOrder(db: Db, order: NewOrder): Promise<{ id: string }> {
  return db.insertInto('purchase_order').values(order).returning('id').executeTakeFirstOrThrow();
}

/** The second of two concurrent calls finds the row. */
export async function insertLostOrder(db: Db, order: NewOrder & { id: string }): Promise<void> {
  await db
    .insertInto('purchase_order')
    .values(order)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
}

/** Stores the order's payment page and consumes its consent. */
export async function saveSession(db: Db, order: { id: string; pageId: string }): Promise<void> {
  await db
    .with('opened', (db) =>
      db
        .updateTable('purchase_order')
        .set({ session_id: order.pageId })
        .where('id', '=', order.id)
        .returning(['account_id', 'consented_at']),
    )
    .deleteFrom('order_consent')
    .using('opened')
    .whereRef('order_consent.account_id', '=', 'opened.account_id')
    .whereRef('order_consent.consented_at', '=', 'opened.consented_at')
    .execute();
}

/** The payment page of this order was never shown. */
export async function failUnopened(db: Db, orderId: string): Promise<void> {
  await db
    .updateTable('purchase_order')
    .set({ status: 'failed' })
    .where('id', '=', orderId)
    .where('status', '=', 'open')
    .where('session_id', 'is', null)
    .execute();
}

/** Key of an order: its own number or its payment's. */
export type OrderKey = { id: string } | { paymentId: string };

const ordersOf = (db: Db, key: OrderKey) => {
  const orders = db.selectFrom('purchase_order').selectAll().$castTo<OrderRow>();
  return 'id' in key ? orders.where('id', '=', key.id) : orders.where('payment_intent_id', '=', key.paymentId);
};

export function findOrder(db: Db, key: OrderKey): Promise<OrderRow | undefined> {
  return ordersOf(db, key).executeTakeFirst();
}

export function lockOrderRow(db: Db, key: OrderKey): Promise<OrderRow | undefined> {
  return ordersOf(db, key).forUpdate().executeTakeFirst();
}

/** The order of a payment page, when it is the caller's. */
export function findOrderOfSession(
  db: Db,
  owned: { accountId: number; pageId: string },
): Promise<OrderRow | undefined> {
  return db
    .selectFrom('purchase_order')
    .selectAll()
    .where('session_id', '=', owned.pageId)
    .where('account_id', '=', owned.accountId)
    .$castTo<OrderRow>()
    .executeTakeFirst();
}

export async function updateOrder(
  db: Db,
  orderId: string,
  change: Partial<Pick<OrderRow, 'status' | 'paid_at' | 'payment_intent_id' | 'session_id'>>,
): Promise<void> {
  await db.updateTable('purchase_order').set(change).where('id', '=', orderId).execute();
}

/** Payment pages without a known outcome, created between those two instants. */
export async function unsettledSessions(db: Db, between: { since: Date; until: Date }): Promise<string[]> {
  const rows = await db
    .selectFrom('purchase_order')
    .select('session_id')
    .where('status', 'in', ['open', 'pending'])
    .where('session_id', 'is not', null)
    .where('created_at', '>=', between.since)
    .where('created_at', '<=', between.until)
    .execute();
  return rows.flatMap((row) => row.session_id ?? []);
}

/** Which of these events were already processed. */
export async function knownEvents(db: Db, ids: string[]): Promise<Set<string>> {
  const rows = await db
    .selectFrom('payment_event')
    .select('id')
    .where('id', '=', (eb) => eb.fn.any(eb.val(ids)))
    .execute();
  return new Set(rows.map(({ id }) => id));
}

export async function deleteEventsBefore(db: Db, date: Date): Promise<void> {
  await db.deleteFrom('payment_event').where('received_at', '<', date).execute();
}

/** True when this event is new. */
export async function takeEvent(db: Db, event: { id: string; kind: string }): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('payment_event')
    .values(event)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .executeTakeFirst();
  return (numInsertedOrUpdatedRows ?? 0n) > 0n;
}

export type RefundRow = {
  id: string;
  kind: string;
  amount_cents: number;
  credits_taken: number;
  /** A dispute that was won, a refund that failed. */
  undone_at: Date | null;
};

export function listRefunds(db: Db, orderId: string): Promise<RefundRow[]> {
  return db
    .selectFrom('order_refund')
    .select(['id', 'kind', 'amount_cents', 'credits_taken', 'undone_at'])
    .where('order_id', '=', orderId)
    .execute();
}

export async function insertRefund(
  db: Db,
  refund: RefundRow & {
    order_id: string;
    kind: 'refund' | 'dispute' | 'withdrawal' | 'undelivered';
    created_at: Date;
  },
): Promise<void> {
  await db.insertInto('order_refund').values(refund).execute();
}

export async function markUndone(db: Db, refundId: string, at: Date): Promise<void> {
  await db.updateTable('order_refund').set({ undone_at: at }).where('id', '=', refundId).execute();
}

type RefundRequestRow = { order_id: string; amount_cents: number; paid_back_at: Date | null };

export function findRefund(db: Db, id: string): Promise<RefundRequestRow | undefined> {
  return db
    .selectFrom('order_refund')
    .select(['order_id', 'amount_cents', 'paid_back_at'])
    .where('id', '=', id)
    .executeTakeFirst();
}

export async function markPaidBack(db: Db, refundId: string, at: Date): Promise<void> {
  await db.updateTable('order_refund').set({ paid_back_at: at }).where('id', '=', refundId).execute();
}

/** Refunds requested before that instant and not seen as paid. */
export async function unpaidRefundRequests(db: Db, before: Date): Promise<string[]> {
  const rows = await db
    .selectFrom('order_refund')
    .select('id')
    .where('kind', 'in', ['withdrawal', 'undelivered'])
    .where('paid_back_at', 'is', null)
    .where('created_at', '<', before)
    .execute();
  return rows.map(({ id }) => id);
}

export function paidOrdersSince(db: Db, of: { accountId: number; since: Date }): Promise<OrderRow[]> {
  return db
    .selectFrom('purchase_order')
    .selectAll()
    .where('account_id', '=', of.accountId)
    .where('status', '=', 'paid')
    .where('paid_at', '>=', of.since)
    .orderBy('paid_at', 'desc')
    .$castTo<OrderRow>()
    .execute();
}

/** Orders whose delayed payment is pending. */
export function pendingOrders(db: Db, accountId: number): Promise<OrderRow[]> {
  return db
    .selectFrom('purchase_order')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('status', '=', 'pending')
    .orderBy('created_at')
    .$castTo<OrderRow>()
    .execute();
}

/** Orders whose page was never opened: the provider or the server was down. */
export async function expireUnopened(db: Db, before: Date): Promise<void> {
  await db
    .updateTable('purchase_order')
    .set({ status: 'expired' })
    .where('status', '=', 'open')
    .where('session_id', 'is', null)
    .where('created_at', '<', before)
    .execute();
}

/** An open order whose page the provider does not know. */
export async function expireForgotten(db: Db, page: { pageId: string; before: Date }): Promise<void> {
  await db
    .updateTable('purchase_order')
    .set({ status: 'expired' })
    .where('status', '=', 'open')
    .where('session_id', '=', page.pageId)
    .where('created_at', '<', page.before)
    .execute();
}

/** Unpaid orders: the ledger does not refer to them. */
export async function deleteUnpaidOrders(db: Db, before: Date): Promise<void> {
  await db
    .deleteFrom('purchase_order')
    .where('created_at', '<', before)
    .where((eb) =>
      eb.or([eb('status', '=', 'expired'), eb.and([eb('status', '=', 'failed'), eb('payment_intent_id', 'is', null)])]),
    )
    .execute();
}

/** Clears the buyer and the network address of the consent; the order stays. */
export async function clearBuyersBefore(db: Db, limit: Date): Promise<void> {
  await db
    .updateTable('purchase_order')
    .set({ buyer_email: '', consent_ip: null })
    .where('created_at', '<', limit)
    .where('buyer_email', '<>', '')
    .execute();
}

/** An order's columns of that consent; null without one. */
export function consentColumns(consent: (Consent & { ip: string | null }) | null) {
  return {
    consent_version: consent?.version ?? null,
    consent_digest: consent?.digest ?? null,
    consented_at: consent?.at ?? null,
    consent_ip: consent?.ip ?? null,
  };
}
