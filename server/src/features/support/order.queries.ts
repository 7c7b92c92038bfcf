import { sql, type RawBuilder } from 'kysely';
import type { Db } from '#platform/db/db.ts';

const all = async <R>(db: Db, query: RawBuilder<R>): Promise<R[]> => (await query.execute(db)).rows;

export type OrderLine = {
  id: string;
  account_id: number | null;
  created_at: Date;
  paid_at: Date | null;
  status: string;
  label: string;
  credits: number;
  amount_cents: number;
  buyer_email: string;
  session_id: string | null;
  payment_intent_id: string | null;
  consent_version: string | null;
  number: string | null;
};

const orders = (where: RawBuilder<unknown>): RawBuilder<OrderLine> => sql`
  select o.id, o.account_id, o.created_at, o.paid_at, o.status, o.label, o.credits, o.amount_cents, o.buyer_email,
    o.session_id, o.payment_intent_id, o.consent_version, i.number
  from purchase_order o left join invoice i on i.order_id = o.id and i.kind = 'invoice'
  where ${where} order by o.created_at desc limit 10`;

export function recentOrders(db: Db, accountId: number): Promise<OrderLine[]> {
  return all(db, orders(sql`o.account_id = ${accountId}`));
}

export async function findOrderLine(db: Db, id: string): Promise<OrderLine | undefined> {
  return (await all(db, orders(sql`o.id = ${id}`)))[0];
}

/** The order of a payment page or of a payment, whichever event names it. */
export async function findOrderOf(db: Db, object: string): Promise<OrderLine | undefined> {
  return (await all(db, orders(sql`${object} in (o.session_id, o.payment_intent_id)`)))[0];
}

export function invoicesOf(
  db: Db,
  orderId: string,
): Promise<{ number: string; issued_at: Date; amount_cents: number; printed: boolean }[]> {
  return all(
    db,
    sql`
    select number, issued_at, amount_cents, file_key is not null as printed from invoice
    where order_id = ${orderId} order by issued_at, number`,
  );
}

export function refundsOf(
  db: Db,
  orderId: string,
): Promise<
  {
    id: string;
    kind: string;
    amount_cents: number;
    credits_taken: number;
    created_at: Date;
    undone_at: Date | null;
    paid_back_at: Date | null;
  }[]
> {
  return all(db, sql`select * from order_refund where order_id = ${orderId} order by created_at`);
}

type EntryLine = {
  created_at: Date;
  kind: string;
  credits: number;
  reference: string | null;
  expires_at: Date | null;
};

/** The ledger of the order's lot, oldest first; a debit with the statement that it paid for. */
export function entriesOf(db: Db, orderId: string): Promise<EntryLine[]> {
  return all(
    db,
    sql`
    select e.created_at, e.kind, e.credits, s.reference, l.expires_at
    from credit_lot l join ledger_entry e on e.lot_id = l.id
    left join statement_edition s on s.statement_id = e.statement_id and s.edition = 1
    where l.order_id = ${orderId} order by e.id`,
  );
}

export async function takenEvents(db: Db, ids: string[]): Promise<Set<string>> {
  const rows = await all(db, sql<{ id: string }>`select id from payment_event where id = any(${ids})`);
  return new Set(rows.map(({ id }) => id));
}

/** « rendu », « annulé », « promis »; undefined for an unknown refund. */
export async function findRefundState(db: Db, id: string): Promise<string | undefined> {
  const [row] = await all(
    db,
    sql<{ state: string }>`
    select case when undone_at is not null then 'annulé'
      when kind in ('withdrawal', 'undelivered') and paid_back_at is null then 'promis'
      else 'rendu' end as state
    from order_refund where id = ${id}`,
  );
  return row?.state;
}
