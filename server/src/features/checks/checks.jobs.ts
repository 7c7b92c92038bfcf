import type { Deps } from '#deps.ts';
import { job, recurringJob, type Job } from '#platform/jobs/jobs.ts';
import { planChecks, renewAsChosen, tellEves } from './plan.service.ts';
import { RUN_CHECK, RUN_TEST_CHECK, SWEEP_CHECKS, sweepChecks } from './queue.service.ts';
import { runCheck } from './run.service.ts';

/** Few: each asks seventeen sources, behind people. Enough for a morning of four thousand in half an hour. */
const AT_ONCE = 2;

export const checkJobs: Job<Deps>[] = [
  job(RUN_CHECK, (deps: Deps, { checkId }) => runCheck(deps, checkId), { concurrency: AT_ONCE, urgent: 1 }),
  job(RUN_TEST_CHECK, async ({ sandbox }: Deps, { checkId }) => {
    if (sandbox !== null) await runCheck(sandbox, checkId);
  }),
  job(SWEEP_CHECKS, async (deps: Deps, { mode }) => {
    const those = mode === 'live' ? deps : deps.sandbox;
    if (those !== null) await sweepChecks(those);
  }),
  recurringJob({ name: 'checks.plan', cron: '* * * * *', expireInSeconds: 300 }, async (deps: Deps) => {
    await planChecks(deps);
    await tellEves(deps);
    await sweepChecks(deps);
    if (deps.sandbox === null) return;
    await planChecks(deps.sandbox);
    await sweepChecks(deps.sandbox);
  }),
  recurringJob({ name: 'checks.renew', cron: '*/10 6-20 * * *', expireInSeconds: 3_600 }, renewAsChosen),
];
