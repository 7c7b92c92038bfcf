import type { Deps } from '#deps.ts';
import { job, recurringJob, type Job } from '#platform/jobs/jobs.ts';
import { RUN_BATCH, RUN_TEST_BATCH } from './queue.service.ts';
import { runBatch, sweepBatches } from './run.service.ts';

/** Batches at once on a worker: a small one does not wait for the end of a large one. */
const BATCHES_AT_ONCE = 4;

const runTestBatch: typeof runBatch = async ({ sandbox }, batch, signal) => {
  if (sandbox !== null) await runBatch(sandbox, batch, signal);
};

export const batchJobs: Job<Deps>[] = [
  job(RUN_BATCH, runBatch, { concurrency: BATCHES_AT_ONCE, isLong: true }),
  job(RUN_TEST_BATCH, runTestBatch, {
    concurrency: BATCHES_AT_ONCE,
    isLong: true,
  }),
  recurringJob({ name: 'batches.sweep', cron: '* * * * *', expireInSeconds: 60 }, async (deps: Deps) => {
    await sweepBatches(deps);
    if (deps.sandbox !== null) await sweepBatches(deps.sandbox);
  }),
];
