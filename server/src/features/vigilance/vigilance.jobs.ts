import type { Deps } from '#deps.ts';
import { recurringJob, type Job } from '#platform/jobs/jobs.ts';
import { auditNightly } from './audit.service.ts';
import { sealLog } from './vigilance.ts';

export const vigilanceJobs: Job<Deps>[] = [
  recurringJob({ name: 'vigilance.seal', cron: '* * * * *', expireInSeconds: 300 }, sealLog),
  recurringJob(
    {
      name: 'vigilance.audit',
      cron: '10 4 * * *',
      hasDeadLetter: true,
      retryLimit: 5,
      retryDelayMax: 600,
      expireInSeconds: 3_600,
    },
    auditNightly,
  ),
];
