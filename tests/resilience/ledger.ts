import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { holds, info, type Part } from '../harness/report.ts';
import { startPostgres } from '../../scripts/postgres.ts';
import { migrate } from '../../server/src/migrate.ts';
import { createEnvironment } from '../../server/test/ledger/environment.ts';
import { runHistories } from '../../server/test/ledger/model.ts';

/** `npm run trials -- ledger [SECONDS] [SEED]`: the ledger against its model (server/test/ledger), for that long. */
export async function run([seconds = '120', given]: string[]): Promise<Part[]> {
  const seed = given === undefined ? Date.now() % 1_000_000 : Number(given);
  const folder = mkdtempSync(join(tmpdir(), 'clairisque-ledger-'));
  const postgres = await startPostgres({ dataDir: join(folder, 'data'), settings: { fsync: 'off' } });
  try {
    await migrate(postgres.url);
    const { environment, close } = createEnvironment(postgres.url);
    const until = Date.now() + Number(seconds) * 1000;
    const { faults, ...counts } = await runHistories(environment, { seed, steps: 40, goOn: () => Date.now() < until });
    const { rows } = await environment.pool.query<{ kind: string; count: number }>(KINDS);
    await close();
    return [
      {
        title: 'ledger',
        notes: [`Seed ${seed}, ${seconds} s.`],
        figures: [
          ...Object.entries(counts).map(([name, count]) => info(name, String(count))),
          ...rows.map(({ kind, count }) => info(kind, String(count))),
          holds('the ledger is that of the model', faults),
        ],
      },
    ];
  } finally {
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

const KINDS = `
  select kind, count(*)::int from (
    select kind || case when undone_at is null then '' else ', undone' end as kind from order_refund
    union all select 'order ' || status from purchase_order
    union all select kind from invoice union all select 'entry ' || kind from ledger_entry
  ) all_kinds group by kind order by kind`;
