import type { Pool } from 'pg';

/** Tables that are compared row by row; ordered by their first column. */
const TABLES = [
  'account',
  'statement',
  'statement_edition',
  'credit_lot',
  'ledger_entry',
  'purchase_order',
  'invoice',
  'invoice_series',
  'order_refund',
  'payment_event',
];

/** The state of the database in words: rows and hash of each table; the sum of the ledger. */
export async function stateOf(pool: Pool): Promise<Record<string, string>> {
  const state: Record<string, string> = {};
  for (const table of TABLES) {
    const { rows } = await pool.query<{ count: string; hash: string }>(`
      select count(*) as count, md5(coalesce(string_agg(md5(t::text), '' order by md5(t::text)), '')) as hash from ${table} t`);
    state[table] = `${rows[0]?.count} rows, ${rows[0]?.hash}`;
  }
  const { rows } = await pool.query<{ credits: string }>(
    'select coalesce(sum(credits), 0) as credits from ledger_entry',
  );
  return { ...state, credits: String(rows[0]?.credits) };
}
