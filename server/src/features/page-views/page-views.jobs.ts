import type { Deps } from '#deps.ts';
import { recurringJob, type Job } from '#platform/jobs/jobs.ts';
import { forwardViews } from './page-views.ts';

export const pageViewJobs: Job<Deps>[] = [
  recurringJob({ name: 'page-views.forward', cron: '*/5 * * * *', expireInSeconds: 300 }, forwardViews),
];
