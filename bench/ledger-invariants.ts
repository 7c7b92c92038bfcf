import { globSync } from 'node:fs';
import type { Pool } from 'pg';

const NONE = new Set(['negative lots', 'unpaid statements', 'lost files']);

/** What is wrong after a load, in words; nothing when all is well. `issued` counts the 200 that clients received. */
export async function brokenInvariants(pool: Pool, filesDir: string, issued: number): Promise<string[]> {
  const { rows } = await pool.query<Record<string, number>>(`
    select
      (select count(*) from statement where status = 'issued')::int as statements,
      (select count(*) from ledger_entry where kind = 'debit' and credits = -1)::int as debits,
      (select count(distinct statement_id) from ledger_entry where kind = 'debit')::int as "debited statements",
      (select count(distinct file_key) from statement_edition)::int as keys,
      (select count(distinct reference) from statement_edition)::int as "references",
      (select count(*) from (select lot_id from ledger_entry group by lot_id having sum(credits) < 0) l)::int as "negative lots",
      (select count(*) from statement s where status = 'issued' and not exists (
        select from ledger_entry e where e.statement_id = s.id and e.account_id = s.account_id))::int as "unpaid statements"`);
  const keys = await pool.query<{ file_key: string }>('select file_key from statement_edition');
  const stored = new Set(globSync('statements/**/*.pdf', { cwd: filesDir }).map((path) => path.replaceAll('\\', '/')));
  const lost = keys.rows.filter(({ file_key }) => !stored.has(file_key)).length;
  const counts: Record<string, number> = { ...rows[0], files: stored.size, 'lost files': lost };
  return Object.entries(counts)
    .filter(([name, count]) => count !== (NONE.has(name) ? 0 : issued))
    .map(([name, count]) => `${count} ${name} for ${issued} issued`);
}
