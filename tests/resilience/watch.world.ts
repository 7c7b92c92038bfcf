import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Pool } from 'pg';
import { buildWeb } from '../../scripts/web-build.ts';
import { createFolderFiles } from '../../server/src/adapters/files/files.ts';
import { createDb, type Db } from '../../server/src/platform/db/db.ts';
import { radonTable } from '../../server/test/datasets.ts';
import { isDivided } from '../../simulators/src/territory/hazards-plans.ts';
import { radonPotential } from '../../simulators/src/territory/hazards-zonings.ts';
import { startCluster, type Cluster } from '../harness/cluster.ts';
import { createFaultProxy } from '../harness/fault-proxy.ts';
import { createTestReleases, type TestReleases } from '../harness/releases/releases.ts';
import { territoryOf } from '../harness/releases/territory.ts';

/** The product as deployed, an API and a worker, over releases and a clock that the trial moves. */
export type World = {
  cluster: Cluster;
  pool: Pool;
  db: Db;
  releases: TestReleases;
  /** Our processes' clock is that much later than the machine's, from their next look at it. */
  shiftClock: (ms: number) => void;
  /** Shows the first bytes of each request to the simulators. */
  watchCalls: (seen: (head: string) => void) => void;
  stop: () => Promise<void>;
};

export async function openWorld(): Promise<World> {
  const folder = mkdtempSync(join(tmpdir(), 'clairisque-watch-'));
  const [filesDir, clockFile] = [join(folder, 'files'), join(folder, 'clock.json')];
  const shiftClock = (ms: number): void => {
    writeFileSync(`${clockFile}.new`, JSON.stringify({ api: ms, worker: ms }));
    renameSync(`${clockFile}.new`, clockFile);
  };
  shiftClock(0);
  const files = createFolderFiles({ folder: filesDir, uniqueName: randomUUID });
  const releases = createTestReleases({ files, folder: join(folder, 'releases') });
  const { between, watchCalls, close } = watchedSimulators();
  const clock = fileURLToPath(new URL('clock-shift.ts', import.meta.url));
  const env = {
    // In a folder, without a store in between: its processor is not ours.
    S3_BUCKET: undefined,
    FILES_DIR: filesDir,
    WEB_DIR: await buildWeb(),
    DATASETS_DIR: join(folder, 'datasets'),
    CLAIRISQUE_SOURCES: 'simulated-datasets',
    CLOCK_SHIFT_FILE: clockFile,
    NODE_OPTIONS: `--import ${clock}`,
  };
  const cluster = await startCluster({ apis: 1, workers: 1, env, between });
  const pool = new Pool({ connectionString: cluster.databaseUrl, max: 3 });
  const db = createDb({ url: cluster.databaseUrl, poolSize: 2, onError: () => undefined });
  return {
    cluster,
    pool,
    db,
    releases,
    shiftClock,
    watchCalls,
    stop: async () => {
      await Promise.all([pool.end(), db.destroy()]);
      await cluster.stop();
      close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** A proxy before them, which shows each request. */
function watchedSimulators() {
  const watchers: ((head: string) => void)[] = [];
  const proxies: { close: () => void }[] = [];
  return {
    between: async ({ SIMULATORS_URL: target = '' }: NodeJS.ProcessEnv): Promise<NodeJS.ProcessEnv> => {
      const proxy = await createFaultProxy(target);
      proxies.push(proxy);
      proxy.watch((head) => watchers.forEach((seen) => seen(head)));
      return { SIMULATORS_URL: proxy.url };
    },
    watchCalls: (seen: (head: string) => void): void => void watchers.push(seen),
    close: (): void => proxies.forEach((proxy) => proxy.close()),
  };
}

/** A release of the radon table, which says another level in these communes than the simulators do. */
export async function importRadon({ releases }: World, otherIn: ReadonlySet<string>): Promise<string> {
  const rows = territoryOf()
    .communes.filter((commune) => !isDivided(commune))
    .map((commune): [string, string, number] => {
      const level = radonPotential(commune);
      return [commune.name, commune.insee, otherIn.has(commune.insee) ? (level === 3 ? 1 : 3) : level];
    });
  return (await releases.add('radon', { 'radon.csv': radonTable(rows) })).id;
}

export const activate = ({ releases }: World, release: string): Promise<unknown> =>
  releases.store.activate({ dataset: 'radon', release, force: release });

/** Numbers of the copies follow this one. */
const FIRST = 1_000_000;
const OF_EACH_ACCOUNT = 50;

type Copies = { statements: number; changed: number; due: number; deedOn: string };
type Templates = { changing: readonly number[]; others: readonly number[] };

/**
 * Statements in validity, copied with SQL from issued ones: rows and ledger of their own, the files of their original.
 * The first `changed` of them are of places that change; `due` of all, spread evenly, have an acte planned.
 */
export async function copyStatements({ pool }: World, templates: Templates, copies: Copies): Promise<void> {
  const { statements, changed, due, deedOn } = copies;
  const originals = Array.from({ length: statements }, (_, n) => {
    const among = n < changed ? templates.changing : templates.others;
    return among[n % among.length];
  });
  const accounts = Math.ceil(statements / OF_EACH_ACCOUNT);
  await pool.query(
    `insert into account (id, email, username, password_hash, activated_at) overriding system value
     select ${FIRST} + n, 'veille-' || n || '@exemple.fr', 'veille-' || n || '@exemple.fr', 'none', now()
     from generate_series(0, ${accounts - 1}) n`,
  );
  await pool.query(
    `insert into credit_lot (id, account_id, product_code, label) overriding system value
     select id, id, 'PA1', 'Essai' from account where id >= ${FIRST}`,
  );
  await pool.query(
    `insert into ledger_entry (account_id, lot_id, kind, credits)
     select id, id, 'purchase', ${OF_EACH_ACCOUNT} from account where id >= ${FIRST}`,
  );
  await pool.query(
    `create table copied as select ${FIRST} + n as id, original, ${FIRST} + n / ${OF_EACH_ACCOUNT} as account
     from unnest($1::bigint[]) with ordinality given (original, rank) cross join lateral (select rank::int - 1 as n) one`,
    [originals],
  );
  await copyRows(pool, 'statement', { id: 'c.id', account_id: 'c.account' });
  await copyRows(pool, 'statement_edition', { statement_id: 'c.id', reference: "'ERP-2026-' || c.id" });
  await pool.query(
    `insert into ledger_entry (account_id, lot_id, kind, credits, statement_id)
     select account, account, 'debit', -1, id from copied`,
  );
  await pool.query(
    `insert into statement_watch (statement_id, acte_on, changed_at)
     select id, $1::date, now() from copied where (id - ${FIRST}) * $2::bigint % $3 < $2`,
    [deedOn, due, statements],
  );
  await pool.query('analyze');
}

/** The rows of each original for its copy, with other values in some columns. */
async function copyRows(pool: Pool, table: string, others: Record<string, string>): Promise<void> {
  const { rows } = await pool.query<{ name: string }>(
    `select column_name as name from information_schema.columns
     where table_schema = 'public' and table_name = $1 and is_generated = 'NEVER' order by ordinal_position`,
    [table],
  );
  const names = rows.map(({ name }) => name);
  const key = table === 'statement' ? 'id' : 'statement_id';
  await pool.query(
    `insert into ${table} (${names.join(', ')}) overriding system value
     select ${names.map((name) => others[name] ?? `o.${name}`).join(', ')} from copied c join ${table} o on o.${key} = c.original`,
  );
}
