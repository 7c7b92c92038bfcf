import { z } from 'zod';
import { jobKind } from '#platform/jobs/jobs.ts';

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
