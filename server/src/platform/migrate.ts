import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import { prepareQueues } from './jobs.ts';

const FOLDER = join(import.meta.dirname, '../../migrations');
/** One migrator at a time, whatever the number of machines that start together. */
const LOCK = 7_241_802;

/**
 * Applies the numbered SQL files that the database has not seen, each in its own transaction, then makes or updates the
 * job queues. Returns the files' names.
 */
export async function migrate(url: string): Promise<string[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [LOCK]);
    await client.query(
      'create table if not exists migration (name text primary key, applied_at timestamptz not null default now())',
    );
    const { rows } = await client.query<{ name: string }>('select name from migration');
    const seen = new Set(rows.map((row) => row.name));
    const pending = readdirSync(FOLDER)
      .filter((name) => name.endsWith('.sql') && !seen.has(name))
      .toSorted();
    for (const name of pending) await apply(client, name);
    await prepareQueues(url);
    return pending;
  } finally {
    await client.end();
  }
}

async function apply(client: Client, name: string): Promise<void> {
  await client.query('begin');
  try {
    await client.query(readFileSync(join(FOLDER, name), 'utf8'));
    await client.query('insert into migration (name) values ($1)', [name]);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw new Error(`migration ${name}`, { cause: error });
  }
}
