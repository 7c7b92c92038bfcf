import { sql } from 'kysely';
import type { Deps } from '#deps.ts';
import { RULES } from './ledger-invariants.queries.ts';

/** Returns the violated ledger invariants, each with the rows that violate it; normally none. */
export async function ledgerViolations(deps: Pick<Deps, 'db' | 'clock'>): Promise<{ rule: string; what: string[] }[]> {
  const found = [];
  const now = deps.clock();
  for (const [rule, broken] of Object.entries(RULES)) {
    const { rows } = await sql<{ what: string }>`${broken(now)} limit 20`.execute(deps.db);
    if (rows.length > 0) found.push({ rule, what: rows.map((row) => row.what) });
  }
  return found;
}

/** The alert rule watches the metric and pages the operator; the log has the details. */
export async function checkLedger(deps: Pick<Deps, 'db' | 'clock' | 'log' | 'telemetry'>): Promise<void> {
  const found = await ledgerViolations(deps);
  deps.telemetry.metrics.booksChecks.inc({ result: found.length === 0 ? 'sound' : 'broken' });
  for (const broken of found) deps.log.error({ page: true, ...broken }, 'ledger invariant violated');
}
