import { Pool } from 'pg';
import type { Deps } from '../../src/deps.ts';
import { createDb } from '../../src/platform/db/db.ts';
import { createJobs } from '../../src/platform/jobs/jobs.ts';
import { createMetrics } from '../../src/platform/observability/metrics.ts';
import { PLACEHOLDER_PUBLISHER } from '../../src/config/publisher.ts';
import type { Environment } from './history.ts';

const nothing = async () => undefined;

/** The dependencies that money needs, on that migrated database; the others are missing. */
export function createEnvironment(databaseUrl: string): { environment: Environment; close: () => Promise<void> } {
  const now = { ms: Date.now() };
  const ignore = (): void => undefined;
  const log = { trace: ignore, debug: ignore, info: ignore, warn: ignore, error: ignore, fatal: ignore };
  const db = createDb({ url: databaseUrl, poolSize: 4, onError: ignore });
  const pool = new Pool({ connectionString: databaseUrl, max: 10, statement_timeout: 15_000 });
  pool.on('error', ignore);
  pool.on('connect', (client) => client.on('error', ignore));
  const jobs = createJobs({ db, log });
  const parts: Partial<Deps> = {
    db,
    clock: () => new Date(now.ms),
    jobs,
    publisher: PLACEHOLDER_PUBLISHER,
    specimen: true,
    publicUrl: 'https://clairisque.example',
    // The right password is « right »: hashing is tested elsewhere.
    passwords: {
      hash: async (word) => word,
      verify: async (word, hash) => word === hash,
      common: async () => new Set(),
    },
    throttle: { hit: nothing, hitCall: nothing, hitKey: async () => null, refuseSpent: nothing, forgive: nothing },
  };
  const deps = { ...parts, log, telemetry: { metrics: createMetrics() } } as unknown as Deps;
  const close = async (): Promise<void> => {
    await jobs.close();
    await pool.end();
    await db.destroy();
  };
  return { environment: { pool, now, deps }, close };
}
