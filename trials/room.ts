import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { childrenOf, isAlive } from '../scripts/processes.ts';

const ENDS_WITHIN_MS = 3_000;

/**
 * One folder for all that a trial writes, and its end however the trial ends: done, thrown, or stopped by Ctrl-C while it starts.
 * PostgreSQL runs detached and would outlive us.
 */
export function takeRoom(): { leave: () => Promise<void> } {
  const folder = mkdtempSync(join(tmpdir(), 'clairisque-trial-'));
  // PostgreSQL is not root, and passes through it.
  chmodSync(folder, 0o711);
  process.env['TMPDIR'] = folder;
  let left: Promise<void> | undefined;
  return { leave: () => (left ??= leave(folder)) };
}

async function leave(folder: string): Promise<void> {
  const pids = descendantsOf(process.pid);
  for (const signal of ['SIGTERM', 'SIGKILL'] as const) await end(pids.filter(isAlive), signal);
  for (const disk of mountedIn(folder)) execFileSync('umount', ['-l', disk], { stdio: 'ignore' });
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}

const descendantsOf = (pid: number): number[] => childrenOf(pid).flatMap((child) => [child, ...descendantsOf(child)]);

async function end(pids: number[], signal: NodeJS.Signals): Promise<void> {
  for (const pid of pids) {
    try {
      process.kill(pid, signal);
    } catch {
      // It has just ended.
    }
  }
  for (const deadline = Date.now() + ENDS_WITHIN_MS; pids.some(isAlive) && Date.now() < deadline;) await sleep(50);
}

function mountedIn(folder: string): string[] {
  try {
    const places = readFileSync('/proc/mounts', 'utf8').split('\n');
    return places.map((line) => line.split(' ')[1] ?? '').filter((place) => place.startsWith(`${folder}/`));
  } catch {
    return [];
  }
}
