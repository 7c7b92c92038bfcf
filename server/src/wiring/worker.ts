import type { Deps } from '#deps.ts';
import { releaseUsernames } from '#features/accounts/sign-up.service.ts';
import { forgetExpiredTokens } from '#features/accounts/accounts.ts';
import { forgetOldChanges, changeWatchJobs } from '#features/change-watch/activations.service.ts';
import { forgetOldRequests } from '#features/api-v3/idempotency.service.ts';
import { apiKeyJobs } from '#features/api-keys/visitors.service.ts';
import { forgetOldKeys, forgetOldTests } from '#features/api-keys/api-keys.ts';
import { batchJobs } from '#features/batches/batches.jobs.ts';
import { forgetOldBatches } from '#features/batches/batches.ts';
import { forgetOldEvents } from '#features/events/events.ts';
import { checkJobs } from '#features/checks/checks.jobs.ts';
import { creditJobs } from '#features/credits/credits.jobs.ts';
import { answerRequestJobs } from '#features/answer-requests/notices.service.ts';
import { handoverJobs } from '#features/handovers/receipt.service.ts';
import { invoiceJobs, forgetOldInvoices } from '#features/invoices/invoices.ts';
import { keptFileJobs } from '#features/kept-files/kept-files.jobs.ts';
import { pageViewJobs, forgetOldViews } from '#features/page-views/page-views.ts';
import { forgetOldPaymentEvents, orderJobs } from '#features/orders/events.service.ts';
import { forgetOldOrders } from '#features/orders/orders.ts';
import { reminderJobs } from '#features/reminders/reminders.jobs.ts';
import { forgetOldDrafts } from '#features/drafts/drafts.ts';
import { forgetOldSteps } from '#features/issuance/issuance.ts';
import { vigilanceJobs } from '#features/vigilance/vigilance.ts';
import { webhookJobs } from '#features/webhooks/webhooks.jobs.ts';
import { mailNamed } from '#wiring/mails.ts';
import { forgetOldAnswers } from '#platform/suppliers/answer-store.ts';
import { forgetRestored } from '#platform/files/damaged-files.ts';
import { job, recurringJob, startWorking, type Job } from '#platform/jobs/jobs.ts';
import { forgetOldMails, SEND_MAIL, sendQueuedMail, sweepOutbox } from '#platform/mails/outbox.ts';
import { forgetOldHealth } from '#platform/suppliers/source-health.ts';
import { KEPT_BYTES, LAST_GOOD_MS } from '#platform/suppliers/supplier-answers.ts';
import { sweepPendingFiles } from '#platform/files/pending-files.ts';
import { jobWatch } from './telemetry.ts';

/** Every kind of job: those of the slices, then the shared ones. */
export const JOBS: Job<Deps>[] = [
  ...apiKeyJobs,
  ...batchJobs,
  ...changeWatchJobs,
  ...checkJobs,
  ...creditJobs,
  ...handoverJobs,
  ...answerRequestJobs,
  ...invoiceJobs,
  ...keptFileJobs,
  ...pageViewJobs,
  ...orderJobs,
  ...reminderJobs,
  ...vigilanceJobs,
  ...webhookJobs,
  job(SEND_MAIL, (deps: Deps, { mailId }, signal) => sendQueuedMail(deps, mailNamed, { mailId, signal }), {
    concurrency: 4,
  }),
  recurringJob({ name: 'mail.sweep', cron: '* * * * *', policy: 'standard', expireInSeconds: 60 }, sweepOutbox),
  recurringJob(
    {
      name: 'cleaning',
      cron: '20 3 * * *',
      hasDeadLetter: true,
      policy: 'standard',
      retryLimit: 5,
      retryDelayMax: 600,
      expireInSeconds: 900,
    },
    clean,
  ),
];

/** Starts the workers on their own connections; `pace` as in `startWorking`. */
export function startWorker(
  deps: Deps,
  databaseUrl: string,
  pace: { pollSeconds?: number } = {},
): Promise<{ stop: () => Promise<void> }> {
  const watch = jobWatch(deps.telemetry, deps.log);
  return startWorking({ databaseUrl, jobs: JOBS, deps, log: deps.log, watch, ...pace });
}

/** Deletes what is no longer needed: answers too old to replace a supplier's, expired tokens, old mails. */
async function clean(deps: Deps): Promise<void> {
  await forgetOldAnswers(deps.db, deps.clock, { maxAgeMs: LAST_GOOD_MS, maxBytes: KEPT_BYTES });
  await forgetExpiredTokens(deps);
  await forgetOldKeys(deps);
  await forgetOldTests(deps);
  await forgetOldRequests(deps);
  await forgetOldBatches(deps);
  await forgetOldEvents(deps);
  await forgetOldPaymentEvents(deps);
  await forgetOldOrders(deps);
  await forgetOldInvoices(deps);
  await forgetOldMails(deps);
  await forgetOldViews(deps);
  await forgetOldSteps(deps);
  await forgetOldDrafts(deps);
  await releaseUsernames(deps);
  await sweepPendingFiles(deps);
  await forgetRestored(deps);
  await forgetOldHealth(deps);
  await forgetOldChanges(deps);
}
