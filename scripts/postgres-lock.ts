import { existsSync, readFileSync, rmSync } from 'node:fs';
import { createConnection } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { commandOf, isAlive } from './processes.ts';
import { StartFailure } from './start-failure.ts';

export const USER = 'clairisque';
const STOP_WITHIN_MS = 20_000;
const ANSWER_WITHIN_MS = 2_000;

/**
 * After `kill -9` of the parent the server goes on alone: stops it cleanly, or removes its stale lock. Process numbers
 * differ between containers: the lock stays when a server responds at its address.
 */
export async function stopOrphan(dataDir: string): Promise<void> {
  const lock = join(dataDir, 'postmaster.pid');
  if (!existsSync(lock)) return;
  // Process, folder, start, port, folder of the socket (PostgreSQL, miscadmin.h).
  const [process_ = '', , , port = '', socketFolder = ''] = readFileSync(lock, 'utf8').split('\n');
  const pid = Number(process_);
  if (!isAlive(pid) || !commandOf(pid).includes(dataDir)) {
    if (await answersElsewhere(dataDir, { port: Number(port), socketFolder })) {
      throw new StartFailure(
        `Une autre session utilise déjà ${dataDir}, dans un autre conteneur ou un autre espace : arrêtez-la, ou choisissez un autre DATA_DIR.`,
      );
    }
    rmSync(lock, { force: true });
    return;
  }
  process.kill(pid, 'SIGINT');
  if (await gone(pid)) return;
  process.kill(pid, 'SIGQUIT');
  if (!(await gone(pid)))
    throw new StartFailure(
      `Un PostgreSQL (processus ${pid}) tient encore ${dataDir} et ne s’arrête pas : arrêtez-le, puis relancez.`,
    );
}

/**
 * Whether the server of that folder is alive: on its socket, visible to every container with the folder, or on its port
 * with its password.
 */
async function answersElsewhere(dataDir: string, lock: { port: number; socketFolder: string }): Promise<boolean> {
  if (lock.socketFolder !== '' && (await isHeard(join(lock.socketFolder, `.s.PGSQL.${lock.port}`)))) return true;
  const client = new Client({
    host: '127.0.0.1',
    port: lock.port,
    user: USER,
    database: 'postgres',
    password: readFileSync(`${dataDir}.password`, 'utf8').trim(),
    connectionTimeoutMillis: ANSWER_WITHIN_MS,
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** A dead server's socket refuses; one without permission belongs to another user. */
function isHeard(path: string): Promise<boolean> {
  const socket = createConnection(path);
  return new Promise<boolean>((resolve) => {
    socket.once('connect', () => resolve(true));
    socket.once('error', (error: NodeJS.ErrnoException) =>
      resolve(!['ENOENT', 'ECONNREFUSED'].includes(error.code ?? '')),
    );
  }).finally(() => socket.destroy());
}

async function gone(pid: number): Promise<boolean> {
  for (const deadline = Date.now() + STOP_WITHIN_MS; Date.now() < deadline; await sleep(20)) {
    if (!isAlive(pid)) return true;
  }
  return false;
}
