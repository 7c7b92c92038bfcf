import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { Client, DatabaseError } from 'pg';
import type { Db } from './db.ts';
import { prepareQueues, type JobKind } from '#platform/jobs/jobs.ts';
import { Mistake } from '#platform/mistake.ts';
import { databaseMistake } from './database-mistake.ts';
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
/** `say` gets a sentence whenever it waits. */
export type MigrateOptions = { migrations?: Migration[]; waits?: Waits; say?: (sentence: string) => void };

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
async function takeTurn(client: Client, say: (sentence: string) => void): Promise<void> {
  const ask = () => client.query<{ mine: boolean }>('select pg_try_advisory_lock($1) as mine', [LOCK]);
  for (let isFirst = true; (await ask()).rows[0]?.mine !== true; isFirst = false) {
    if (isFirst) say('waits for another migration, which is running');
    await sleep(TURN_ASKED_EVERY_MS);
  }
}

/**
 * Applies the pending SQL files, each in its own transaction, then creates or updates the job queues and the rights of
 * the service's role. Safe beside running servers: a lock that is not free is retried. Returns the files' names.
 */
export async function migrateDatabase(
  url: string,
  jobKinds: JobKind[],
  { migrations = MIGRATIONS, waits = WAITS, say = () => undefined }: MigrateOptions = {},
): Promise<string[]> {
  const client = await connectTo(url);
  try {
    await requireOwner(client);
    await takeTurn(client, say);
    await client.query(
      'create table if not exists migration (name text primary key, applied_at timestamptz not null default now())',
    );
    const { rows } = await client.query<{ name: string }>('select name from migration');
    const seen = new Set(rows.map((row) => row.name));
    const pending = migrations.filter(({ name }) => !seen.has(name));
    await client.query(`set lock_timeout = ${waits.lockMs}`);
    for (const migration of pending) await applyWhenFree(client, migration, { ...waits, say });
    await prepareQueues(url, jobKinds);
    await grantRights(client);
    return pending.map(({ name }) => name);
  } finally {
    await client.end();
  }
}

/** The client reads the certificates that the address names when it is made. */
async function connectTo(url: string): Promise<Client> {
  try {
    const client = new Client({ connectionString: url, application_name: 'clairisque-migrate' });
    // A lost connection fails the query that was using it.
    client.on('error', () => undefined);
    await client.connect();
    return client;
  } catch (error) {
    throw databaseMistake(error, url) ?? error;
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

/** A worker started before the migration has ended waits for it; `say` gets the beginning and the end of the wait. */
export async function untilMigrated(db: Db, say: (sentence: string) => void): Promise<void> {
  if (await isMigrated(db)) return;
  say(`waits for the migration of the database to its ${NAMES.length} files`);
  while (!(await isMigrated(db))) await sleep(LOOKS_EVERY_MS);
  say(`the database has its ${NAMES.length} files: begins`);
}

/** The service's login has rights on rows only (`rights.sql`). */
async function requireOwner(client: Client): Promise<void> {
  const { rows } = await client.query<{ login: string; owns: boolean }>(
    `select current_user as login, has_schema_privilege('public', 'create') as owns`,
  );
  const [{ login, owns } = { login: '', owns: false }] = rows;
  if (owns) return;
  throw new Mistake(
    `DATABASE_URL: ${login} may not change the schema: migrate takes the owner's login (DATABASE_URL_FILE=/run/secrets/database_url_owner with compose)`,
  );
}

type Waiting = Waits & { say: (sentence: string) => void };

async function applyWhenFree(client: Client, migration: Migration, { times, pauseMs, say }: Waiting): Promise<void> {
  for (let left = times; ; left -= 1) {
    try {
      return await apply(client, migration);
    } catch (error) {
      const isBusy = error instanceof DatabaseError && BUSY.includes(error.code ?? '');
      if (!isBusy || left === 0) throw new Error(`migration ${migration.name}`, { cause: error });
      if (left === times) say(`${migration.name} waits for a lock that a running program holds`);
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
