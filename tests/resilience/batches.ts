import { randomUUID } from 'node:crypto';
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
/** A key stays with a dead process for five minutes. */
const ANSWERED_WITHIN_MS = 7 * 60_000;
/** A dead worker's batch is taken over after ten seconds or so. */
const LIVES_MS = { least: 5_000, more: 30_000 };

/**
 * `npm run trials -- batches [ROWS] [SEED]`: a batch whose server is killed at random from before the order until it has
 * finished. Its doubtful rows are chosen meanwhile, so that every row has to be issued.
 */
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
  const ask = await openProgram(pool, url, rows);
  const finished = new AbortController();
  const killing = killUntil(finished.signal, server, Number(seed));
  const chosen = await runBatch(ask, rows).finally(() => finished.abort());
  const kills = await killing;
  const seconds = Math.round((Date.now() - started) / 1000);
  const violations = await ledgerViolations({ db, clock: () => new Date() });
  const wrong = await wrongRows(pool, rows);
  await server.stop();
  await simulators.stop();
  await Promise.all([pool.end(), db.destroy()]);
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
  const figures = [
    info('rows, chosen among candidates, kills', `${rows}, ${chosen}, ${kills}`),
    holds('each row is issued and paid once', wrong),
    holds(
      'ledger invariants',
      violations.map(({ rule, what }) => `${rule}: ${what.join(', ')}`),
    ),
  ];
  return [{ title: 'batches', notes: [`Seed ${seed}; in ${seconds} s.`], figures }];
}

/** A call with its own key, repeated until it succeeds: the server may be dead, or its former process held the key. */
type Ask = <T>(method: 'GET' | 'POST', path: string, body?: object) => Promise<T>;

async function openProgram(pool: Pool, url: string, credits: number): Promise<Ask> {
  const { email } = await openCustomer(pool, url, credits);
  const key = await insertKey(queryOf(pool), { email });
  return <T>(method: 'GET' | 'POST', path: string, body: object = {}) => {
    const headers = {
      authorization: `Bearer ${key}`,
      'content-type': 'application/json',
      'idempotency-key': randomUUID(),
    };
    const sent = { method, headers, ...(method === 'POST' && { body: JSON.stringify(body) }) };
    return until<T>(() => tried<T>(`${url}/api/v3${path}`, sent), { withinMs: ANSWERED_WITHIN_MS, everyMs: 500 });
  };
}

/** Null when the same call must be repeated. */
async function tried<T>(url: string, sent: RequestInit): Promise<T | null> {
  const response = await fetch(url, sent).catch(() => null);
  const text = (await response?.text().catch(() => null)) ?? null;
  if (response === null || text === null || response.status >= 500) return null;
  if (response.ok) return JSON.parse(text) as T;
  if ((JSON.parse(text) as { code: string }).code === 'idempotency_in_progress') return null;
  throw new Error(`${url}: ${text}`);
}

type Seen = { status: string; rows: Record<string, number> };
type Doubts = { data: { row: number; problem: { candidates: string[] } }[] };

/** Orders, chooses, starts, waits for the end; returns how many rows were chosen. */
async function runBatch(ask: Ask, count: number): Promise<number> {
  const rows = [...ordinaryPlaces().take(count)].map(({ longitude, latitude }) => ({
    transaction: 'sale',
    point: { longitude, latitude },
  }));
  const { id } = await ask<{ id: string }>('POST', '/batches', { start: 'manual', rows });
  const path = `/batches/${id}`;
  const reached = (status: string) =>
    until(async () => (await ask<Seen>('GET', path)).status === status, {
      withinMs: FINISHED_WITHIN_MS,
      everyMs: 1_000,
    });
  await reached('ready');
  let chosen = 0;
  for (;;) {
    const { data: doubts } = await ask<Doubts>('GET', `${path}/rows?status=doubtful&limit=100`);
    if (doubts.length === 0) break;
    for (const { row, problem } of doubts) {
      await ask('POST', `${path}/rows/${row}/choice`, { candidate: problem.candidates[0] });
      chosen += 1;
    }
    await reached('ready');
  }
  await ask('POST', `${path}/start`);
  await reached('finished');
  return chosen;
}

/** Returns how often the server was killed. */
async function killUntil(end: AbortSignal, server: Program, seed: number): Promise<number> {
  const random = createRandom(seed);
  for (let kills = 0; ; kills += 1) {
    await sleep(LIVES_MS.least + random.below(LIVES_MS.more), undefined, { signal: end }).catch(() => undefined);
    if (end.aborted) return kills;
    await server.restart('SIGKILL');
  }
}

async function wrongRows(pool: Pool, count: number): Promise<string[]> {
  const { rows } = await pool.query<{ what: string }>(
    `
    select 'row ' || r.position || ' ' || r.state as what from batch_row r
    left join ledger_entry e on e.statement_id = r.statement_id and e.kind = 'debit'
    group by r.position, r.state having r.state <> 'issued' or count(e.id) <> 1
    union all
    select 'statement ' || s.id from statement s
    left join batch_row r on r.statement_id = s.id
    where s.status = 'issued' group by s.id having count(r.position) <> 1
    union all
    select 'rows: ' || count(*) from batch_row having count(*) <> $1::int`,
    [count],
  );
  return rows.map(({ what }) => what);
}
