import { setTimeout as sleep } from 'node:timers/promises';
import { Server as TlsServer } from 'node:tls';
import { buildApp } from '#app.ts';
import { readConfig, type Config } from '#config.ts';
import { createDeps, createFiles, type Deps } from '#deps.ts';
import { ensureDemoAccount } from '#features/accounts/accounts.ts';
import { watchClock } from '#platform/observability/clock-offset.ts';
import { createDb } from '#platform/db/db.ts';
import { createHttp } from '#platform/http/fastify.ts';
import type { App } from '#platform/http/app.ts';
import { serveHealth } from '#platform/http/health.ts';
import { serveMetrics } from '#platform/observability/metrics-server.ts';
import { watchState } from '#platform/observability/metrics-state.ts';
import { migrate } from '#migrate.ts';
import { untilMigrated } from '#platform/db/migrate.ts';
import { publishAssets } from '#platform/http/web-assets.ts';
import { renewTls } from '#platform/security/tls.ts';
import { startWorker } from '#worker.ts';

/**
 * New connections that the system keeps until the process accepts them; Linux allows 4,096. With Node's 511, a second of
 * heavy load overflows the queue, and those clients try again after one, three and seven seconds.
 */
const CONNECTIONS_WAITING = 4_096;

/**
 * `node server/src/main.ts COMMAND…`, in that order, `all` by default:
 * - `migrate` brings the database to this version;
 * - `publish` puts the files of its pages where all machines find them;
 * - `demo` creates the demonstration account;
 * - `api` serves; `worker` runs the jobs; `serve` is both in one process;
 * - `all` is `migrate serve`.
 * Stops cleanly on SIGTERM, SIGINT, or when its parent is gone.
 */
const COMMANDS: Partial<Record<string, (config: Config) => Promise<void>>> = {
  migrate: async (config) => void (await migrate(config.databaseUrl)),
  publish,
  demo: createDemoAccount,
  api: (config) => run(config, ['api']),
  worker: (config) => run(config, ['worker']),
  serve: (config) => run(config, ['api', 'worker']),
  all: async (config) => {
    await migrate(config.databaseUrl);
    await run(config, ['api', 'worker']);
  },
};
const DEMO = { email: 'demo@clairisque.fr', password: 'Demonstration-2026!', credits: 25 };
const STOP_WITHIN_MS = 25_000;

const config = settings();
const names = process.argv.slice(2);
for (const name of names.length === 0 ? ['all'] : names) {
  const command = COMMANDS[name];
  if (command === undefined) throw new Error(`usage: main.ts ${Object.keys(COMMANDS).join('|')}…`);
  await command(config);
}

/** A wrong setting prints one sentence per line for the operator: it is not a program error. */
function settings(): Config {
  try {
    return readConfig(process.env);
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exit(1);
  }
}

async function run(config: Config, parts: ('api' | 'worker')[]): Promise<void> {
  const app = createHttp(config);
  const { deps, close } = createDeps(config, app.log);
  const stops = [close];
  const started = stopWhenAsked(stops);
  stops.push(await offerMetrics(app, deps, config), watchClock(deps));
  await deps.datasets?.refresh();
  if (parts.includes('worker')) {
    await untilMigrated(deps.db);
    stops.push((await startWorker(deps, config.databaseUrl)).stop);
  }
  if (parts.includes('api')) {
    // A separate connection for health checks: calls that wait for the pool mean a busy machine, not a lost database.
    const lookout = createDb({ url: config.databaseUrl, poolSize: 1, onError: () => undefined });
    stops.push(() => lookout.destroy());
    const health = serveHealth(app, { db: lookout, files: deps.files });
    await buildApp(app, deps, config);
    stops.push(async () => {
      health.drain();
      await sleep(config.drainMs);
      await app.closing.within(() => app.close());
    });
    await app.listen({ host: config.host, port: config.port, backlog: CONNECTIONS_WAITING });
  }
  started();
  process.send?.({ ready: true });
}

/** Serves the metrics, and renews the certificates of both listeners. Returns a function that stops it. */
async function offerMetrics(app: App, deps: Deps, config: Config): Promise<() => Promise<void>> {
  const { log, telemetry } = deps;
  const served = config.metricsPort === null ? null : await openMetrics(deps, config, config.metricsPort);
  const servers = [app.server, served?.server].filter((one) => one instanceof TlsServer);
  const stopRenewing = config.tls && renewTls({ files: config.tls, servers, metrics: telemetry.metrics, log });
  return async () => {
    stopRenewing?.();
    await served?.close();
  };
}

async function openMetrics({ telemetry, db, log }: Deps, { host, tls }: Config, port: number) {
  const { metrics } = telemetry;
  const refresh = watchState(metrics, db, (err) => log.warn({ err }, 'state not read for the metrics'));
  return serveMetrics({ registry: metrics.registry, refresh }, { host, port, tls });
}

/** Stops in reverse order of start. Until startup completes, SIGTERM exits at once. */
function stopWhenAsked(stops: (() => Promise<void>)[]): () => void {
  let stopping = false;
  let isStarted = false;
  const stop = async (): Promise<void> => {
    if (stopping) return;
    stopping = true;
    if (!isStarted) process.exit(0);
    setTimeout(() => process.exit(1), STOP_WITHIN_MS + config.drainMs).unref();
    for (const one of stops.toReversed()) await one();
    // The channel to the parent would keep the process alive.
    if (process.connected) process.disconnect?.();
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
  process.on('disconnect', stop);
  return () => void (isStarted = true);
}

async function publish(config: Config): Promise<void> {
  if (config.webDir === null) throw new Error('WEB_DIR : required to publish its files');
  await publishAssets(createFiles(config), config.webDir);
}

async function createDemoAccount(config: Config): Promise<void> {
  const app = createHttp({ ...config, logLevel: 'error' });
  const { deps, close } = createDeps(config, app.log);
  await ensureDemoAccount(deps, DEMO);
  await close();
  await app.close();
}
