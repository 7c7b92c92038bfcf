import { z } from 'zod';
import type { Clock } from '#platform/clock.ts';
import { transact, type Db } from '#platform/db/db.ts';
import { jobKind, type JobLog, type Jobs } from '#platform/jobs/jobs.ts';

/**
 * Pending files. Files are stored before the row that names them, so that a row never names a missing file. They are
 * announced first, and the transaction that names them removes the announcement; what stays announced after a crash is
 * swept.
 */

export const REMOVE_FILES = jobKind({
  name: 'files.remove',
  payload: z.object({
    keys: z.array(z.string()),
    folders: z.array(z.string()).default([]),
    /** Key of the erasure record of an account in the store. */
    erasure: z.string().nullable().default(null),
  }),
  rules: { retryLimit: 20, retryDelayMax: 3_600, expireInSeconds: 120 },
});

/** Longer than any work between the announcement and the commit. */
const SWEPT_AFTER_MS = 6 * 3_600_000;
const A_JOB = 500;

/** Call it before the files are stored. */
export async function announcePendingFiles({ db, clock }: { db: Db; clock: Clock }, keys: string[]): Promise<void> {
  const announced_at = clock();
  await db
    .insertInto('unnamed_file')
    .values(keys.map((key) => ({ key, announced_at })))
    .execute();
}

/** Call it in the transaction that names them. Throws when they were swept in the meantime. */
export async function confirmPendingFiles(db: Db, keys: string[]): Promise<void> {
  const { numDeletedRows } = await db.deleteFrom('unnamed_file').where('key', 'in', keys).executeTakeFirstOrThrow();
  if (Number(numDeletedRows) !== keys.length) throw new Error(`files swept before they had a name: ${keys.join(' ')}`);
}

type Files = { remove(key: string): Promise<void> };

/** Deletes files whose transaction did not commit. A failure is only logged: the sweep deletes them later. */
export async function removePendingFiles(deps: { db: Db; files: Files; log: JobLog }, keys: string[]): Promise<void> {
  try {
    for (const key of keys) await deps.files.remove(key);
    await deps.db.deleteFrom('unnamed_file').where('key', 'in', keys).execute();
  } catch (err) {
    deps.log.warn({ err, keys }, 'unused files left for the sweep');
  }
}

/** Queues the deletion of files announced long ago. */
export async function sweepPendingFiles(deps: { db: Db; clock: Clock; jobs: Jobs }): Promise<void> {
  const limit = new Date(deps.clock().getTime() - SWEPT_AFTER_MS);
  await transact(deps, async ({ db, jobs }) => {
    const swept = await db.deleteFrom('unnamed_file').where('announced_at', '<', limit).returning('key').execute();
    for (let from = 0; from < swept.length; from += A_JOB) {
      const keys = swept.slice(from, from + A_JOB).map(({ key }) => key);
      await jobs.enqueue(db, REMOVE_FILES, { keys });
    }
  });
}
