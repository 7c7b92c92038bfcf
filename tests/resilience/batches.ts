import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Pool } from 'pg';
import { startPostgres } from '../../scripts/postgres.ts';
import { ledgerViolations } from '../../server/src/features/credits/ledger-invariants.service.ts';
import { createDb } from '../../server/src/platform/db/db.ts';
import { insertKey, queryOf } from '../harness/accounts.ts';
import { openCustomer } from '../harness/customer.ts';
import { chooseEnvironment } from '../harness/environment.ts';
import { ordinaryPlaces } from '../harness/places.ts';
import { startProgram, type Program } from '../harness/program.ts';
import { holds, info, type Part } from '../harness/report.ts';
import { createRandom } from '../harness/seeded-random.ts';
import { until } from '../harness/until.ts';

const FINISHED_WITHIN_MS = 30 * 60_000;
/** A dead worker's batch is taken over after ten seconds or so. */
const LIVES_MS = { least: 5_000, more: 30_000 };

/** `npm run trials -- batches [ROWS] [SEED]`: a batch whose server is killed at random until it has finished. */
export async function run([given = '500', seed = String(Date.now() % 1_000_000)]: string[]): Promise<Part[]> {
  const rows = Number(given);
  const folder = mkdtempSync(join(tmpdir(), 'clairisque-batches-'));
  const postgres = await startPostgres({ dataDir: join(folder, 'data'), settings: {} });
  const { url, env } = await chooseEnvironment({ DATABASE_URL: postgres.url, FILES_DIR: join(folder, 'files') });
  const pool = new Pool({ connectionString: postgres.url, max: 2 });
  pool.on('error', () => undefined);
  const db = createDb({ url: postgres.url, poolSize: 2, onError: () => undefined });
  const simulators = await startProgram({ command: ['simulators/src/main.ts'], env });
  const server = await startProgram({ command: ['server/src/main.ts', 'all'], env });
  const started = Date.now();
  await orderBatch(pool, url, rows);
  const isFinished = async () => (await pool.query(`select from batch where status = 'finished'`)).rowCount === 1;
  const kills = await killUntil(server, isFinished, Number(seed));
  const seconds = Math.round((Date.now() - started) / 1000);
  const violations = await ledgerViolations({ db, clock: () => new Date() });
  const wrong = await wrongRows(pool);
  const { rows: counts } = await pool.query<{ state: string; count: string }>(
    `select state, count(*) from batch_row group by state`,
  );
  await server.stop();
  await simulators.stop();
  await Promise.all([pool.end(), db.destroy()]);
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
  const figures = [
    info('rows, kills', `${rows}, ${kills}`),
    info('rows by result', counts.map(({ state, count }) => `${count} ${state}`).join(', ')),
    holds('each row is issued and paid once', wrong),
    holds(
      'ledger invariants',
      violations.map(({ rule, what }) => `${rule}: ${what.join(', ')}`),
    ),
  ];
  return [{ title: 'batches', notes: [`Seed ${seed}; in ${seconds} s.`], figures }];
}

async function orderBatch(pool: Pool, url: string, count: number): Promise<void> {
  const { email } = await openCustomer(pool, url, count);
  const key = await insertKey(queryOf(pool), { email });
  const rows = [...ordinaryPlaces().take(count)].map(({ longitude, latitude }) => ({
    transaction: 'sale',
    point: { longitude, latitude },
  }));
  const response = await fetch(`${url}/api/v3/batches`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', 'idempotency-key': 'kills' },
    body: JSON.stringify({ rows }),
  });
  if (response.status !== 201) throw new Error(await response.text());
}

/** Returns how often the server was killed. */
async function killUntil(server: Program, isFinished: () => Promise<boolean>, seed: number): Promise<number> {
  const random = createRandom(seed);
  const deadline = Date.now() + FINISHED_WITHIN_MS;
  for (let kills = 0; ; kills += 1) {
    await sleep(LIVES_MS.least + random.below(LIVES_MS.more));
    if (await isFinished()) return kills;
    if (Date.now() > deadline) return until(isFinished, { withinMs: FINISHED_WITHIN_MS }).then(() => kills);
    await server.restart('SIGKILL');
  }
}

async function wrongRows(pool: Pool): Promise<string[]> {
  const { rows } = await pool.query<{ what: string }>(`
    select 'row ' || r.position as what from batch_row r
    left join ledger_entry e on e.statement_id = r.statement_id and e.kind = 'debit'
    group by r.position, r.state having count(e.id) <> (r.state = 'issued')::int
    union all
    select 'statement ' || s.id from statement s
    left join batch_row r on r.statement_id = s.id
    where s.status = 'issued' group by s.id having count(r.position) <> 1`);
  return rows.map(({ what }) => what);
}
