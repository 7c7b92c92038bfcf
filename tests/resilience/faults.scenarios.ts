import { writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from 'pg';
import type { Disk } from './faults.disk.ts';
import type { Environment } from './faults.environment.ts';
import { ERRORS, FALSE_SUCCESSES, startAgain, STRIPE, SUPPLIERS, takeConnections } from './faults.kinds.ts';
import type { InjectedFault, FaultProxy } from '../harness/fault-proxy.ts';

/** What a scenario uses besides the product. */
export type Stage = { environment: Environment; disk: Disk | null; clockFile: string };
export type Scenario = {
  /** Resolves at the end, with how often each of its faults took effect; a fault without effect proves nothing. */
  happen: (stage: Stage) => Promise<number[]>;
  /** Why it cannot run here, in a sentence; null otherwise. */
  impossible?: (stage: Stage) => string | null;
};

const HOUR_MS = 3_600_000;

/** Minimum of exchanges with a lasting fault; users elsewhere, or an open circuit, reach it later. */
const MET_AT_LEAST = 3;
const WAITED_FOR_MS = 30_000;

/**
 * For that long, and until some have met it, every matching exchange over that proxy gets the fault; returns how many
 * did.
 */
async function lasting(proxy: FaultProxy, fault: InjectedFault, forMs: number): Promise<number> {
  const state = { met: 0 };
  const { lift } = proxy.every({ ...fault, onInjected: () => (state.met += 1) });
  await sleep(forMs);
  for (const deadline = Date.now() + WAITED_FOR_MS; state.met < MET_AT_LEAST && Date.now() < deadline;) {
    await sleep(100);
  }
  lift();
  return state.met;
}

const postgresKilled: Scenario = {
  happen: async ({ environment: { cluster } }) => {
    await cluster.postgres.kill('SIGKILL');
    await sleep(30_000);
    await startAgain(cluster.postgres);
    return [1];
  },
};

const postgresRestarted: Scenario = {
  happen: async ({ environment: { cluster } }) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGQUIT'] as const) {
      // A « smart » shutdown waits for the pools of our processes, which keep their connections: a fast one follows it.
      if (signal === 'SIGTERM') process.kill(cluster.postgres.pid(), signal);
      await cluster.postgres.kill(signal === 'SIGTERM' ? 'SIGINT' : signal);
      await startAgain(cluster.postgres);
      await sleep(3_000);
    }
    return [3];
  },
};

/** Errors returned to our processes: PostgreSQL's by code, the store's by status. */
const REFUSED = { noSpace: 'C53100', noConnection: 'C53300', byStore: 'HTTP/1.1 500' };

/** Met by refused writes, and by PostgreSQL's end. */
const diskFull: Scenario = {
  impossible: ({ disk }) => (disk === null ? 'no separate disk can be mounted here (root is needed)' : null),
  happen: async ({ environment: { cluster, proxies }, disk }) => {
    const met: number[] = [];
    for (let times = 0; times < 2; times += 1) {
      const refused = [proxies.postgres.countResponses(REFUSED.noSpace), proxies.store.countResponses(REFUSED.byStore)];
      disk?.fill();
      await sleep(8_000);
      disk?.free();
      met.push(refused.reduce((sum, count) => sum + count(), 0) + (cluster.postgres.isRunning() ? 0 : 1));
      // PostgreSQL ends when it cannot write its log, and recovers from it.
      if (!cluster.postgres.isRunning()) await startAgain(cluster.postgres);
      await sleep(4_000);
    }
    return met;
  },
};

/** Both machines together, one alone, far forward, back, and behind. */
const JUMPS = [
  { api: 2 * HOUR_MS, worker: 2 * HOUR_MS },
  { api: 0, worker: 0 },
  { api: 26 * HOUR_MS },
  { api: -26 * HOUR_MS, worker: 1 * HOUR_MS },
  { worker: -2 * HOUR_MS },
];

/** Statements issued at each of these times, then those dated by a clock that is ahead. */
const clockJumps: Scenario = {
  happen: async ({ environment: { stores }, clockFile }) => {
    const met: number[] = [];
    const issued = (where = 'true'): Promise<number> => countEditions(stores.pool, where);
    for (const shifts of JUMPS) {
      const before = await issued();
      writeFileSync(clockFile, JSON.stringify(shifts));
      await sleep(6_000);
      for (const deadline = Date.now() + WAITED_FOR_MS; (await issued()) === before && Date.now() < deadline;) {
        await sleep(200);
      }
      met.push((await issued()) - before);
    }
    met.push(await issued(`issued_at > now() + interval '1 hour'`));
    writeFileSync(clockFile, '{}');
    return met;
  },
};

async function countEditions(pool: Pool, where: string): Promise<number> {
  const { rows } = await pool.query<{ count: number }>(
    `select count(*)::int as count from statement_edition where ${where}`,
  );
  return rows[0]?.count ?? 0;
}

const SUPPLIER_FAULTS: Record<string, InjectedFault['fault'][]> = {
  down: [{ kind: 'reset' }],
  failing: ERRORS,
  slow: [{ kind: 'stall', ms: 6_000 }],
  false: FALSE_SUCCESSES,
};

/** Each supplier in turn, with each kind of fault. */
function supplier(about: RegExp): Scenario {
  return {
    happen: async ({ environment }) => {
      const met: number[] = [];
      for (const fault of Object.values(SUPPLIER_FAULTS).flat()) {
        met.push(await lasting(environment.proxies.suppliers, { fault, about }, 2_500));
      }
      return met;
    },
  };
}

export const SCENARIOS: Record<string, Scenario> = {
  'disk-full': diskFull,
  'postgres-killed': postgresKilled,
  'postgres-restarted': postgresRestarted,
  'postgres-slow': {
    happen: async ({ environment }) => [
      await lasting(environment.proxies.postgres, { fault: { kind: 'slow', ms: 60 } }, 20_000),
    ],
  },
  'postgres-full': {
    happen: async ({ environment: { cluster, proxies } }) => {
      const refused = proxies.postgres.countResponses(REFUSED.noConnection);
      await takeConnections(cluster.databaseUrl, 20_000);
      return [refused()];
    },
  },
  ...Object.fromEntries(
    Object.entries(SUPPLIERS).map(([name, about]) => [`supplier-${name.replace(' ', '-')}`, supplier(about)]),
  ),
  stripe: supplier(STRIPE),
  'smtp-down': { happen: async ({ environment }) => [await environment.proxies.smtp.down(30_000)] },
  's3-down': { happen: async ({ environment }) => [await environment.proxies.store.down(20_000)] },
  'suppliers-down': { happen: async ({ environment }) => [await environment.proxies.suppliers.down(20_000)] },
  clock: clockJumps,
};
