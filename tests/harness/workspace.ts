import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { childrenOf, isAlive } from '../../scripts/processes.ts';

const ENDS_WITHIN_MS = 3_000;

/**
 * A temporary workspace for everything that a trial writes, removed in any case: success, error, or Ctrl-C during the
 * start. PostgreSQL runs detached and would outlive us.
 */
export function createWorkspace(): { remove: () => Promise<void> } {
  const folder = mkdtempSync(join(tmpdir(), 'clairisque-trial-'));
  // PostgreSQL is not root, and needs to pass through it.
  chmodSync(folder, 0o711);
  process.env['TMPDIR'] = folder;
  let removed: Promise<void> | undefined;
  // The signal goes to the whole process group, and may end the `ps` that lists it.
  return { remove: () => (removed ??= remove(folder).catch(() => remove(folder))) };
}

async function remove(folder: string): Promise<void> {
  signal(descendantsOf(process.pid), 'SIGTERM');
  const patient = Date.now() + ENDS_WITHIN_MS;
  // A watcher of the trial's machines may restart them in the meantime.
  for (let left = descendantsOf(process.pid); left.length > 0; left = descendantsOf(process.pid)) {
    if (Date.now() > patient) signal(left, 'SIGKILL');
    if (Date.now() > patient + ENDS_WITHIN_MS) break;
    await sleep(50);
  }
  for (const disk of mountedIn(folder)) execFileSync('umount', ['-l', disk], { stdio: 'ignore' });
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}

export function descendantsOf(pid: number): number[] {
  const started = childrenOf(pid).filter((child) => isAlive(child));
  return started.flatMap((child) => [child, ...descendantsOf(child)]);
}

export function signal(pids: number[], name: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, name);
    } catch {
      // It has just ended.
    }
  }
}

function mountedIn(folder: string): string[] {
  try {
    const places = readFileSync('/proc/mounts', 'utf8').split('\n');
    return places.map((line) => line.split(' ')[1] ?? '').filter((place) => place.startsWith(`${folder}/`));
  } catch {
    return [];
  }
}
