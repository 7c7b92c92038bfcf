import { Kysely, PostgresDialect } from 'kysely';
import { Pool, types } from 'pg';
import type { DB } from './db-types.gen.ts';

export type Db = Kysely<DB>;

// bigint columns are identifiers and counts, far below 2^53; dates stay text, they have no time zone.
types.setTypeParser(types.builtins.INT8, Number);
types.setTypeParser(types.builtins.DATE, (text) => text);

export function createDb(options: { url: string; poolSize: number; onError: (error: Error) => void }): Db {
  const pool = new Pool({
    connectionString: options.url,
    max: options.poolSize,
    connectionTimeoutMillis: 5_000,
    // A statement that takes this long is a fault, not a load.
    statement_timeout: 15_000,
    idle_in_transaction_session_timeout: 30_000,
  });
  // An idle connection lost (restart of PostgreSQL) must not end the process: the pool opens another.
  pool.on('error', options.onError);
  // Nor must one lost between two queries of a transaction: the next query fails by itself.
  pool.on('connect', (client) => client.on('error', options.onError));
  return new Kysely<DB>({ dialect: new PostgresDialect({ pool }) });
}

/** Runs `work` with `deps.db` replaced by one transaction: the outer handle is out of its reach. */
export function transact<D extends { db: Db }, R>(deps: D, work: (deps: D) => Promise<R>): Promise<R> {
  return deps.db.transaction().execute((db) => work({ ...deps, db }));
}
