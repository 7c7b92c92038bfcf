import { mkdtempSync, readdirSync, rmSync, statfsSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Several times what a run of all tests holds at once. */
const NEEDED_BYTES = 3 * 1024 ** 3;
const MEMORY = '/dev/shm';
const NAME = /^clairisque-test-(\d+)-/;
const AN_HOUR_MS = 3_600_000;

/**
 * A new folder for the temporary files of a run, removed when this process exits. It is in memory where the system has
 * room there: on a disk, cloning a database costs half a second of processor, and what the product syncs waits.
 */
export function createTemporaryFolder(): string {
  const parent = hasRoom(MEMORY) ? MEMORY : tmpdir();
  removeOrphans(parent);
  const folder = mkdtempSync(join(parent, `clairisque-test-${process.pid}-`));
  process.once('exit', () => remove(folder));
  return folder;
}

/** Processes of an interrupted run may still write there: what is left is removed by a later run. */
function remove(folder: string): void {
  try {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  } catch {
    // A later run.
  }
}

function hasRoom(folder: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize >= NEEDED_BYTES;
  } catch {
    return false;
  }
}

/** Folders of killed runs would keep their memory. The age spares those of a container that shares the folder. */
function removeOrphans(parent: string): void {
  for (const name of readdirSync(parent)) {
    const [, pid] = NAME.exec(name) ?? [];
    if (pid === undefined || isAlive(Number(pid))) continue;
    const folder = join(parent, name);
    if (Date.now() - statSync(folder).mtimeMs > AN_HOUR_MS) remove(folder);
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
