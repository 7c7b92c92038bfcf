import type { Deps } from '#deps.ts';
import { job, recurringJob, type Job } from '#platform/jobs/jobs.ts';
import { reconcile, settleObject } from './events.service.ts';
import { CREATE_REFUND, createRefund } from './refund-requests.service.ts';
import { SETTLE } from './settlement.service.ts';

export const orderJobs: Job<Deps>[] = [
  job(SETTLE, settleObject, { concurrency: 4 }),
  job(CREATE_REFUND, (deps: Deps, { refundId }) => createRefund(deps, refundId)),
  recurringJob({ name: 'payments.reconcile', cron: '*/5 * * * *', expireInSeconds: 600 }, (deps: Deps) =>
    reconcile(deps),
  ),
];
