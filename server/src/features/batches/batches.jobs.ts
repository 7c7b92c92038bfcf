import type { Deps } from '#deps.ts';
import { job, recurringJob, type Job } from '#platform/jobs/jobs.ts';
import { TEST_TURNS, TURNS, type Work } from './queue.service.ts';
import { sweepBatches, takeTurn, TURNS_AT_ONCE } from './run.service.ts';

const TEST_TURNS_AT_ONCE = 2;

const jobsOf = (work: Work): Job<Deps>[] => [
  job(TURNS[work], (deps: Deps, { accountId }, signal) => takeTurn(deps, { accountId, work }, signal), {
    concurrency: TURNS_AT_ONCE[work],
    // A check that credits will pay does not wait for a free one.
    urgent: work === 'check' ? 1 : 0,
    isLong: true,
  }),
  job(
    TEST_TURNS[work],
    async ({ sandbox }: Deps, { accountId }, signal) => {
      if (sandbox !== null) await takeTurn(sandbox, { accountId, work }, signal);
    },
    { concurrency: TEST_TURNS_AT_ONCE, isLong: true },
  ),
];

export const batchJobs: Job<Deps>[] = [
  ...jobsOf('check'),
  ...jobsOf('issue'),
  recurringJob({ name: 'batches.sweep', cron: '* * * * *', expireInSeconds: 60 }, async (deps: Deps) => {
    await sweepBatches(deps);
    if (deps.sandbox !== null) await sweepBatches(deps.sandbox);
  }),
];
