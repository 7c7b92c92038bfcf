import { cp, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

/**
 * `node deploy/backup/restore.ts --backup FOLDER --archive FOLDER --data FOLDER --at INSTANT`: creates a data folder
 * that PostgreSQL, when started, recovers to that instant and opens for writing. Prints how to start it.
 */

/** PostgreSQL's start parameters; `at` must be older than the last archived commit, or it refuses to start. */
export function recoverySettings({ archive, at }: { archive: string; at: Date }): Record<string, string> {
  return {
    restore_command: `cp "${archive}/%f" "%p"`,
    // PostgreSQL's own format: it does not accept « Z » there.
    recovery_target_time: at.toISOString().replace('T', ' ').replace('Z', '+00'),
    recovery_target_action: 'promote',
  };
}

/** Copies a base backup to `data`, which must not exist, to be recovered at the next start. */
export async function prepareRestore({ backup, data }: { backup: string; data: string }): Promise<void> {
  await mkdir(data, { mode: 0o700 });
  await cp(backup, data, { recursive: true });
  await writeFile(join(data, 'recovery.signal'), '');
}

if (import.meta.main) {
  const text = { type: 'string', default: '' } as const;
  const options = { backup: text, archive: text, data: text, at: text };
  const { backup, archive, data, at } = parseArgs({ options }).values;
  const instant = new Date(at);
  if (!backup || !archive || !data || Number.isNaN(instant.getTime())) {
    throw new Error('usage: restore.ts --backup FOLDER --archive FOLDER --data FOLDER --at 2026-11-21T15:00:00Z');
  }
  await prepareRestore({ backup, data });
  const settings = Object.entries(recoverySettings({ archive, at: instant }));
  console.log(`postgres -D ${data} ${settings.map(([name, value]) => `-c '${name}=${value}'`).join(' ')}`);
}
