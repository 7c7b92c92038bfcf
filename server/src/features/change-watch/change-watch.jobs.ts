import type { Deps } from '#deps.ts';
import { recurringJob, type Job } from '#platform/jobs/jobs.ts';
import { watchActivations } from './activations.service.ts';

export const changeWatchJobs: Job<Deps>[] = [
  // An activation may be done from any machine. The heartbeat detects a dead worker.
  recurringJob({ name: 'datasets.watch', cron: '* * * * *', expireInSeconds: 3 * 3_600 }, watchActivations),
];
