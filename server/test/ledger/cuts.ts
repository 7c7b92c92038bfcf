import { setImmediate as turn } from 'node:timers/promises';
import { Kysely, PostgresDialect, type PostgresPoolClient } from 'kysely';
import type { Pool } from 'pg';
import type { DB } from '../../src/platform/db/db-types.gen.ts';
import type { Db } from '../../src/platform/db/db.ts';

/** Thrown where a process would die or lose its connection, so that the outcome is unknown to it. */
export class Cut extends Error {}

/** Counts the statements and calls of one piece of work, and cuts it at one of them. */
export type Fuse = {
  /** Runs the step, unless it is the chosen one: then cuts it before it, or after it but before its result is known. */
  run<T>(step: () => Promise<T>): Promise<T>;
  isBlown(): boolean;
};

/** @param at the step to cut, from 0; none without it */
export function createFuse(at: number | null, after: boolean): Fuse {
  let left = at ?? Number.POSITIVE_INFINITY;
  let blown = false;
  return {
    isBlown: () => blown,
    async run(step) {
      // A dead process does nothing more.
      if (blown) throw new Cut('cut');
      left -= 1;
      if (left >= 0) return await step();
      blown = true;
      if (after) await step();
      throw new Cut('cut');
    },
  };
}

/**
 * The database of one piece of work: when its fuse blows, its connection is lost and PostgreSQL rolls back. Each
 * statement, `begin` and `commit` included, is a step.
 */
export function fusedDb(pool: Pool, fuse: Fuse): Db {
  const connect = async (): Promise<PostgresPoolClient> => {
    const client = await pool.connect();
    const query = (...args: unknown[]): Promise<unknown> =>
      fuse.run(async () => {
        // Lets other work run between two statements.
        await turn();
        return (Reflect.get(client, 'query') as (...args: unknown[]) => Promise<unknown>).apply(client, args);
      });
    const release = (): void => client.release(fuse.isBlown());
    return { query, release } as unknown as PostgresPoolClient;
  };
  return new Kysely<DB>({ dialect: new PostgresDialect({ pool: { connect, end: async () => undefined } as never }) });
}
