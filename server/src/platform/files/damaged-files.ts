import { z } from 'zod';
import type { Clock } from '#platform/clock.ts';
import type { Db } from '#platform/db/db.ts';
import { jobKind, type JobLog, type Jobs } from '#platform/jobs/jobs.ts';

/**
 * Damaged files: one row each until a job restores them. The gauge that pages an operator counts these rows
 * (`metrics-state.ts`), so an alert outlives the process that raised it.
 */

export const RESTORE_FILE = jobKind({
  name: 'files.restore',
  payload: z.object({ key: z.string() }),
  rules: { policy: 'exclusive', singletonKey: 'key', retryLimit: 20, retryDelayMax: 3_600, expireInSeconds: 300 },
});

type Found = { key: string; sha256: string | null; found: string };

/** Reports a damaged file and queues its restoration. Never throws: its caller refuses the document in any case. */
export async function reportDamage(
  deps: { db: Db; clock: Clock; jobs: Jobs; log: JobLog },
  { key, sha256, found }: Found,
): Promise<void> {
  deps.log.error({ page: true, key, sha256, found }, 'stored file damaged');
  try {
    const row = { found, found_at: deps.clock(), restored_at: null };
    await deps.db
      .insertInto('damaged_file')
      .values({ key, ...row })
      .onConflict((conflict) => conflict.column('key').doUpdateSet(row))
      .execute();
    await deps.jobs.enqueue(deps.db, RESTORE_FILE, { key });
  } catch (err) {
    deps.log.error({ err, key }, 'damaged file not reported');
  }
}

/** The bytes are right again; the row stays for a day, so that an operator is notified. */
export async function markRestored({ db, clock }: { db: Db; clock: Clock }, key: string): Promise<void> {
  await db.updateTable('damaged_file').set({ restored_at: clock() }).where('key', '=', key).execute();
}

/** No row names the file any more: its account was erased in the meantime. */
export async function forgetDamage(db: Db, key: string): Promise<void> {
  await db.deleteFrom('damaged_file').where('key', '=', key).execute();
}

/** Which of these files are known to be damaged. */
export async function damagedAmong(db: Db, keys: string[]): Promise<Set<string>> {
  if (keys.length === 0) return new Set();
  const rows = await db
    .selectFrom('damaged_file')
    .select('key')
    .where('key', 'in', keys)
    .where('restored_at', 'is', null)
    .execute();
  return new Set(rows.map(({ key }) => key));
}

const KEPT_MS = 30 * 86_400_000;

/** For the daily cleaning: restored long ago. */
export async function forgetRestored({ db, clock }: { db: Db; clock: Clock }): Promise<void> {
  await db
    .deleteFrom('damaged_file')
    .where('restored_at', '<', new Date(clock().getTime() - KEPT_MS))
    .execute();
}
