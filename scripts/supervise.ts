import { fork, type ChildProcess } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { startPostgres, type Postgres } from './postgres.ts';
import { StartFailure } from './start-failure.ts';
import { commandOf, isAlive } from './processes.ts';
import { buildWeb } from './web-build.ts';

/**
 * `npm start`: the whole product on this machine. Starts PostgreSQL (unless DATABASE_URL is given), the simulators and
 * the server, and stops them in the opposite order. When one of them dies, it stops the others and says so.
 */
const port = Number(process.env['PORT'] ?? 8080);
const simulatorsPort = Number(process.env['SIMULATORS_PORT'] ?? 8090);
const smtpPort = Number(process.env['SIMULATORS_SMTP_PORT'] ?? 2525);
const dataDir = resolve(process.env['DATA_DIR'] ?? '.data');
const live = ['live', 'datasets', 'hybrid'].includes(process.env['CLAIRISQUE_SOURCES'] ?? '');
const lockFile = join(dataDir, 'start.pid');
const STOP_WITHIN_MS = 30_000;
/** Delay after which a supervisor notices that its parent is gone. */
const NOTICE_WITHIN_MS = 2_000;
const STOPPING = 'arrêt';

const stops: (() => Promise<void>)[] = [];
let stopping: Promise<void> | null = null;

process.on('SIGINT', () => void stop(0));
process.on('SIGTERM', () => void stop(0));
// `scripts/start.mjs` is gone, for any reason: leave nothing running.
process.on('disconnect', () => void stop(0));

try {
  await start();
} catch (error) {
  console.error(error instanceof StartFailure ? error.message : error);
  await stop(1);
}

/** Given, or in the data folder. */
function folderOf(variable: string, name: string): string {
  return process.env[variable] ?? join(dataDir, name);
}

async function start(): Promise<void> {
  const began = performance.now();
  await takeDataDir();
  await requireFreePort(port, 'PORT');
  await requireFreePort(simulatorsPort, 'SIMULATORS_PORT');
  await requireFreePort(smtpPort, 'SIMULATORS_SMTP_PORT');
  const given = process.env['DATABASE_URL'];
  const embedded = given === undefined ? startEmbedded() : requireDatabase(given).then(() => null);
  const [postgres, webDir] = await Promise.all([embedded, buildWeb()]);
  const env = {
    ...process.env,
    DATABASE_URL: given ?? postgres?.url,
    FILES_DIR: folderOf('FILES_DIR', 'files'),
    DATASETS_DIR: folderOf('DATASETS_DIR', 'datasets'),
    WEB_DIR: webDir,
    // The demonstration account's password is public: listen on this machine only.
    HOST: process.env['HOST'] ?? 'localhost',
    PORT: String(port),
    SIMULATORS_URL: `http://127.0.0.1:${simulatorsPort}`,
    SANDBOX_URL: process.env['SANDBOX_URL'] || `http://127.0.0.1:${simulatorsPort}`,
    SIMULATORS_PORT: String(simulatorsPort),
    SIMULATORS_SMTP_PORT: String(smtpPort),
    SMTP_URL: process.env['SMTP_URL'] || `smtp://127.0.0.1:${smtpPort}`,
    SIMULATED_PARTS: simulatedParts(),
    STRIPE_WEBHOOK_URL: `http://127.0.0.1:${port}/api/v2/stripe/webhook/`,
    STRIPE_WEBHOOK_SECRET: process.env['STRIPE_WEBHOOK_SECRET'] || 'whsec_simulation',
    // Orders refer to Stripe sessions, which must survive a restart too.
    ...webhookNetworks(),
    SIMULATORS_STRIPE_FILE: join(dataDir, 'stripe.jsonl'),
    LOG_LEVEL: process.env['LOG_LEVEL'] ?? 'warn',
  };
  await Promise.all([
    run('les simulateurs', ['simulators/src/main.ts'], env),
    run('le serveur', ['server/src/main.ts', 'migrate', ...(live ? [] : ['demo']), 'serve'], env),
  ]);
  banner(performance.now() - began);
}

async function startEmbedded(): Promise<Postgres> {
  const starting = startPostgres({ dataDir: join(dataDir, 'postgres') });
  // A stop during the start waits for it: leave nothing running.
  stops.push(async () => (await starting.catch(() => null))?.stop());
  const postgres = await starting;
  void postgres.ended.then(() => dead('PostgreSQL'));
  return postgres;
}

/** Beside real sources: what the simulators, started here, or a placeholder play. */
function simulatedParts(): string {
  const given = process.env['SIMULATED_PARTS'];
  if (given !== undefined) return given;
  const parts = { payments: 'STRIPE_SECRET_KEY', mail: 'SMTP_URL', publisher: 'PUBLISHER' };
  const isGiven = (name: string): boolean => Boolean(process.env[name] || process.env[`${name}_FILE`]);
  return Object.entries(parts)
    .flatMap(([part, name]) => (isGiven(name) ? [] : [part]))
    .join();
}

/** A developer's own server; refused with real payments. */
function webhookNetworks(): NodeJS.ProcessEnv {
  const isReal = Boolean(process.env['STRIPE_SECRET_KEY']);
  return isReal ? {} : { WEBHOOK_ALLOWED_NETWORKS: process.env['WEBHOOK_ALLOWED_NETWORKS'] ?? '127.0.0.0/8' };
}

/** Starts a program and resolves when it is ready. */
function run(name: string, [program = '', ...args]: string[], env: NodeJS.ProcessEnv): Promise<void> {
  // Detached: Ctrl-C reaches only this supervisor, which stops everything in order.
  const child = fork(program, args, { env, detached: true });
  stops.push(() => stopChild(child));
  return new Promise((ready) => {
    child.once('message', () => ready());
    child.once('exit', () => dead(name));
  });
}

async function stopChild(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((done) => child.once('exit', done));
  child.kill('SIGTERM');
  await Promise.race([ended, sleep(STOP_WITHIN_MS, undefined, { ref: false })]);
  child.kill('SIGKILL');
}

function dead(name: string): void {
  if (stopping !== null) return;
  console.error(`Arrêt inattendu : ${name}. Relancez « npm start » ; rien de ce qui était enregistré n’est perdu.`);
  void stop(1);
}

function stop(code: number): Promise<void> {
  stopping ??= (async () => {
    tellStopping();
    for (const one of stops.toReversed()) await one();
    process.exit(code);
  })();
  return stopping;
}

/**
 * One `npm start` per data folder: two would share a database that one of them stops. Waits for one that is stopping,
 * or whose parent was killed.
 */
async function takeDataDir(): Promise<void> {
  try {
    mkdirSync(dataDir, { recursive: true });
    for (const began = Date.now(); ; await sleep(50)) {
      const { pid, stopping } = readLock();
      if (pid === 0) break;
      if (Date.now() - began > (stopping ? STOP_WITHIN_MS : NOTICE_WITHIN_MS)) {
        throw new StartFailure(`Clairisque tourne déjà avec ce dossier de données (processus ${pid}).`);
      }
    }
    rmSync(lockFile, { force: true });
    // One of two concurrent starts finds the other's file.
    writeFileSync(lockFile, String(process.pid), { flag: 'wx' });
  } catch (error) {
    if (error instanceof StartFailure) throw error;
    const full = error instanceof Error && 'code' in error && error.code === 'ENOSPC';
    throw new StartFailure(
      full
        ? `Le disque est plein : libérez de la place pour ${dataDir}.`
        : `Impossible d’écrire dans ${dataDir} : choisissez un autre DATA_DIR.`,
    );
  }
  stops.push(async () => rmSync(lockFile, { force: true }));
}

/** Holder of the data folder; 0 when there is none. */
function readLock(): { pid: number; stopping: boolean } {
  const [holder, state] = existsSync(lockFile) ? readFileSync(lockFile, 'utf8').split(' ') : [];
  const pid = Number(holder ?? 0);
  const held = isAlive(pid) && commandOf(pid).includes('supervise');
  return { pid: held ? pid : 0, stopping: state === STOPPING };
}

function tellStopping(): void {
  try {
    if (readLock().pid === process.pid) writeFileSync(lockFile, `${process.pid} ${STOPPING}`);
  } catch {
    // A full disk must not prevent a stop.
  }
}

async function requireDatabase(url: string): Promise<void> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
  } catch (error) {
    throw new StartFailure(
      `La base de DATABASE_URL ne répond pas : ${error instanceof Error ? error.message : String(error)}`,
    );
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** A server left by a killed parent stops within a moment: waits for its port. */
async function requireFreePort(wanted: number, variable: string): Promise<void> {
  for (const deadline = Date.now() + 3_000; ; await sleep(50)) {
    if (await isFree(wanted)) return;
    if (Date.now() > deadline)
      throw new StartFailure(
        `Le port ${wanted} est déjà pris : arrêtez ce qui l’occupe, ou choisissez-en un autre avec ${variable}=….`,
      );
  }
}

/** Checks the loopback and all addresses: a listener on one does not block the other. */
async function isFree(wanted: number): Promise<boolean> {
  return (await canListen(wanted, '127.0.0.1')) && (await canListen(wanted, '0.0.0.0'));
}

function canListen(wanted: number, host: string): Promise<boolean> {
  return new Promise((done) => {
    const probe = createServer();
    probe.once('error', () => done(false));
    probe.listen(wanted, host, () => probe.close(() => done(true)));
  });
}

function banner(elapsedMs: number): void {
  console.log(`
  Clairisque   http://localhost:${port}
  Démo         ${live ? 'aucun compte de démonstration avec les services réels' : 'demo@clairisque.fr / Demonstration-2026!'}
  Courriels    ${process.env['SMTP_URL'] ? `envoyés par ${new URL(process.env['SMTP_URL']).host}` : `http://localhost:${simulatorsPort}/mailbox`}
  API          http://localhost:${port}/developpeurs
  Sources      ${live ? 'services publics réels' : 'simulées'} ; ${payments()}
  Prêt en ${(elapsedMs / 1000).toFixed(1)} s. Ctrl-C pour arrêter.
`);
}

/** With Stripe's test keys, which accept test cards, documents are marked too. */
function payments(): string {
  const key = process.env['STRIPE_SECRET_KEY'] || undefined;
  if (key !== undefined && !/^[rs]k_test_/.test(key)) return 'paiements réels';
  return `${key === undefined ? 'paiements simulés' : 'paiements d’essai chez Stripe'} ; documents marqués SPÉCIMEN`;
}
