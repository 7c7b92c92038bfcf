import { accessSync, constants, mkdirSync } from 'node:fs';
import { setPriority } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Server as TlsServer } from 'node:tls';
import { sql } from 'kysely';
import { buildApp } from '#wiring/app.ts';
import type { Config } from '#config/config.ts';
import { createDeps, createFiles, type Deps } from '#deps.ts';
import { ensureDemoAccount } from '#features/accounts/accounts.ts';
import { watchClock } from '#platform/observability/clock-offset.ts';
import { databaseMistake } from '#platform/db/database-mistake.ts';
import { createDb } from '#platform/db/db.ts';
import { createHttp } from '#platform/http/fastify.ts';
import type { App } from '#platform/http/app.ts';
import { serveHealth } from '#platform/http/health.ts';
import { serveMetrics } from '#platform/observability/metrics-server.ts';
import { watchState } from '#platform/observability/metrics-state.ts';
import { migrate } from '#wiring/migrate.ts';
import { untilMigrated } from '#platform/db/migrate.ts';
import { failureOf, Mistake } from '#platform/mistake.ts';
import { publishAssets } from '#platform/http/web-assets.ts';
import { renewTls } from '#platform/security/tls.ts';
import { watchReadiness } from '#wiring/readiness.ts';
import { startWorker } from '#wiring/worker.ts';
import type { CommandName } from './command-names.ts';

/**
 * New connections that the system keeps until the process accepts them; Linux allows 4,096. With Node's 511, a second of
 * heavy load overflows the queue, and those clients try again after one, three and seven seconds.
 */
const CONNECTIONS_WAITING = 4_096;

export const COMMANDS: Record<CommandName, (config: Config) => Promise<void>> = {
  migrate: applyMigrations,
  publish,
  demo: createDemoAccount,
  api: (config) => run(config, ['api']),
  worker: (config) => run(config, ['worker']),
  serve: (config) => run(config, ['api', 'worker']),
  all: async (config) => {
    await applyMigrations(config);
    await run(config, ['api', 'worker']);
  },
};
const DEMO = { email: 'demo@clairisque.fr', password: 'Demonstration-2026!', credits: 25 };
const STOP_WITHIN_MS = 25_000;

/** For the operator who runs a command; `npm start` asks for warnings only. */
function sayer(command: string, { logLevel }: Config): (sentence: string) => void {
  const isQuiet = logLevel !== 'info' && logLevel !== 'debug';
  return (sentence) => void (isQuiet || process.stdout.write(`${command}: ${sentence}\n`));
}

async function applyMigrations(config: Config): Promise<void> {
  const say = sayer('migrate', config);
  const applied = await migrate(config.databaseUrl, { say });
  say(`${applied.length} files applied${applied.length === 0 ? ': the database is up to date' : ''}`);
}

/** A worker yields, like its printers: on a machine that it shares with an API, the calls of people come first. */
const BEHIND_PEOPLE = 5;

async function run(config: Config, parts: ('api' | 'worker')[]): Promise<void> {
  if (!parts.includes('api')) standBehind();
  const app = createHttp(config);
  const { deps, close } = createDeps(config, app.log);
  const stops = [close];
  const started = stopWhenAsked(stops, config);
  sayWhatIsSimulated(config, app);
  requireFolders(config);
  if (parts.includes('api') && config.webDir !== null) requirePages(config.webDir);
  await requireLogin(deps, config);
  const readiness = watchReadiness({ ...deps, files: createFiles(config) });
  stops.push(async () => readiness.stop());
  stops.push(await offerMetrics(app, deps, config), watchClock(deps));
  await Promise.all([deps.datasets?.refresh(), readiness.look()]);
  if (parts.includes('worker')) {
    await untilMigrated(deps.db, (sentence) => app.log.warn(sentence));
    stops.push((await startWorker(deps, config.databaseUrl)).stop);
  }
  if (parts.includes('api')) {
    // A separate connection for health checks: calls that wait for the pool mean a busy machine, not a lost database.
    const lookout = createDb({ url: config.databaseUrl, poolSize: 1, onError: () => undefined });
    stops.push(() => lookout.destroy());
    const health = serveHealth(app, { db: lookout, files: deps.files, parts: readiness });
    await buildApp(app, deps, config);
    stops.push(async () => {
      health.drain();
      await sleep(config.drainMs);
      await app.closing.within(() => app.close());
    });
    await listen(app, config);
  }
  started();
  process.send?.({ ready: true });
}

function standBehind(): void {
  try {
    setPriority(BEHIND_PEOPLE);
  } catch {
    // Refused where its own priority is lower still, or may not be changed: it works all the same.
  }
}

/** Fastify does not see that its server speaks TLS. */
async function listen(app: App, { host, port, tls }: Config): Promise<void> {
  const listenTextResolver = (address: string): string =>
    `Server listening at ${tls === null ? address : address.replace(/^http:/, 'https:')}`;
  const options = { host, port, backlog: CONNECTIONS_WAITING, listenTextResolver };
  await app.listen(options).catch((error: unknown) => refusePort('PORT', error));
}

/** Said at each start: nobody must believe that such payments or mails are real. */
function sayWhatIsSimulated({ simulatedParts: parts, specimen }: Config, { log }: App): void {
  if (parts.length === 0) return;
  log.warn({ simulated: parts, specimen }, `SIMULATED beside real sources: ${parts.join(', ')}`);
}

function requireFolders({ datasets, files }: Config): void {
  // A read-only root has no temporary folder, where the releases are by default.
  if (datasets.use !== 'none') requireWritable('DATASETS_DIR', datasets.folder);
  if ('folder' in files) requireWritable('FILES_DIR', files.folder);
}

/** @throws Mistake naming the variable */
function requireWritable(name: 'DATASETS_DIR' | 'FILES_DIR', folder: string): void {
  try {
    mkdirSync(folder, { recursive: true });
    accessSync(folder, constants.W_OK);
  } catch (error) {
    throw new Mistake(`${name}: ${folder} cannot be written (${failureOf(error).code})`);
  }
}

/** A folder that the build of the pages did not fill serves none. */
function requirePages(webDir: string): void {
  const folder = join(webDir, 'assets');
  try {
    accessSync(folder, constants.R_OK);
  } catch (error) {
    throw new Mistake(`WEB_DIR: ${folder} cannot be read (${failureOf(error).code})`);
  }
}

/** A database that is away may come back; one that refuses the login will not. */
async function requireLogin({ db, log }: Deps, { databaseUrl }: Config): Promise<void> {
  try {
    await sql`select`.execute(db);
  } catch (error) {
    const mistake = databaseMistake(error, databaseUrl);
    if (mistake === null) throw error;
    if (!mistake.isTemporary) throw mistake;
    log.warn(mistake.message);
  }
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
  const served = serveMetrics({ registry: metrics.registry, refresh }, { host, port, tls });
  return served.catch((error: unknown) => refusePort('METRICS_PORT', error));
}

/** Stops in reverse order of start. Until startup completes, SIGTERM exits at once. */
function stopWhenAsked(stops: (() => Promise<void>)[], { drainMs }: Config): () => void {
  let stopping = false;
  let isStarted = false;
  const stop = async (): Promise<void> => {
    if (stopping) return;
    stopping = true;
    if (!isStarted) process.exit(0);
    setTimeout(() => process.exit(1), STOP_WITHIN_MS + drainMs).unref();
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
  if (config.webDir === null) throw new Mistake('WEB_DIR: required to publish its files');
  requireFolders(config);
  requirePages(config.webDir);
  const files = createFiles(config);
  const { written, kept } = await publishAssets(files, config.webDir);
  sayer('publish', config)(`${written} files written, ${kept} already there and identical`);
}

async function createDemoAccount(config: Config): Promise<void> {
  const app = createHttp({ ...config, logLevel: 'error' });
  const { deps, close } = createDeps(config, app.log);
  await ensureDemoAccount(deps, DEMO);
  await close();
  await app.close();
}

/** @throws Mistake naming the variable, or the error */
function refusePort(name: 'PORT' | 'METRICS_PORT', error: unknown): never {
  const { code } = failureOf(error);
  const { address = '', port = '' } = error as { address?: string; port?: number };
  if (code === 'EADDRINUSE') throw new Mistake(`${name}: ${port} is in use by another program`);
  if (code === 'EACCES') throw new Mistake(`${name}: ${port} may not be opened by this user`);
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    throw new Mistake(`HOST: ${address} is no address of this machine`);
  throw error;
}
