import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { Pool } from 'pg';
import { prepareRestore, recoverySettings } from '../../deploy/backup/restore.ts';
import { chooseEnvironment } from '../harness/environment.ts';
import { startProgram, type Program } from '../harness/program.ts';
import { startDatabase } from '../harness/database.ts';

const run = promisify(execFile);

/** The simulators, which survive the accident, and folders: of the database, its backup, its archive, the documents. */
export type Environment = {
  folders: Record<'data' | 'backup' | 'archive' | 'files' | 'versions' | 'restored', string>;
  settings: Record<string, string>;
  simulatorsUrl: string;
  env: NodeJS.ProcessEnv;
  stop: () => Promise<void>;
};

export type Database = Awaited<ReturnType<typeof startDatabase>> & { pool: Pool };

export async function prepareEnvironment(): Promise<Environment> {
  const folder = mkdtempSync(join(tmpdir(), 'clairisque-restore-'));
  const inside = (name: string): string => join(folder, name);
  const folders = {
    data: inside('postgres'),
    backup: inside('backup'),
    archive: inside('archive'),
    files: inside('files'),
    versions: inside('versions'),
    restored: inside('restored'),
  };
  mkdirSync(folders.archive);
  mkdirSync(folders.files);
  const { url, simulatorsUrl, env: base } = await chooseEnvironment();
  const env = { ...base, PUBLIC_URL: url, FILES_DIR: folders.files, TYPST_PROCESSES: '1' };
  const simulators = await startProgram({ command: ['simulators/src/main.ts'], env });
  const settings = {
    archive_mode: 'on',
    archive_command: `"${resolve('deploy/backup/archive-wal.sh')}" "${folders.archive}" "%p" "%f"`,
  };
  const stop = async (): Promise<void> => {
    await simulators.stop();
    rmSync(folder, { recursive: true, force: true });
  };
  return { folders, settings, simulatorsUrl, env, stop };
}

export async function openDatabase(dataDir: string, settings: Record<string, string>): Promise<Database> {
  const server = await startDatabase({ dataDir, settings });
  const pool = new Pool({ connectionString: server.url, max: 4 });
  // Connections end with the server.
  pool.on('error', () => undefined);
  return { ...server, pool };
}

/** One of our programs on that database. */
export function startOn(environment: Environment, database: Database, name: 'api' | 'worker'): Promise<Program> {
  return startProgram({
    command: ['server/src/main.ts', name],
    env: { ...environment.env, DATABASE_URL: database.url },
  });
}

/** Waits until everything written so far is archived. */
export async function archived({ pool }: Database): Promise<void> {
  const { rows } = await pool.query<{ name: string }>('select pg_walfile_name(pg_switch_wal()) as name');
  for (const deadline = Date.now() + 60_000; Date.now() < deadline; await sleep(100)) {
    const state = await pool.query<{ name: string | null }>('select last_archived_wal as name from pg_stat_archiver');
    if ((state.rows[0]?.name ?? '') >= (rows[0]?.name ?? '')) return;
  }
  throw new Error('not archived within a minute');
}

/** The base backup in a separate folder, recovered to that instant and open for writing. */
export async function recover({ folders, settings }: Environment, at: Date): Promise<Database> {
  await prepareRestore({ backup: folders.backup, data: folders.restored });
  // Only for this trial's cluster: elsewhere passwords are in the database.
  cpSync(`${folders.data}.password`, `${folders.restored}.password`);
  const recovery = recoverySettings({ archive: folders.archive, at });
  const database = await openDatabase(folders.restored, { ...settings, ...recovery });
  for (;;) {
    const { rows } = await database.pool.query<{ busy: boolean }>('select pg_is_in_recovery() as busy');
    if (rows[0]?.busy === false) return database;
    await sleep(50);
  }
}

/** `npm run support -- …` on that database; its output, and whether it succeeded. */
export async function support(
  environment: Environment,
  database: Database,
  args: string[],
): Promise<{ text: string; ok: boolean }> {
  const env = { ...environment.env, DATABASE_URL: database.url };
  try {
    const { stdout } = await run(process.execPath, ['server/src/tools/support.ts', ...args], { env, maxBuffer: 1e8 });
    return { text: stdout, ok: true };
  } catch (error) {
    const { stdout, stderr } = error as { stdout?: string; stderr?: string };
    return { text: `${stdout ?? ''}${stderr ?? String(error)}`, ok: false };
  }
}
