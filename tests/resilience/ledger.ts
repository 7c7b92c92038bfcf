import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPostgres } from '../../scripts/postgres.ts';
import { migrate } from '../../server/src/migrate.ts';
import { createEnvironment } from '../../server/test/ledger/environment.ts';
import { runLives } from '../../server/test/ledger/model.ts';

/**
 * `node scripts/run.mjs tests/resilience/ledger.ts [SECONDS] [SEED]`: the model of the ledger (server/test/ledger) for a given time.
 * Exit code 1, with the seed, when an invariant is violated.
 */
const [seconds = 120, seed = Date.now() % 1_000_000] = process.argv.slice(2).map(Number);
const folder = mkdtempSync(join(tmpdir(), 'clairisque-books-'));
const postgres = await startPostgres({ dataDir: join(folder, 'data'), settings: { fsync: 'off' } });
await migrate(postgres.url);
const { environment, close } = createEnvironment(postgres.url);
const until = Date.now() + seconds * 1000;
const { faults, ...account } = await runLives(environment, { seed, steps: 40, goOn: () => Date.now() < until });
const { rows: kinds } = await environment.pool.query<{ kind: string; count: number }>(`
  select kind, count(*)::int from (
    select kind || case when undone_at is null then '' else ', undone' end as kind from order_refund
    union all select 'order ' || status from purchase_order
    union all select kind from invoice union all select 'entry ' || kind from ledger_entry
  ) all_kinds group by kind order by kind`);
await close();
await postgres.stop();
rmSync(folder, { recursive: true, force: true });
console.log(`seed ${seed}:`, account);
console.log(kinds.map(({ kind, count }) => `${kind}: ${count}`).join('; '));
for (const fault of faults) console.log(fault);
process.exitCode = faults.length === 0 ? 0 : 1;
