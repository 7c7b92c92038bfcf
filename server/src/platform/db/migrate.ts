import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { Client, DatabaseError } from 'pg';
import type { Db } from './db.ts';
import { prepareQueues, type JobKind } from '#platform/jobs/jobs.ts';
import { grantRights } from './rights.ts';

const FOLDER = join(import.meta.dirname, '../../../migrations');
/** One migrator at a time, whatever the number of machines that start together. */
const LOCK = 7_241_802;
/**
 * A statement that waits for a table lock makes all later ones wait too: a migration gives up soon and retries. Two
 * minutes in all, with the pauses.
 */
const WAITS = { lockMs: 1_000, pauseMs: 1_000, times: 60 };
/** PostgreSQL's codes for a lock timeout, and for a deadlock. */
const BUSY = ['55P03', '40P01'];
/** PostgreSQL's codes for a missing table, and for one without rights yet, since rights are given last. */
const NOT_YET = ['42P01', '42501'];
const LOOKS_EVERY_MS = 500;
const TURN_ASKED_EVERY_MS = 100;
/**
 * First line of a file whose statements cannot run inside a transaction (`create index concurrently`), and are safe to
 * repeat.
 */
const OUTSIDE = '-- outside a transaction';

type Waits = typeof WAITS;
type Migration = { name: string; text: string };
export type MigrateOptions = { migrations?: Migration[]; waits?: Waits };

/** The migrations that this version of the program expects, in order. */
export const MIGRATIONS: Migration[] = readdirSync(FOLDER)
  .filter((name) => name.endsWith('.sql'))
  .toSorted()
  .map((name) => ({ name, text: readFileSync(join(FOLDER, name), 'utf8') }));
const NAMES = MIGRATIONS.map(({ name }) => name);

/**
 * Polls for the advisory lock: a waiting statement is a transaction, and a concurrent index build waits for all
 * transactions.
 */
async function takeTurn(client: Client): Promise<void> {
  const ask = () => client.query<{ mine: boolean }>('select pg_try_advisory_lock($1) as mine', [LOCK]);
  while ((await ask()).rows[0]?.mine !== true) await sleep(TURN_ASKED_EVERY_MS);
}

/**
 * Applies the pending SQL files, each in its own transaction, then creates or updates the job queues and the rights of
 * the service's role. Safe beside running servers: a lock that is not free is retried. Returns the files' names.
 */
export async function migrateDatabase(
  url: string,
  jobKinds: JobKind[],
  { migrations = MIGRATIONS, waits = WAITS }: MigrateOptions = {},
): Promise<string[]> {
  const client = new Client({ connectionString: url, application_name: 'clairisque-migrate' });
  // A lost connection fails the query that was using it.
  client.on('error', () => undefined);
  await client.connect();
  try {
    await takeTurn(client);
    await client.query(
      'create table if not exists migration (name text primary key, applied_at timestamptz not null default now())',
    );
    const { rows } = await client.query<{ name: string }>('select name from migration');
    const seen = new Set(rows.map((row) => row.name));
    const pending = migrations.filter(({ name }) => !seen.has(name));
    await client.query(`set lock_timeout = ${waits.lockMs}`);
    for (const migration of pending) await applyWhenFree(client, migration, waits);
    await prepareQueues(url, jobKinds);
    await grantRights(client);
    return pending.map(({ name }) => name);
  } finally {
    await client.end();
  }
}

/** True once the database has every migration that this version expects, and possibly later ones. */
export async function isMigrated(db: Db): Promise<boolean> {
  const asked = sql<{ seen: number }>`select count(*)::int as seen from migration where name = any(${NAMES})`;
  const { rows } = await asked.execute(db).catch((error: unknown) => {
    if (error instanceof DatabaseError && NOT_YET.includes(error.code ?? '')) return { rows: [] };
    throw error;
  });
  return rows[0]?.seen === NAMES.length;
}

/** A worker started before the migration has ended waits for it. */
export async function untilMigrated(db: Db): Promise<void> {
  while (!(await isMigrated(db))) await sleep(LOOKS_EVERY_MS);
}

async function applyWhenFree(client: Client, migration: Migration, { times, pauseMs }: Waits): Promise<void> {
  for (let left = times; ; left -= 1) {
    try {
      return await apply(client, migration);
    } catch (error) {
      const isBusy = error instanceof DatabaseError && BUSY.includes(error.code ?? '');
      if (!isBusy || left === 0) throw new Error(`migration ${migration.name}`, { cause: error });
    }
    await sleep(pauseMs);
  }
}

async function apply(client: Client, { name, text }: Migration): Promise<void> {
  if (text.startsWith(OUTSIDE)) {
    // Sent together, they would be one transaction.
    for (const statement of text.split(/;\s*$/m)) if (statement.trim() !== '') await client.query(statement);
    await client.query('insert into migration (name) values ($1)', [name]);
    return;
  }
  await client.query('begin');
  try {
    await client.query(text);
    await client.query('insert into migration (name) values ($1)', [name]);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw error;
  }
}
