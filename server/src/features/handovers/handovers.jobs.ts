import type { Deps } from '#deps.ts';
import { job, recurringJob, type Job } from '#platform/jobs/jobs.ts';
import { notifyOwners } from './notices.service.ts';
import { PRINT_RECEIPT, printReceipt } from './receipt.service.ts';

export const handoverJobs: Job<Deps>[] = [
  job(PRINT_RECEIPT, (deps: Deps, { receiptId }) => printReceipt(deps, receiptId)),
  recurringJob({ name: 'handovers.tell', cron: '*/10 * * * *', expireInSeconds: 300 }, notifyOwners),
];
