import type { Deps } from '#deps.ts';
import { recurringJob, type Job } from '#platform/jobs/jobs.ts';
import { forgetVisitors } from './visitors.service.ts';

export const apiKeyJobs: Job<Deps>[] = [
  recurringJob({ name: 'visitors.forget', cron: '*/5 * * * *', expireInSeconds: 300 }, forgetVisitors),
];
