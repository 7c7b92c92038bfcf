import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Db } from '#platform/db/db.ts';
import { makersOf, type Metrics } from './metrics.ts';

/** Scrapes of two Prometheus servers within this time share one reading. */
const KEPT_MS = 5_000;
/** When the database is slow, a scrape is answered without it: it also proves that the process lives. */
const READ_WITHIN_MS = 2_000;

/** `of` is a task, or a kind of debt; null for a single value. */
type Row = { name: keyof ReturnType<typeof stateGauges>; of: string | null; value: number };

/**
 * Gauges from the database: every process returns the same (`max` in a query, never `sum`). `refresh` reads them before
 * the registry is rendered; it never throws, and they are absent while the database is down.
 */
export function watchState({ registry }: Metrics, db: Db, onError: (error: unknown) => void) {
  const gauges = stateGauges(makersOf(registry));
  let last = { atMs: -KEPT_MS, reading: Promise.resolve() };
  const read = async (): Promise<void> => {
    for (const one of Object.values(gauges)) one.reset();
    try {
      for (const { name, of, value } of await inTime(readState(db))) {
        gauges[name].set(of === null ? {} : { of }, value);
      }
    } catch (error) {
      onError(error);
      gauges.database_up.set(0);
    }
  };
  return function refresh(): Promise<void> {
    const atMs = performance.now();
    // Concurrent scrapes wait for the running read: the gauges are empty meanwhile.
    if (atMs - last.atMs >= KEPT_MS) last = { atMs, reading: read() };
    return last.reading;
  };
}

function inTime<T>(read: Promise<T>): Promise<T> {
  const late = sleep(READ_WITHIN_MS, undefined, { ref: false }).then(() => {
    throw new Error(`no answer within ${READ_WITHIN_MS} ms`);
  });
  return Promise.race([read, late]);
}

function stateGauges({ gauge }: ReturnType<typeof makersOf>) {
  return {
    jobs_waiting: gauge('clairisque_jobs_waiting', 'Jobs due and not begun', ['of']),
    jobs_oldest: gauge('clairisque_jobs_oldest_seconds', 'For how long the oldest of them is due', ['of']),
    dead_letters: gauge('clairisque_dead_letters', 'Jobs given up, for a person to look at', ['of']),
    mails_waiting: gauge('clairisque_mails_waiting', 'Mails written and not sent', ['of']),
    mails_oldest: gauge('clairisque_mails_oldest_seconds', 'For how long the oldest of them waits', ['of']),
    to_settle: gauge('clairisque_payments_to_settle', 'Late orders without an end, and refunds not paid', ['of']),
    damaged_files: gauge('clairisque_damaged_files', 'Stored files found damaged: waiting, or restored within a day', [
      'of',
    ]),
    scrub_age: gauge(
      'clairisque_scrub_age_seconds',
      'Since files were last read by it, and since its last whole pass',
      ['of'],
    ),
    database_up: gauge('clairisque_database_up', 'Whether the database answered', ['of']),
  };
}

/** A job waits from its due instant, so retries are not late. An open order may wait for its buyer for an hour. */
async function readState(db: Db): Promise<Row[]> {
  const { rows } = await sql<Row>`
    with due as (
      select name, count(*) as jobs, extract(epoch from now() - min(start_after))::float8 as oldest
      from pgboss.job
      where state in ('created', 'retry') and start_after <= now() and name <> 'dead-letters'
      group by name
    ), mail as (
      select count(*) as mails, coalesce(extract(epoch from now() - min(created_at)), 0)::float8 as oldest
      from outgoing_mail where sent_at is null and dropped_at is null
    )
    select 'jobs_waiting' as name, name as "of", jobs::float8 as value from due
    union all select 'jobs_oldest', name, oldest from due
    union all select 'dead_letters', null, count(*) from pgboss.job where name = 'dead-letters' and state = 'created'
    union all select 'mails_waiting', null, mails from mail
    union all select 'mails_oldest', null, oldest from mail
    union all select 'to_settle', 'orders', count(*) from purchase_order
      where status in ('open', 'pending') and created_at < now() - interval '3 hours'
    union all select 'to_settle', 'refunds', count(*) from order_refund
      where kind in ('withdrawal', 'undelivered') and paid_back_at is null and created_at < now() - interval '1 hour'
    union all select 'damaged_files', 'waiting', count(*) from damaged_file where restored_at is null
    union all select 'damaged_files', 'restored', count(*) from damaged_file where restored_at > now() - interval '1 day'
    union all select 'scrub_age', age.of, extract(epoch from now() - age.since) from scrub
      cross join lateral (values ('run', coalesce(last_run_at, pass_began_at)), ('pass', coalesce(pass_ended_at, pass_began_at)))
        age(of, since)
    union all select 'database_up', null, 1`.execute(db);
  return rows;
}
