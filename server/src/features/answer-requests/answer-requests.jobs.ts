import type { Deps } from '#deps.ts';
import { recurringJob, type Job } from '#platform/jobs/jobs.ts';
import { remindAsked } from './notices.service.ts';

export const answerRequestJobs: Job<Deps>[] = [
  recurringJob(
    { name: 'answer-requests.remind', cron: '25 9-18 * * *', retryLimit: 3, expireInSeconds: 600 },
    remindAsked,
  ),
];
