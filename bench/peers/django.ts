import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { freePort } from '../../scripts/postgres.ts';

const run = promisify(execFile);
const FOLDER = fileURLToPath(new URL('django', import.meta.url));
const READY_WITHIN_MS = 20_000;
export const DJANGO_WORKERS = 2;

/** Null when no Python here has Django, Django REST framework, gunicorn and psycopg2. */
export async function findPython(): Promise<{ python: string; versions: string } | null> {
  const script = `
import django, gunicorn, psycopg2, rest_framework, sys
print(f"Python {sys.version.split()[0]}, Django {django.__version__}, REST framework {rest_framework.VERSION}, gunicorn {gunicorn.__version__}")`;
  for (const python of ['/usr/bin/python3', 'python3']) {
    try {
      const { stdout } = await run(python, ['-c', script]);
      return { python, versions: stdout.trim() };
    } catch {
      // Tries the next Python.
    }
  }
  return null;
}

/** Migrates an empty database, then serves `bench/django` from synchronous workers. */
export async function startDjango(
  python: string,
  databaseUrl: string,
): Promise<{ port: number; stop: () => Promise<void> }> {
  const options = { cwd: FOLDER, env: { ...process.env, DATABASE_URL: databaseUrl, PYTHONDONTWRITEBYTECODE: '1' } };
  await run(python, ['manage.py', 'migrate', '--verbosity', '0'], options);
  const port = await freePort();
  const gunicorn = ['-m', 'gunicorn', 'wsgi', '--workers', String(DJANGO_WORKERS), '--bind', `127.0.0.1:${port}`];
  const child = spawn(python, [...gunicorn, '--log-level', 'error'], {
    ...options,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const ended = once(child, 'exit');
  const stop = async (): Promise<void> => {
    child.kill('SIGTERM');
    await ended;
  };
  for (const deadline = Date.now() + READY_WITHIN_MS; !(await listens(port)); await sleep(50)) {
    if (child.exitCode !== null || Date.now() > deadline) {
      await stop();
      throw new Error('gunicorn did not start');
    }
  }
  return { port, stop };
}

async function listens(port: number): Promise<boolean> {
  const socket = connect({ port, host: '127.0.0.1' });
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
