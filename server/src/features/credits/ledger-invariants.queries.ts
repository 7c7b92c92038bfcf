import { sql, type RawBuilder } from 'kysely';

/**
 * Invariants between the ledger, the orders, the invoices and the statements; each query returns the violations as
 * `what`. They read the tables of several slices, in SQL only, so that they share no code with what they check.
 */
export const RULES: Record<string, (now: Date) => RawBuilder<unknown>> = {
  'no lot below zero': () => sql`
    select lot_id::text as what from ledger_entry group by lot_id having sum(credits) < 0`,

  'an entry is of its lot’s account': () => sql`
    select e.id::text as what from ledger_entry e join credit_lot l on l.id = e.lot_id where l.account_id <> e.account_id`,

  'nothing is spent of a lot that has expired': () => sql`
    select e.id::text as what from ledger_entry e join credit_lot l on l.id = e.lot_id
    where e.kind = 'debit' and e.created_at >= l.expires_at`,

  'what has expired is written off within the day, unless a batch may still spend it': (now) => sql`
    select l.id::text as what from credit_lot l join ledger_entry e on e.lot_id = l.id
    where l.expires_at < ${hoursBefore(now, 24)}
      and not exists (select from credit_reservation r where r.account_id = l.account_id)
    group by l.id having sum(e.credits) > 0`,

  'a paid order has one invoice, for its price': () => sql`
    select o.id::text as what from purchase_order o
    left join invoice i on i.order_id = o.id and i.kind = 'invoice'
    where (o.status = 'paid') <> (i.id is not null) or i.amount_cents <> o.amount_cents`,

  'a paid order has one lot, of its credits, for its buyer': () => sql`
    select o.id::text as what from purchase_order o
    left join credit_lot l on l.order_id = o.id
    where (o.account_id is not null and (o.status = 'paid') <> (l.id is not null))
      or (l.id is not null and o.account_id is distinct from l.account_id)
      or (l.id is not null and o.credits <>
        (select coalesce(sum(credits), 0) from ledger_entry where lot_id = l.id and kind = 'purchase'))`,

  'what was taken back is in the ledger': () => sql`
    select l.id::text as what from credit_lot l
    where -(select coalesce(sum(credits), 0) from ledger_entry where lot_id = l.id and kind in ('refund', 'restore')) <>
      (select coalesce(sum(credits_taken), 0) from order_refund where order_id = l.order_id and undone_at is null)`,

  'credit notes are for what was refunded; for less never, for more when a refund failed, for more than the price never':
    () => sql`
    select o.id::text as what from purchase_order o
    cross join lateral (
      select coalesce(-sum(i.amount_cents), 0) as cents from invoice i where i.order_id = o.id and i.kind = 'credit_note'
    ) noted
    cross join lateral (
      select coalesce(sum(r.amount_cents) filter (where r.undone_at is null), 0) as cents,
        coalesce(bool_or(r.undone_at is not null), false) as failed
      from order_refund r where r.order_id = o.id and r.kind <> 'dispute'
    ) refunded
    where noted.cents > o.amount_cents or noted.cents < least(refunded.cents, o.amount_cents)
      or (noted.cents > refunded.cents and not refunded.failed)`,

  'a dispute has no credit note': () => sql`
    select r.id as what from order_refund r join invoice i on i.refund_id = r.id where r.kind = 'dispute'`,

  'the provider never gives back more than was paid': () => sql`
    select o.id::text as what from purchase_order o
    join order_refund r on r.order_id = o.id and r.kind = 'refund' and r.undone_at is null
    group by o.id having sum(r.amount_cents) > o.amount_cents`,

  'only what was paid is refunded': () => sql`
    select r.id as what from order_refund r join purchase_order o on o.id = r.order_id where o.status <> 'paid'`,

  'what was promised back is paid within three days, unless the bank withholds it': (now) => sql`
    select r.id as what from order_refund r
    where r.kind in ('withdrawal', 'undelivered') and r.paid_back_at is null and r.created_at < ${hoursBefore(now, 72)}
      and not exists (
        select from order_refund d where d.order_id = r.order_id and d.kind = 'dispute' and d.undone_at is null)`,

  'no order waits for ever': (now) => sql`
    select o.id::text as what from purchase_order o
    where o.status in ('open', 'pending') and o.created_at < ${hoursBefore(now, 22 * 24)}`,

  'invoice numbers follow one another, from 1': () => sql`
    select s.series as what from invoice_series s
    left join lateral (
      select count(*) as count, min(r.rank) as first, max(r.rank) as last from (
        select split_part(i.number, '-', 3)::int as rank from invoice i
        where i.kind || '-' || split_part(i.number, '-', 2) = s.series
      ) r
    ) n on true
    where (n.count, n.first, n.last) is distinct from (s.last_number::bigint, 1, s.last_number)`,

  'days and years of invoices follow their numbers': () => sql`
    select i.number as what from (
      select number, (issued_at at time zone 'Europe/Paris')::date as day,
        max((issued_at at time zone 'Europe/Paris')::date) over (
          partition by kind, split_part(number, '-', 2) order by number rows between unbounded preceding and 1 preceding
        ) as before
      from invoice
    ) i where i.day < i.before or extract(year from i.day)::text <> split_part(i.number, '-', 2)`,

  'an issued statement is paid once, a draft is not': () => sql`
    select s.id::text as what from statement s
    left join ledger_entry e on e.statement_id = s.id and e.kind = 'debit'
    group by s.id having count(e.id) <> (s.status = 'issued')::int`,

  'an issued statement has its editions, one of each number and date': () => sql`
    select s.id::text as what from statement s
    left join statement_edition first on first.statement_id = s.id and first.edition = 1
    left join statement_edition renewal on renewal.statement_id = s.id and renewal.edition > 1 and renewal.completes is null
    where (first.issued_at, renewal.issued_at) is distinct from (s.issued_at, s.renewed_at)`,

  'a completed edition has the dates of its document': () => sql`
    select e.reference as what from statement_edition e
    left join statement_edition d on d.statement_id = e.statement_id and d.edition = e.completes
    where e.completes is not null
      and (d.issued_at, d.expires_on, d.completes is null) is distinct from (e.issued_at, e.expires_on, true)`,

  'a batch reserves one credit for each row left, while it runs': () => sql`
    select b.id::text as what from batch b
    left join credit_reservation r on r.batch_id = b.id
    where (b.status = 'running') <> (r.batch_id is not null)
      or r.credits <> (select count(*) from batch_row w where w.batch_id = b.id and w.state in ('ready', 'waiting'))`,

  'a debit is one credit, for a statement of the account': () => sql`
    select e.id::text as what from ledger_entry e
    left join statement s on s.id = e.statement_id and s.account_id = e.account_id
    where e.kind = 'debit' and (s.id is null or e.credits <> -1)`,
};

const hoursBefore = (now: Date, hours: number): Date => new Date(now.getTime() - hours * 3_600_000);
