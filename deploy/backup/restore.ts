import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { appendFile, cp, mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';

/**
 * `node deploy/backup/restore.ts --backup FOLDER --archive FOLDER --data FOLDER [--at INSTANT] [--owner UID]`: creates a
 * data folder that PostgreSQL, when started, recovers to that instant, or to the end of the archive, and opens for
 * writing. A former data folder there is renamed to `FOLDER.broken`.
 */

/** PostgreSQL's parameters; `at` must be older than the last archived commit, or it refuses to start. */
export function recoverySettings({ archive, at }: { archive: string; at: Date | null }): Record<string, string> {
  return {
    // Fails for a file that is not there.
    restore_command: `test -f "${archive}/%f.gz" && gzip -dc "${archive}/%f.gz" > "%p"`,
    // PostgreSQL's own format: it does not accept « Z » there.
    ...(at !== null && { recovery_target_time: at.toISOString().replace('T', ' ').replace('Z', '+00') }),
    recovery_target_action: 'promote',
  };
}

/** Copies a base backup to `data`, which must not exist, to be recovered at the next start. */
export async function prepareRestore({ backup, data }: { backup: string; data: string }): Promise<void> {
  await mkdir(data, { mode: 0o700 });
  await cp(backup, data, { recursive: true });
  await writeFile(join(data, 'recovery.signal'), '');
}

type InPlace = { backup: string; archive: string; data: string; at: Date | null; owner: number | null };

/** Restores in the place of a lost or wrong database, with the settings of its recovery: it has only to be started. */
export async function restoreInPlace({ backup, archive, data, at, owner }: InPlace): Promise<void> {
  const [copy, broken] = [`${data}.restored`, `${data}.broken`];
  if (existsSync(broken)) throw new Error(`${broken}: a former restore left it; move it away first`);
  // Left by a restore that was interrupted.
  await rm(copy, { recursive: true, force: true });
  await mkdir(dirname(data), { recursive: true });
  await prepareRestore({ backup, data: copy });
  const settings = Object.entries(recoverySettings({ archive, at }));
  const lines = settings.map(([name, value]) => `${name} = '${value.replaceAll("'", "''")}'\n`);
  await appendFile(join(copy, 'postgresql.auto.conf'), lines.join(''));
  if (existsSync(data)) await rename(data, broken);
  await rename(copy, data);
  if (owner !== null) execFileSync('chown', ['-R', `${owner}:${owner}`, dirname(data)]);
}

if (import.meta.main) {
  const text = { type: 'string', default: '' } as const;
  const options = { backup: text, archive: text, data: text, at: text, owner: text };
  const { backup, archive, data, at, owner } = parseArgs({ options }).values;
  const instant = at === '' ? null : new Date(at);
  if (!backup || !archive || !data || (instant !== null && Number.isNaN(instant.getTime()))) {
    throw new Error('usage: restore.ts --backup FOLDER --archive FOLDER --data FOLDER [--at 2026-11-21T15:00:00Z]');
  }
  await restoreInPlace({ backup, archive, data, at: instant, owner: owner === '' ? null : Number(owner) });
  console.log(`${data}: start PostgreSQL, which recovers to ${instant?.toISOString() ?? 'the end of the archive'}`);
}
