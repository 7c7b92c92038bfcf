import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Pool } from 'pg';
import { RELAXED_LIMITS } from '../harness/environment.ts';
import { holds, info, type Part } from '../harness/report.ts';
import { until } from '../harness/until.ts';
import { startPostgres } from '../../scripts/postgres.ts';
import { startMailServer } from '../../simulators/src/mail.ts';
import { ledgerViolations } from '../../server/src/features/credits/ledger-invariants.service.ts';
import { createDb } from '../../server/src/platform/db/db.ts';
import { migrate } from '../../server/src/migrate.ts';
import { buyUnderKills } from '../../server/test/ledger/kills.ts';
import { differences } from '../../server/test/ledger/stripe.ts';

const SETTLED_WITHIN_MS = 120_000;

/**
 * `npm run trials -- kills [PURCHASES] [SEED]`: purchases through the payment simulator while the API and the worker
 * are killed; two minutes later the ledger is that of the simulator.
 */
export async function run([given = '500', seed = String(Date.now() % 1_000_000)]: string[]): Promise<Part[]> {
  const purchases = Number(given);
  const folder = mkdtempSync(join(tmpdir(), 'clairisque-kills-'));
  const postgres = await startPostgres({ dataDir: join(folder, 'data'), settings: {} });
  await migrate(postgres.url);
  const mail = await startMailServer(0);
  const pool = new Pool({ connectionString: postgres.url, max: 2 });
  const db = createDb({ url: postgres.url, poolSize: 2, onError: () => undefined });
  // Idle connections end with PostgreSQL.
  pool.on('error', () => undefined);
  const env = {
    ...RELAXED_LIMITS,
    DATABASE_URL: postgres.url,
    FILES_DIR: join(folder, 'files'),
    SMTP_URL: `smtp://127.0.0.1:${mail.port}`,
    TYPST_PROCESSES: '1',
  };
  const started = Date.now();
  const campaign = await buyUnderKills({ pool, env, purchases, buyers: 6, seed: Number(seed) });
  const seconds = Math.round((Date.now() - started) / 1000);
  const wrong = () => differences(pool, campaign.simulatorsUrl);
  await until(async () => (await wrong()).length === 0, { withinMs: SETTLED_WITHIN_MS, everyMs: 500 }).catch(
    () => null,
  );
  const violations = await ledgerViolations({ db, clock: () => new Date() });
  const figures = [
    info('purchases, kills', `${purchases}, ${campaign.kills}`),
    holds('the ledger is that of the payment provider', await wrong()),
    holds(
      'ledger invariants',
      violations.map(({ rule, what }) => `${rule}: ${what.join(', ')}`),
    ),
    info('payment jobs that have not ended', (await waitingJobs(pool)).join('; ')),
  ];
  await campaign.close();
  await Promise.all([pool.end(), db.destroy()]);
  await mail.close();
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
  return [{ title: 'kills', notes: [`Seed ${seed}; in ${seconds} s.`], figures }];
}

async function waitingJobs(pool: Pool): Promise<string[]> {
  const { rows } = await pool.query<{ what: string }>(
    `select name || ' ' || state || ' ' || data::text as what from pgboss.job
     where name like 'payments.%' and state <> 'completed'`,
  );
  return rows.map(({ what }) => what);
}
