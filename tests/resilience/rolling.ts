import { setTimeout as sleep } from 'node:timers/promises';
import { atLeast, atMost, percentile, shown, info, type Figure, type Part } from '../harness/report.ts';
import { createRandom } from '../harness/seeded-random.ts';
import { migrate } from '../../server/src/wiring/migrate.ts';
import { startCluster, type Cluster } from '../harness/cluster.ts';
import { newcomer, startVirtualUsers, type VirtualUsers, type Site } from './faults.virtual-users.ts';
import { openStores } from './faults.environment.ts';
import { backlog, brokenInvariants } from './invariants.ts';
import type { Stores } from './invariants.types.ts';
import { countRequests, type Counted } from './requests.ts';

const APIS = 2;
const WORKERS = 2;
const VISITORS = 6;
const READERS = 4;
/** Between two acts of a reader, and after a restart, so that the balancer notices. */
const READS_EVERY_MS = 60;
const SETTLES_MS = 600;
const QUIET_WITHIN_MS = 60_000;

/**
 * `npm run trials -- rolling [SECONDS]`: restarts each machine in turn, as in a release, with a migration before each
 * round, while users work. Without retries: each request counts.
 */
export async function run([given = '60']: string[]): Promise<Part[]> {
  const seconds = Number(given);
  const cluster = await startCluster({ apis: APIS, workers: WORKERS });
  const stores = openStores(cluster);
  try {
    return [await roll(cluster, stores, seconds)];
  } finally {
    await Promise.all([stores.pool.end(), stores.db.destroy()]);
    await cluster.stop();
  }
}

async function roll(cluster: Cluster, stores: Stores, seconds: number): Promise<Part> {
  const counted = countRequests(cluster.url);
  const site: Site = { url: cluster.url, stores, send: counted.send, patience: { tries: 1, pauseMs: 0 } };
  const users = startVirtualUsers(site, { atOnce: VISITORS, random: createRandom(1) });
  const readers = startReaders(site);
  const restarts = await restartInTurn(cluster, Date.now() + seconds * 1000);
  await Promise.all([users.stop(), readers.stop()]);
  const left = await quiet(stores);
  return {
    title: 'Rolling restarts',
    notes: [
      `${APIS} APIs and ${WORKERS} workers behind a balancer, each stopped (SIGTERM) and restarted in turn for ${seconds} s; ${VISITORS} visitors and ${READERS} readers without retries.`,
    ],
    figures: [
      ...figuresOf(counted.result()),
      info('restarts of an API, of a worker', `${restarts.apis}, ${restarts.workers}`),
      info('migrations of busy tables meanwhile', `${restarts.migrations}`),
      ...(await invariantFigures(stores, users)),
      atMost('jobs, mails and invoices left a minute after', left.length, { value: 0, unit: '' }),
    ],
  };
}

type Restarts = { apis: number; workers: number; migrations: number };

/** Ends with a whole round: every machine was restarted at least once. */
async function restartInTurn(cluster: Cluster, until: number): Promise<Restarts> {
  const done: Restarts = { apis: 0, workers: 0, migrations: 0 };
  do {
    await cluster.migrate();
    done.migrations += await migrateBusyTables(cluster, done.migrations);
    for (const worker of cluster.workers) {
      await worker.restart();
      done.workers += 1;
    }
    for (const api of cluster.apis) {
      await api.restart();
      await sleep(SETTLES_MS);
      done.apis += 1;
    }
  } while (Date.now() < until);
  return done;
}

/** What a next version would add to busy tables. */
async function migrateBusyTables({ databaseUrl }: Cluster, round: number): Promise<number> {
  const tables = ['account', 'statement', 'ledger_entry', 'statement_edition', 'invoice'];
  const text = tables.map((table) => `alter table ${table} add column rolling_${round} text;`).join('\n');
  return (await migrate(databaseUrl, { migrations: [{ name: `9900_rolling_${round}.sql`, text }] })).length;
}

/** Users who create an account, then read their pages repeatedly. */
function startReaders(site: Site): { stop: () => Promise<void> } {
  const state = { isOver: false };
  const read = async (n: number): Promise<void> => {
    const reader = newcomer(site, 100_000 + n);
    await reader.arrive();
    while (!state.isOver) {
      await reader.lookAround();
      await sleep(READS_EVERY_MS);
    }
  };
  const reading = Promise.all(Array.from({ length: READERS }, (_, n) => read(n)));
  return {
    stop: async () => {
      state.isOver = true;
      await reading;
    },
  };
}

function figuresOf({ requests, failures, durations }: Counted): Figure[] {
  const failed = failures.values().reduce((sum, times) => sum + times, 0);
  const slowest = (kind: keyof Counted['durations']): string =>
    `${shown(percentile(durations[kind], 0.5))} ms, ${shown(percentile(durations[kind], 0.99))} ms`;
  return [
    atLeast('requests answered correctly', (100 * (requests - failed)) / requests, { value: 99.9, unit: '%' }),
    info('requests, failed', `${requests}, ${failed}`),
    ...[...failures].map(([kind, times]) => info(`failed: ${kind}`, `${times}`)),
    info('reads: median, p99', slowest('reads')),
    info('writes: median, p99', slowest('writes')),
    info('generations: median, p99', slowest('generations')),
  ];
}

/** Pending work after all users have left; soon nothing. */
async function quiet({ pool }: Stores): Promise<string[]> {
  for (const deadline = Date.now() + QUIET_WITHIN_MS; ; await sleep(250)) {
    const left = await backlog(pool);
    if (left.length === 0 || Date.now() > deadline) return left;
  }
}

async function invariantFigures(stores: Stores, { everybody }: VirtualUsers): Promise<Figure[]> {
  const broken = await brokenInvariants(stores, everybody);
  for (const { rule, what } of broken) console.error(`${rule}:\n  ${what.slice(0, 5).join('\n  ')}`);
  const { rows } = await stores.pool.query<Record<string, number>>(`
    select count(*)::int as statements,
      (select count(*)::int from ledger_entry where kind = 'debit') as debits,
      (select count(distinct file_key)::int from statement_edition) as files
    from statement where status = 'issued'`);
  const twice = await stores.pool.query(`
    select from pgboss.job where name = 'mail.sweep' group by date_trunc('minute', created_on) having count(*) > 1`);
  const { statements = 0, debits = 0, files = 0 } = rows[0] ?? {};
  return [
    info('statements, debits, editions', `${statements}, ${debits}, ${files}`),
    atMost('minutes in which a round was made twice', twice.rows.length, { value: 0, unit: '' }),
    atMost('broken invariants', broken.length, { value: 0, unit: '' }),
  ];
}
