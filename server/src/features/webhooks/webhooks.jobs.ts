import type { Deps } from '#deps.ts';
import { DELIVER } from '#features/events/events.ts';
import { job, recurringJob, type Job } from '#platform/jobs/jobs.ts';
import { deliverTo, sweepDeliveries } from './attempts.service.ts';
import { emitExpiring } from './expiring.service.ts';

export const webhookJobs: Job<Deps>[] = [
  job(DELIVER, deliverTo, { concurrency: 2 }),
  recurringJob({ name: 'webhooks.sweep', cron: '* * * * *', policy: 'standard', expireInSeconds: 60 }, sweepDeliveries),
  recurringJob({ name: 'webhooks.expiring', cron: '5 * * * *', retryLimit: 3, expireInSeconds: 600 }, emitExpiring),
];
