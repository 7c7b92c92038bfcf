import type { Deps } from '#deps.ts';
import { createSingleFlight } from '#platform/shared-calls.ts';
import type { Db } from '#platform/db/db.ts';
import { adminData } from '@clairisque/contract/statistics.ts';
import type { App } from '#platform/http/app.ts';

async function countIssued(db: Db): Promise<number> {
  const row = await db
    .selectFrom('statement')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .where('status', '=', 'issued')
    .executeTakeFirstOrThrow();
  return row.total;
}

/** Every home page reads it, and the count scans as many rows as there are statements. */
const FRESH_MS = 60_000;

/** The number of statements issued, up to a minute ago. */
export function createTotal({ db, clock }: Pick<Deps, 'db' | 'clock'>): () => Promise<number> {
  const shared = createSingleFlight<number>();
  let held: { total: number; atMs: number } | null = null;
  return async () => {
    const atMs = clock().getTime();
    if (held !== null && atMs - held.atMs < FRESH_MS) return held.total;
    const total = await shared('total', () => countIssued(db));
    held = { total, atMs };
    return total;
  };
}

export const statisticsRoutes = (deps: Deps) => async (app: App) => {
  const total = createTotal(deps);
  app.route({ ...adminData, handler: async () => ({ nb_erps_total: await total() }) });
};
