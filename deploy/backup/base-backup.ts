import { constants, readFileSync } from 'node:fs';
import { copyFile, mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { Client } from 'pg';

/**
 * `DATABASE_URL_FILE=… node deploy/backup/base-backup.ts --data FOLDER --to FOLDER`, on the database's own machine: an
 * online copy of PostgreSQL through its low-level interface (« Making a Base Backup Using the Low Level API »), where
 * `pg_basebackup` and pgBackRest are missing. Usable only with the WAL archived since its start.
 */

/** What another server must not find: server-specific or useless (the manual, « Backing Up the Data Directory »). */
const LEFT_OUT = /^(?:postmaster\.(?:pid|opts)|pg_internal\.init.*|pgsql_tmp.*|.*\.sql-tmp)$/;
/** Kept as empty folders. */
const EMPTIED = new Set([
  'pg_wal',
  'pg_dynshmem',
  'pg_notify',
  'pg_replslot',
  'pg_serial',
  'pg_snapshots',
  'pg_stat_tmp',
  'pg_subtrans',
]);

/** Copies the data folder of the server at `url` to `to`, which must not exist. */
export async function takeBaseBackup({ url, data, to }: { url: string; data: string; to: string }): Promise<void> {
  // One session from the start to the stop: if it is lost, the backup is invalid.
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query('select pg_backup_start($1, fast => true)', [`clairisque ${new Date().toISOString()}`]);
    await copyFolder(data, to);
    // Waits until the last WAL file that the copy needs is archived.
    const { rows } = await client.query<{ labelfile: string }>('select labelfile from pg_backup_stop()');
    await writeFile(join(to, 'backup_label'), rows[0]?.labelfile ?? '');
  } finally {
    await client.end();
  }
}

/** Files that change or disappear during the copy are corrected by the WAL replay. */
async function copyFolder(from: string, to: string): Promise<void> {
  await mkdir(to, { mode: 0o700 });
  for (const entry of await readdir(from, { withFileTypes: true })) {
    // The embedded server's socket is in the data folder.
    if (LEFT_OUT.test(entry.name) || entry.isSocket()) continue;
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (!entry.isDirectory()) await copyFile(source, target, constants.COPYFILE_FICLONE).catch(unlessGone);
    else if (EMPTIED.has(entry.name)) await mkdir(target, { mode: 0o700 });
    else await copyFolder(source, target).catch(unlessGone);
  }
}

function unlessGone(error: unknown): void {
  if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
}

/** `DATABASE_URL`, or the file of `DATABASE_URL_FILE`: a command line would show the password. */
export function databaseUrl({ DATABASE_URL, DATABASE_URL_FILE }: NodeJS.ProcessEnv): string {
  const url = DATABASE_URL_FILE ? readFileSync(DATABASE_URL_FILE, 'utf8').trim() : DATABASE_URL;
  if (url) return url;
  throw new Error('DATABASE_URL_FILE: required, the path of a file with the URL of the database owner');
}

if (import.meta.main) {
  const text = { type: 'string', default: '' } as const;
  const { data, to } = parseArgs({ options: { data: text, to: text } }).values;
  if (!data || !to) throw new Error('usage: base-backup.ts --data FOLDER --to FOLDER');
  await takeBaseBackup({ url: databaseUrl(process.env), data, to });
  console.log(`base backup in ${to}`);
}
