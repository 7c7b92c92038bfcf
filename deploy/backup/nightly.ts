import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs, promisify } from 'node:util';
import { databaseUrl, takeBaseBackup } from './base-backup.ts';

/**
 * `DATABASE_URL_FILE=… node deploy/backup/nightly.ts --data FOLDER --documents FOLDER --to FOLDER`, on one machine, as
 * `backup` of compose.yaml: a backup now, then every day. Beside it PostgreSQL archives its WAL to `wal/` of the same
 * folder (archive-wal.sh), so that the last minutes are kept too. `--healthy`: only says whether the last one is recent.
 */

const run = promisify(execFile);
const DAY_MS = 86_400_000;
/** Each day of the last week, then each Sunday: the oldest is the first instant that can be restored. */
const DAILY_DAYS = 8;
const KEPT_DAYS = 35;
/** A day, and the time that a backup takes. */
const FRESH_MS = 26 * 3_600_000;

type Places = { url: string; data: string; documents: string; to: string };

/** Makes one backup and removes those that are too old; returns a sentence for each thing to say. */
export async function backUp({ url, data, documents, to }: Places, now = new Date()): Promise<string[]> {
  const bases = join(to, 'base');
  await mkdir(bases, { recursive: true });
  for (const name of await readdir(bases)) {
    // Left by a backup that was interrupted.
    if (name.endsWith('.part')) await rm(join(bases, name), { recursive: true });
  }
  const base = join(bases, nameOf(now));
  await takeBaseBackup({ url, data, to: `${base}.part` });
  await rename(`${base}.part`, base);
  await copyDocuments({ documents, to }, now);
  await prune(to, now);
  // A copy that its disk takes with it is none.
  const [here, there] = await Promise.all([stat(data), stat(to)]);
  if (here.dev === there.dev)
    return [`${base}: DONE, BUT ON THE DATABASE'S OWN DISK: losing it loses both (BACKUP_DIR)`];
  await writeFile(join(to, 'last'), now.toISOString());
  await utimes(join(to, 'last'), now, now);
  return [`${base}: done`];
}

const nameOf = (at: Date): string => at.toISOString().replaceAll(':', '-');
const instantOf = (name: string): Date => new Date(name.replace(/T(\d\d)-(\d\d)-(\d\d\.\d{3}Z)$/, 'T$1:$2:$3'));

/** Keys never change their bytes: only new files are copied. One that is gone is kept for as long as a base backup. */
async function copyDocuments({ documents, to }: Pick<Places, 'documents' | 'to'>, now: Date): Promise<void> {
  const copies = join(to, 'documents');
  await mkdir(copies, { recursive: true });
  // With extended attributes, where the store has the rest of an object.
  await run('cp', ['-a', '-u', `${documents}/.`, copies]);
  const removed = join(to, 'removed', nameOf(now));
  for (const entry of await readdir(copies, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const copy = join(entry.parentPath, entry.name);
    const path = relative(copies, copy);
    if (existsSync(join(documents, path))) continue;
    await mkdir(dirname(join(removed, path)), { recursive: true });
    await rename(copy, join(removed, path));
  }
}

async function prune(to: string, now: Date): Promise<void> {
  const bases = await readdir(join(to, 'base'));
  const kept = keptBases(bases, now);
  for (const name of bases) if (!kept.includes(name)) await rm(join(to, 'base', name), { recursive: true });
  const [oldest] = kept;
  if (oldest !== undefined) await pruneWal(join(to, 'wal'), await firstWalOf(join(to, 'base', oldest)));
  const removed = join(to, 'removed');
  if (!existsSync(removed)) return;
  for (const name of await readdir(removed)) {
    if (now.getTime() - instantOf(name).getTime() > KEPT_DAYS * DAY_MS)
      await rm(join(removed, name), { recursive: true });
  }
}

/** Oldest first; the newest is always among them. */
export function keptBases(names: string[], now: Date): string[] {
  const sorted = names.toSorted();
  return sorted.filter((name, index) => {
    const days = (now.getTime() - instantOf(name).getTime()) / DAY_MS;
    const isSunday = instantOf(name).getUTCDay() === 0;
    return index === sorted.length - 1 || days <= DAILY_DAYS || (isSunday && days <= KEPT_DAYS);
  });
}

async function firstWalOf(base: string): Promise<string> {
  const label = await readFile(join(base, 'backup_label'), 'utf8');
  const [, file] = /START WAL LOCATION: .* \(file ([0-9A-F]{24})\)/.exec(label) ?? [];
  if (file === undefined) throw new Error(`${base}/backup_label: no first WAL file`);
  return file;
}

/** After its timeline, a name tells its place. Histories of timelines are kept. */
async function pruneWal(archive: string, first: string): Promise<void> {
  for (const name of await readdir(archive)) {
    if (/^[0-9A-F]{24}/.test(name) && name.slice(8, 24) < first.slice(8)) await rm(join(archive, name));
  }
}

if (import.meta.main) {
  const text = { type: 'string', default: '' } as const;
  const options = { data: text, documents: text, to: text, healthy: { type: 'boolean', default: false } } as const;
  const { data, documents, to, healthy } = parseArgs({ options }).values;
  if (!to || !(healthy || (data && documents))) {
    throw new Error('usage: nightly.ts --data FOLDER --documents FOLDER --to FOLDER, or --healthy --to FOLDER');
  }
  if (healthy) {
    const last = await stat(join(to, 'last')).catch(() => null);
    process.exit(last !== null && Date.now() - last.mtimeMs < FRESH_MS ? 0 : 1);
  }
  process.on('SIGTERM', () => process.exit(0));
  for (;;) {
    const sentences = await backUp({ url: databaseUrl(process.env), data, documents, to }).catch((error: unknown) => [
      `NOT DONE: ${error instanceof Error ? error.message : String(error)}`,
    ]);
    for (const sentence of sentences) console.log(`backup: ${sentence}`);
    // A failed one is tried again within the hour.
    await sleep(sentences.some((one) => one.startsWith('NOT')) ? 3_600_000 : DAY_MS);
  }
}
