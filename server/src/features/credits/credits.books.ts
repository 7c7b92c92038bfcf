import { sql } from 'kysely';
import type { Deps } from '#deps.ts';

type Rule = { rule: string; broken: ReturnType<typeof sql<{ what: string }>> };

/**
 * What must always hold between the ledger, the orders, the invoices and the statements; each query names what breaks it.
 * It reads the tables of several slices, in SQL alone, so that it shares no code with what it checks.
 */
const RULES: Rule[] = [
  {
    rule: 'no lot below zero',
    broken: sql`select lot_id::text as what from ledger_entry group by lot_id having sum(credits) < 0`,
  },
  {
    rule: 'a paid order has one invoice, for its price',
    broken: sql`
      select o.id::text as what from purchase_order o
      left join invoice i on i.order_id = o.id and i.kind = 'invoice'
      where (o.status = 'paid') <> (i.id is not null) or i.amount_cents <> o.amount_cents`,
  },
  {
    rule: 'a paid order has one lot, of its credits',
    broken: sql`
      select o.id::text as what from purchase_order o
      left join credit_lot l on l.order_id = o.id
      where (o.account_id is not null and (o.status = 'paid') <> (l.id is not null))
        or (l.id is not null and o.credits <>
          (select sum(credits) from ledger_entry where lot_id = l.id and kind = 'purchase'))`,
  },
  {
    rule: 'what was taken back is in the ledger',
    broken: sql`
      select l.id::text as what from credit_lot l
      where -(select coalesce(sum(credits), 0) from ledger_entry where lot_id = l.id and kind in ('refund', 'restore')) <>
        (select coalesce(sum(credits_taken), 0) from order_refund where order_id = l.order_id and undone_at is null)`,
  },
  {
    rule: 'a refund has one credit note, for its amount; a dispute none',
    broken: sql`
      select r.id as what from order_refund r left join invoice i on i.refund_id = r.id
      where (r.kind = 'dispute') = (i.id is not null) or -i.amount_cents <> r.amount_cents`,
  },
  {
    rule: 'never more is given back than was paid',
    broken: sql`
      select o.id::text as what from purchase_order o join order_refund r on r.order_id = o.id and r.kind <> 'dispute'
      group by o.id having sum(r.amount_cents) > o.amount_cents`,
  },
  {
    rule: 'invoice numbers follow one another',
    broken: sql`
      select s.series as what from invoice_series s
      where s.last_number <> (
        select count(distinct i.number) from invoice i
        where i.kind || '-' || split_part(i.number, '-', 2) = s.series)`,
  },
  {
    rule: 'an issued statement is paid, a draft is not',
    broken: sql`
      select s.id::text as what from statement s
      left join ledger_entry e on e.statement_id = s.id and e.kind = 'debit'
      where (s.status = 'issued') <> (e.id is not null)`,
  },
];

/** Answers the rules that are broken, each with what breaks it; none is the only good answer. */
export async function brokenRules(deps: Pick<Deps, 'db'>): Promise<{ rule: string; what: string[] }[]> {
  const found = [];
  for (const { rule, broken } of RULES) {
    const { rows } = await broken.execute(deps.db);
    if (rows.length > 0) found.push({ rule, what: rows.slice(0, 20).map((row) => row.what) });
  }
  return found;
}

/** Wakes somebody up: the log line is what the alert rule watches for. */
export async function checkBooks(deps: Pick<Deps, 'db' | 'log'>): Promise<void> {
  for (const broken of await brokenRules(deps)) deps.log.error({ page: true, ...broken }, 'the books do not add up');
}
