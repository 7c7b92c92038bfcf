import { writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Disk } from './faults.disk.ts';
import type { Ground } from './faults.ground.ts';
import { ERRORS, LIES, startAgain, STRIPE, SUPPLIERS, takeConnections } from './faults.kinds.ts';
import type { Ambush, Wire } from './wire.ts';

/** What a scenario has at hand besides the product. */
export type Stage = { ground: Ground; disk: Disk | null; clockFile: string };
/** What happens to the crowd's world; resolves when it is over. A sentence says why it cannot be played here. */
export type Scenario = { happen: (stage: Stage) => Promise<void>; impossible?: (stage: Stage) => string | null };

const HOUR_MS = 3_600_000;

/** For so long, every such exchange over that wire falls into that trouble. */
async function lasting(wire: Wire, ambush: Ambush, forMs: number): Promise<void> {
  const { lift } = wire.every(ambush);
  await sleep(forMs);
  lift();
}

async function down(wire: Wire, forMs: number): Promise<void> {
  wire.down(true);
  await sleep(forMs);
  wire.down(false);
}

const postgresKilled: Scenario = {
  happen: async ({ ground: { cluster } }) => {
    await cluster.postgres.kill('SIGKILL');
    await sleep(30_000);
    await startAgain(cluster.postgres);
  },
};

const postgresRestarted: Scenario = {
  happen: async ({ ground: { cluster } }) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGQUIT'] as const) {
      // A « smart » shutdown waits for the pools of our processes, which keep their connections: a fast one follows it.
      if (signal === 'SIGTERM') process.kill(cluster.postgres.pid(), signal);
      await cluster.postgres.kill(signal === 'SIGTERM' ? 'SIGINT' : signal);
      await startAgain(cluster.postgres);
      await sleep(3_000);
    }
  },
};

const diskFull: Scenario = {
  impossible: ({ disk }) => (disk === null ? 'no disk of its own can be mounted here (root is needed)' : null),
  happen: async ({ ground: { cluster }, disk }) => {
    for (let times = 0; times < 2; times += 1) {
      disk?.fill();
      await sleep(8_000);
      disk?.free();
      // PostgreSQL ends when it cannot write its log; it recovers by it.
      if (!cluster.postgres.isRunning()) await startAgain(cluster.postgres);
      await sleep(4_000);
    }
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

const clockJumps: Scenario = {
  happen: async ({ clockFile }) => {
    for (const shifts of JUMPS) {
      writeFileSync(clockFile, JSON.stringify(shifts));
      await sleep(6_000);
    }
    writeFileSync(clockFile, '{}');
  },
};

const SUPPLIER_TROUBLES: Record<string, Ambush['trouble'][]> = {
  down: [{ kind: 'reset' }],
  failing: ERRORS,
  slow: [{ kind: 'stall', ms: 6_000 }],
  lying: LIES,
};

/** Each in turn, in every way. */
function supplier(about: RegExp): Scenario {
  return {
    happen: async ({ ground }) => {
      for (const trouble of Object.values(SUPPLIER_TROUBLES).flat()) {
        await lasting(ground.wires.suppliers, { trouble, about }, 2_500);
      }
    },
  };
}

export const SCENARIOS: Record<string, Scenario> = {
  'disk-full': diskFull,
  'postgres-killed': postgresKilled,
  'postgres-restarted': postgresRestarted,
  'postgres-slow': {
    happen: ({ ground }) => lasting(ground.wires.postgres, { trouble: { kind: 'slow', ms: 60 } }, 20_000),
  },
  'postgres-full': {
    happen: async ({ ground: { cluster } }) => {
      await takeConnections(cluster.databaseUrl, 20_000);
    },
  },
  ...Object.fromEntries(
    Object.entries(SUPPLIERS).map(([name, about]) => [`supplier-${name.replace(' ', '-')}`, supplier(about)]),
  ),
  stripe: supplier(STRIPE),
  'smtp-down': { happen: ({ ground }) => down(ground.wires.smtp, 30_000) },
  's3-down': { happen: ({ ground }) => down(ground.wires.store, 20_000) },
  'suppliers-down': { happen: ({ ground }) => down(ground.wires.suppliers, 20_000) },
  clock: clockJumps,
};
