import { z } from 'zod';
import type { Deps } from '#deps.ts';
import { jobKind, type JobKind } from '#platform/jobs/jobs.ts';

/**
 * One at a time for each batch; another may wait behind it, for what changes during its last row. A batch may last
 * longer than its job, which goes on in another.
 */
export const RUN_BATCH = jobKind({
  name: 'batches.run',
  payload: z.object({ batchId: z.int() }),
  rules: {
    policy: 'stately',
    singletonKey: 'batchId',
    hasDeadLetter: false,
    retryLimit: 20,
    retryDelayMax: 30,
    expireInSeconds: 20 * 3_600,
  },
});
/** Those of test keys have the same numbers. */
export const RUN_TEST_BATCH: JobKind<typeof RUN_BATCH.payload> = {
  ...RUN_BATCH,
  name: 'batches.run-test',
  forTests: true,
};

export const enqueueRun = ({ db, jobs, mode }: Pick<Deps, 'db' | 'jobs' | 'mode'>, batchId: number): Promise<void> =>
  jobs.enqueue(db, mode === 'test' ? RUN_TEST_BATCH : RUN_BATCH, { batchId });
