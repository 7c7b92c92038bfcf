import type { Deps } from '#deps.ts';
import { recurringJob, type Job } from '#platform/jobs/jobs.ts';
import { sendReminders } from './reminders.ts';

export const reminderJobs: Job<Deps>[] = [
  recurringJob(
    { name: 'reminders.send', cron: '5-55/10 9-18 * * *', retryLimit: 3, expireInSeconds: 600 },
    sendReminders,
  ),
];
