import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Pool } from 'pg';
import { startPostgres } from '../../scripts/postgres.ts';
import { startMailServer } from '../../simulators/src/mail.ts';
import { ledgerViolations } from '../../server/src/features/credits/ledger-invariants.service.ts';
import { createDb } from '../../server/src/platform/db/db.ts';
import { migrate } from '../../server/src/migrate.ts';
import { buyUnderKills } from '../../server/test/ledger/kills.ts';
import { differences } from '../../server/test/ledger/stripe.ts';

/**
 * `node scripts/run.mjs tests/resilience/kills.ts [PURCHASES] [SEED]`: 500 purchases through the payment simulator while
 * the API and the worker are killed. Exit code 1 when, two minutes later, the ledger differs from the simulator.
 */
const [purchases = 500, seed = Date.now() % 1_000_000] = process.argv.slice(2).map(Number);
const folder = mkdtempSync(join(tmpdir(), 'clairisque-kills-'));
const postgres = await startPostgres({ dataDir: join(folder, 'data'), settings: {} });
await migrate(postgres.url);
const mail = await startMailServer(0);
const pool = new Pool({ connectionString: postgres.url, max: 2 });
const db = createDb({ url: postgres.url, poolSize: 2, onError: () => undefined });
// Idle connections end with PostgreSQL.
pool.on('error', () => undefined);
const env = {
  DATABASE_URL: postgres.url,
  FILES_DIR: join(folder, 'files'),
  SMTP_URL: `smtp://127.0.0.1:${mail.port}`,
  TYPST_PROCESSES: '1',
  RATE_LIMIT_FACTOR: '1000',
};
const started = Date.now();
const campaign = await buyUnderKills({ pool, env, purchases, buyers: 6, seed });
const bought = Math.round((Date.now() - started) / 1000);
let wrong = await differences(pool, campaign.stripeUrl);
for (const deadline = Date.now() + 120_000; wrong.length > 0 && Date.now() < deadline; await sleep(500)) {
  wrong = await differences(pool, campaign.stripeUrl);
}
const rules = await ledgerViolations({ db, clock: () => new Date() });
const { rows: waiting } = await pool.query(
  `select name, state, data, retry_count, started_on from pgboss.job where name like 'payments.%' and state <> 'completed'`,
);
if (waiting.length > 0) console.log('jobs that have not ended:', waiting);
console.log(`seed ${seed}: ${purchases} purchases, ${campaign.kills} kills in ${bought} s`);
console.log(wrong.length + rules.length === 0 ? 'The books are Stripe’s; no rule is broken.' : [...wrong, ...rules]);
await campaign.close();
await Promise.all([pool.end(), db.destroy()]);
await mail.close();
await postgres.stop();
rmSync(folder, { recursive: true, force: true });
process.exitCode = wrong.length + rules.length === 0 ? 0 : 1;
