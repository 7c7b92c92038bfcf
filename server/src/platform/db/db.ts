import { Kysely, PostgresDialect, sql } from 'kysely';
import { Pool, types, type PoolClient, type QueryConfig, type QueryResult } from 'pg';
import type { DB } from './db-types.gen.ts';

export type Db = Kysely<DB>;

// bigint columns are identifiers and counts, far below 2^53; dates stay text, without a time zone.
types.setTypeParser(types.builtins.INT8, Number);
types.setTypeParser(types.builtins.DATE, (text) => text);

/**
 * Receives a function to read the pool's state, and is called at the start of each transaction; the returned function
 * is called at its end.
 */
export type DbWatch = {
  pool(state: () => { inUse: number; idle: number; waiting: number }): void;
  transaction(): (committed: boolean) => void;
};
/** `schemas`: where tables are sought, in that order; `public` by default. */
type DbOptions = {
  url: string;
  poolSize: number;
  schemas?: readonly string[];
  onError: (error: Error) => void;
  watch?: DbWatch;
};

export function createDb(options: DbOptions): Db {
  const pool = new Pool({
    connectionString: options.url,
    max: options.poolSize,
    ...(options.schemas && { options: `-c search_path=${options.schemas.join(',')}` }),
    connectionTimeoutMillis: 5_000,
    // A longer statement is a fault, not load.
    statement_timeout: 15_000,
    idle_in_transaction_session_timeout: 30_000,
  });
  // A lost idle connection (restart of PostgreSQL) must not end the process: the pool opens another.
  pool.on('error', options.onError);
  // Neither must one lost between two queries of a transaction: its next query fails.
  const names = new Map<string, string>();
  pool.on('connect', (client) => keepPrepared(client.on('error', options.onError), names, options.watch));
  options.watch?.pool(() => ({
    inUse: pool.totalCount - pool.idleCount,
    idle: pool.idleCount,
    waiting: pool.waitingCount,
  }));
  return new Kysely<DB>({ dialect: new PostgresDialect({ pool }) });
}

/** Far more than the product has; texts with a variable number of values must not fill PostgreSQL's memory. */
const PREPARED_AT_MOST = 500;

/**
 * `select *`: after a migration adds a column, PostgreSQL refuses the prepared plan (« cached plan must not change
 * result type »), while the former version of the program still runs beside the new one.
 */
const STAR = /\b(select|returning) (distinct )?("\w+"\.)?\*/;

/** Prepared statements: PostgreSQL parses and plans a text once per connection, which takes a third of a small read. */
function keepPrepared(client: PoolClient, names: Map<string, string>, watch?: DbWatch): void {
  const query = client.query.bind(client) as (config: QueryConfig) => Promise<QueryResult>;
  const see = watch && seeTransactions(watch);
  const prepare = (text: string, values: unknown[]): Promise<QueryResult> => {
    if (values.length === 0) {
      see?.(text);
      return query({ text });
    }
    if (STAR.test(text)) return query({ text, values });
    if (!names.has(text) && names.size < PREPARED_AT_MOST) names.set(text, `clairisque_${names.size}`);
    return query({ text, values, name: names.get(text) });
  };
  Object.assign(client, { query: prepare });
}

/** For one connection, whose transactions are sequential. */
function seeTransactions(watch: DbWatch): (text: string) => void {
  let end: ((committed: boolean) => void) | null = null;
  return (text) => {
    if (text === 'begin') end = watch.transaction();
    else if (text === 'commit' || text === 'rollback') {
      end?.(text === 'commit');
      end = null;
    }
  };
}

/** SQLSTATE: no connection; no disk, memory or connection left; PostgreSQL stops or starts. */
const UNAVAILABLE_STATE = /^(08|53|57P0[1235])|^(ECONNREFUSED|ECONNRESET|ETIMEDOUT|EAI_AGAIN)$/;
/** Messages of `pg` errors without a code. */
const UNAVAILABLE_MESSAGE =
  /^(timeout exceeded when trying to connect|Connection terminated|Client (has|was) .* not queryable)/;

/** Whether the database is temporarily unavailable or full: the query itself is not at fault. */
export function isDatabaseUnavailable(error: Error): boolean {
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  return UNAVAILABLE_STATE.test(code) || UNAVAILABLE_MESSAGE.test(error.message);
}

/** SQLSTATE `disk_full`: a retry succeeds once there is room. */
export const isDiskFull = (error: Error): boolean => 'code' in error && error.code === '53100';

/** Throws while the database has no room for a megabyte; rolls back what it writes. */
export async function requireDatabaseSpace(db: Db): Promise<void> {
  const undone = new Error('rolled back');
  const written = db.transaction().execute(async (db) => {
    // Incompressible text: compressed, it would need no room.
    await sql`
      insert into page_view (day, path, title)
      select '1900-01-01', '/place', string_agg(md5(random()::text), '') from generate_series(1, 32768)`.execute(db);
    throw undone;
  });
  await written.catch((error: unknown) => {
    if (error !== undone) throw error;
  });
}

/**
 * Runs `work` with `deps.db` replaced by one transaction: `work` has no access to the outer handle. Within a
 * transaction it is part of it.
 */
export function transact<D extends { db: Db }, R>(deps: D, work: (deps: D) => Promise<R>): Promise<R> {
  if (deps.db.isTransaction) return work(deps);
  return deps.db.transaction().execute((db) => work({ ...deps, db }));
}

/**
 * Asynchronous commit: a crash of the database may lose this transaction; a later one is never
 * kept without it.
 */
export const transactUnflushed = <D extends { db: Db }, R>(deps: D, work: (deps: D) => Promise<R>): Promise<R> =>
  transact(deps, async (deps) => {
    await sql`set local synchronous_commit = off`.execute(deps.db);
    return work(deps);
  });
