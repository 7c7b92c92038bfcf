import { migrateDatabase, type MigrateOptions } from '#platform/db/migrate.ts';
import { JOBS } from './worker.ts';

/** Brings the database and the queues of every slice's jobs up to date; see `migrateDatabase`. */
export const migrate = (url: string, options: MigrateOptions = {}): Promise<string[]> =>
  migrateDatabase(
    url,
    JOBS.map(({ kind }) => kind),
    options,
  );
