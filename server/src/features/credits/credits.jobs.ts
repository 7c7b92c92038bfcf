import type { Deps } from '#deps.ts';
import { recurringJob, type Job } from '#platform/jobs/jobs.ts';
import { checkLedger } from './ledger-invariants.service.ts';
import { sendNotices } from './notices.service.ts';
import { expireLots } from './credits.ts';

const PATIENT = { retryLimit: 3, expireInSeconds: 600 };

export const creditJobs: Job<Deps>[] = [
  recurringJob({ name: 'credits.expire', cron: '*/10 * * * *', ...PATIENT }, async (deps) => {
    await expireLots(deps);
  }),
  recurringJob({ name: 'credits.notices', cron: '*/10 9-18 * * *', ...PATIENT }, sendNotices),
  recurringJob(
    { name: 'books.check', cron: '40 * * * *', hasDeadLetter: true, retryLimit: 1, expireInSeconds: 600 },
    checkLedger,
  ),
];
