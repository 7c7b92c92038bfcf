import { z } from 'zod';
import { jobKind } from '#platform/jobs/jobs.ts';

/** As long as a batch may last: then its lots of credits may expire (the ledger allows a day). */
export const LONGEST_MS = 20 * 3_600_000;

/** One at a time for each batch; another may wait behind it, for what changes during its last row. */
export const RUN_BATCH = jobKind({
  name: 'batches.run',
  payload: z.object({ batchId: z.int() }),
  rules: {
    policy: 'stately',
    singletonKey: 'batchId',
    hasDeadLetter: false,
    retryLimit: 20,
    retryDelayMax: 30,
    expireInSeconds: LONGEST_MS / 1000,
  },
});
