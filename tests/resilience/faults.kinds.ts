import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import type { Program } from '../harness/program.ts';
import type { Random } from '../harness/seeded-random.ts';
import { retried } from './faults.virtual-users.ts';
import type { Environment, FaultProxies } from './faults.environment.ts';
import type { Fault } from '../harness/fault-proxy.ts';

/** One kind of fault, drawn `weight` times as often as one of weight 1. */
export type Kind = { name: string; weight: number; inject: Inject };
/** Injects it once, and calls `injected` when it took effect: one that waits for an exchange may never do so. */
type Inject = (environment: Environment, random: Random, injected: () => void) => Promise<void>;

const http = (status: string, body: string, type = 'text/html'): Fault => ({
  kind: 'replaced',
  bytes: `HTTP/1.1 ${status}\r\ncontent-type: ${type}\r\ncontent-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`,
});
const RESET: Fault = { kind: 'reset' };
const LOST: Fault = { kind: 'lost response' };
const TRUNCATED: Fault = { kind: 'truncated' };
const stall = (ms: number): Fault => ({ kind: 'stall', ms });
const slow = (ms: number): Fault => ({ kind: 'slow', ms });

export const ERRORS: Fault[] = [
  http('500 Internal Server Error', '<h1>Error</h1>'),
  http('503 Service Unavailable', ''),
  http('429 Too Many Requests', '{}', 'application/json'),
];
/** False successes: a maintenance page, half a response, another one. */
export const FALSE_SUCCESSES: Fault[] = [
  http('200 OK', '<html><body>Maintenance</body></html>'),
  http('200 OK', '{"type":"FeatureCollection","features":[', 'application/json'),
  http('200 OK', '{"erreur":"inconnue"}', 'application/json'),
  http('200 OK', ''),
];
const SMTP_REFUSALS: Fault[] = [
  { kind: 'replaced', bytes: '421 4.3.2 Service shutting down\r\n' },
  { kind: 'replaced', bytes: '451 4.3.0 Try again later\r\n' },
  { kind: 'replaced', bytes: '554 5.7.1 Refused\r\n' },
];

export const SUPPLIERS: Record<string, RegExp> = {
  geocoder: /^GET \/geocodage/,
  cadastre: /^GET \/apicarto\/api\/cadastre/,
  urbanism: /^GET \/apicarto\/api\/gpu/,
  georisques: /^GET \/georisques/,
  'noise plans': /^GET \/geopf\/(wms-v|wfs)/,
  tiles: /^GET \/(geopf\/wmts|osm)/,
};
export const STRIPE = /^(GET|POST) \/v1/;

/** The next matching exchange over that proxy gets one of these faults. */
const fault =
  (proxy: keyof FaultProxies, faults: Fault[], about?: RegExp): Inject =>
  async ({ proxies }, random, onInjected) => {
    const chosen = random.of(faults);
    if (chosen !== undefined) proxies[proxy].next({ fault: chosen, onInjected, ...(about !== undefined && { about }) });
  };

const onSuppliers =
  (faults: Fault[]): Inject =>
  (environment, random, injected) =>
    fault('suppliers', faults, random.of(Object.values(SUPPLIERS)))(environment, random, injected);

/** Cuts and refuses every connection of that proxy for that long. */
const outage =
  (proxy: keyof FaultProxies, forMs: number): Inject =>
  async ({ proxies }, _random, injected) => {
    injected();
    await proxies[proxy].down(forMs);
  };

const killed =
  (signal: NodeJS.Signals, which: (environment: Environment) => Program[]): Inject =>
  async (environment, random, injected) => {
    const program = random.of(which(environment));
    if (program === undefined || !program.isRunning()) return;
    injected();
    await alone(program, async () => {
      await program.kill(signal);
      await startAgain(program);
    });
  };

const paused =
  (which: (environment: Environment) => Program[]): Inject =>
  async (environment, random, injected) => {
    const program = random.of(which(environment));
    if (program === undefined || !program.isRunning()) return;
    injected();
    await alone(program, async () => {
      process.kill(program.pid(), 'SIGSTOP');
      await sleep(200 + random.below(2_500));
      process.kill(program.pid(), 'SIGCONT');
    });
  };

/** Retries until it runs, as an operator would. */
export async function startAgain(program: Program): Promise<void> {
  await retried(() => program.start());
}

const handled = new Map<Program, Promise<void>>();

/** One fault at a time per process. */
async function alone(program: Program, work: () => Promise<void>): Promise<void> {
  const turn = (handled.get(program) ?? Promise.resolve()).then(work);
  handled.set(program, turn);
  await turn.finally(() => {
    if (handled.get(program) === turn) handled.delete(program);
  });
}

/**
 * Restarts whatever ended by itself; `ended` names each. PostgreSQL ends when its disk is full: the scenario that fills
 * it restarts it.
 */
export function restartEnded({ cluster }: Environment): { ended: readonly string[]; stop: () => void } {
  const ended: string[] = [];
  const { apis, workers, store, simulators, balancer } = cluster;
  const look = (name: string, program: Program): void => {
    if (program.isRunning() || handled.has(program)) return;
    ended.push(name);
    alone(program, () => startAgain(program)).catch((error: unknown) => console.log(`${name} does not start:`, error));
  };
  const timer = setInterval(() => {
    for (const [name, programs] of Object.entries({ apis, workers })) {
      programs.forEach((program, n) => look(`${name.slice(0, -1)} ${n + 1}`, program));
    }
    for (const [name, program] of Object.entries({ store, simulators, balancer })) look(name, program);
  }, 200);
  return { ended, stop: () => clearInterval(timer) };
}

/** Backends of our processes, at any moment; by PostgreSQL's own command, or by a signal. */
const terminated: Inject = async ({ stores }, _random, injected) => {
  const { rows } = await stores.pool.query(
    `select pg_terminate_backend(pid) from (
       select pid from pg_stat_activity
       where backend_type = 'client backend' and pid <> pg_backend_pid() order by random() limit 1
     ) one`,
  );
  if (rows.length > 0) injected();
};

/** PostgreSQL closes all its connections and recovers from its log. */
const backendKilled: Inject = async ({ stores }, _random, injected) => {
  const { rows } = await stores.pool.query<{ pid: number }>(
    `select pid from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid() limit 1`,
  );
  const [found] = rows;
  if (found === undefined) return;
  process.kill(found.pid, 'SIGKILL');
  injected();
};

/** Takes every remaining connection of PostgreSQL. */
export async function takeConnections(databaseUrl: string, forMs: number): Promise<void> {
  const taken: Client[] = [];
  const take = async (): Promise<void> => {
    const client = new Client({ connectionString: databaseUrl, connectionTimeoutMillis: 2_000 });
    client.on('error', () => undefined);
    await client.connect();
    taken.push(client);
  };
  for (const deadline = Date.now() + forMs; Date.now() < deadline;) {
    await take().catch(() => sleep(20));
  }
  await Promise.all(taken.map((client) => client.end().catch(() => undefined)));
}

const noConnections: Inject = async ({ cluster }, _random, injected) => {
  injected();
  await takeConnections(cluster.databaseUrl, 1_500);
};

const machines = ({ cluster }: Environment): Program[] => [...cluster.apis, ...cluster.workers];
const postgres = ({ cluster }: Environment): Program[] => [cluster.postgres];

export const KINDS: Kind[] = [
  { name: 'visitor: connection reset, response lost, cut short or late', weight: 160, inject: fault('visitors', [RESET, LOST, TRUNCATED, stall(400)]) },
  { name: 'PostgreSQL: connection reset or response lost', weight: 130, inject: fault('postgres', [RESET, LOST, TRUNCATED]) },
  { name: 'PostgreSQL: late response', weight: 60, inject: fault('postgres', [stall(500), slow(40)]) },
  { name: 'PostgreSQL: pg_terminate_backend', weight: 100, inject: terminated },
  { name: 'suppliers: reset, cut short, slow', weight: 120, inject: onSuppliers([RESET, LOST, TRUNCATED, stall(1_000), slow(100)]) },
  { name: 'suppliers: 500, 503, 429', weight: 80, inject: onSuppliers(ERRORS) },
  { name: 'suppliers: false success', weight: 60, inject: onSuppliers(FALSE_SUCCESSES) },
  { name: 'Stripe: reset, response lost, late, 500', weight: 70, inject: fault('suppliers', [RESET, LOST, TRUNCATED, stall(800), ...ERRORS], STRIPE) },
  { name: 'S3: reset, response lost, cut short, late', weight: 90, inject: fault('store', [RESET, LOST, TRUNCATED, stall(800)]) },
  { name: 'S3: 500, 503, 429', weight: 50, inject: fault('store', ERRORS) },
  { name: 'SMTP: reset or response lost', weight: 40, inject: fault('smtp', [RESET, LOST]) },
  { name: 'SMTP: 421, 451, 554', weight: 30, inject: fault('smtp', SMTP_REFUSALS) },
  { name: 'API or worker: SIGSTOP', weight: 8, inject: paused(machines) },
  { name: 'API or worker: kill -9', weight: 8, inject: killed('SIGKILL', machines) },
  { name: 'PostgreSQL: kill -9 of a backend', weight: 3, inject: backendKilled },
  { name: 'PostgreSQL: kill -9 of all of it', weight: 1, inject: killed('SIGKILL', postgres) },
  { name: 'PostgreSQL: restarted', weight: 1, inject: killed('SIGINT', postgres) },
  { name: 'PostgreSQL: no connection left for 1.5 s', weight: 2, inject: noConnections },
  { name: 'S3: kill -9', weight: 1, inject: killed('SIGKILL', ({ cluster }) => [cluster.store]) },
  { name: 'S3, SMTP or suppliers down for 2 s', weight: 3, inject: (environment, random, injected) => outage(random.of(['store', 'smtp', 'suppliers'] as const) ?? 'store', 2_000)(environment, random, injected) },
]; // prettier-ignore
