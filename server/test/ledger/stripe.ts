import type { Pool } from 'pg';
import { readStripe } from '../../../tests/harness/payment.ts';

type StripeSession = { id: string; amount_total: number; payment_status: string; payment_intent: unknown };
type StripeRefund = { amount: number; payment_intent: string };
type StripeList<T> = { data: T[]; has_more: boolean };

async function listStripe<T extends { id?: string }>(simulatorsUrl: string, kind: string): Promise<T[]> {
  const all: T[] = [];
  for (let after = ''; ;) {
    const { data, has_more } = await readStripe<StripeList<T>>(simulatorsUrl, `${kind}?limit=100${after}`);
    all.push(...data);
    if (!has_more) return all;
    after = `&starting_after=${data.at(-1)?.id ?? ''}`;
  }
}

/**
 * Compares each paid session with its credits (erased with their account), its invoice and its refunds: differences in
 * words.
 */
export async function differences(pool: Pool, simulatorsUrl: string): Promise<string[]> {
  const sessions = await listStripe<StripeSession>(simulatorsUrl, 'checkout/sessions');
  const refunds = await listStripe<StripeRefund & { id: string }>(simulatorsUrl, 'refunds');
  const paid = sessions.filter((one) => one.payment_status === 'paid');
  const theirs = paid.map((one) => {
    const given = refunds.filter((refund) => refund.payment_intent === one.payment_intent);
    const refunded = given.reduce((sum, { amount }) => sum + amount, 0);
    return `${one.id} paid ${one.amount_total}, refunded ${refunded}, 1 lot, 1 invoice`;
  });
  const { rows } = await pool.query<{ line: string }>(`
    select o.session_id || ' paid ' || o.amount_cents
      || ', refunded ' || (select coalesce(-sum(amount_cents), 0) from invoice where order_id = o.id and kind = 'credit_note')
      || ', ' || (select case when o.account_id is null then 1 - count(*) else count(*) end from credit_lot l
        where l.order_id = o.id and o.credits =
          (select sum(credits) from ledger_entry where lot_id = l.id and kind = 'purchase')) || ' lot'
      || ', ' || (select count(*) from invoice i where i.order_id = o.id and i.kind = 'invoice') || ' invoice' as line
    from purchase_order o where o.status = 'paid'`);
  const ours = new Set(rows.map(({ line }) => line));
  const lost = theirs.filter((line) => !ours.has(line));
  const invented = [...ours].filter((line) => !theirs.includes(line));
  return [...lost.map((line) => `at Stripe alone: ${line}`), ...invented.map((line) => `here alone: ${line}`)];
}
