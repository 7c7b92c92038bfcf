import { z } from 'zod';
import type { Deps } from '#deps.ts';
import { composeActivation, composePasswordReset } from '#features/accounts/accounts.jobs.ts';
import { accountDeletedMail, passwordChangedMail } from '#features/accounts/accounts.mails.ts';
import { releaseUsernames } from '#features/accounts/accounts.usernames.ts';
import { forgetExpiredTokens } from '#features/accounts/accounts.ts';
import { checkBooks } from '#features/credits/credits.books.ts';
import { composeExpiring, composeLowBalance } from '#features/credits/credits.mails.ts';
import { sendNotices } from '#features/credits/credits.notices.ts';
import { expireLots } from '#features/credits/credits.ts';
import { composeAcknowledged, composeCopy } from '#features/handovers/handovers.mails.ts';
import { tellOwners } from '#features/handovers/handovers.notices.ts';
import { printReceipt } from '#features/handovers/handovers.receipt.ts';
import { printInvoice } from '#features/invoices/invoices.download.ts';
import { forgetOldInvoices } from '#features/invoices/invoices.retention.ts';
import { restoreAgain, restoreFile, scrub } from '#features/kept-files/kept-files.ts';
import { forgetOldViews, forwardViews } from '#features/page-views/page-views.ts';
import { forgetOldPaymentEvents, reconcile, settleObject } from '#features/payments/payments.events.ts';
import {
  composeOrderConfirmed,
  composeOrderUndelivered,
  composeWithdrawalReceived,
} from '#features/payments/payments.jobs.ts';
import { payBack } from '#features/payments/payments.promises.ts';
import { forgetOldOrders } from '#features/payments/payments.ts';
import { composeReminder } from '#features/reminders/reminders.mails.ts';
import { sendReminders } from '#features/reminders/reminders.ts';
import { forgetOldDrafts } from '#features/statements/statements.drafts.ts';
import { forgetOldSteps } from '#features/statements/statements.ts';
import { forgetOldAnswers } from '#platform/answer-store.ts';
import { forgetRestored } from '#platform/damaged-files.ts';
import { startWorking, task, type Cron, type Tasks } from '#platform/jobs.ts';
import {
  forgetOldMails,
  sendQueuedMail,
  sweepOutbox,
  type MailContent,
  type MailKind,
  type QueuedMail,
} from '#platform/outbox.ts';
import { forgetOldHealth } from '#platform/source-health.ts';
import { KEPT_BYTES, LAST_GOOD_MS } from '#platform/supplier-answers.ts';
import { sweepUnnamedFiles } from '#platform/unnamed-files.ts';
import { jobWatch } from '#watched.ts';

/** Starts what is done after the answers: every task and its payload, and what comes round by itself. */
export function startWorker(deps: Deps, databaseUrl: string): Promise<{ stop: () => Promise<void> }> {
  const watch = jobWatch(deps.telemetry, deps.log);
  return startWorking({ databaseUrl, tasks: tasks(deps), crons: CRONS, log: deps.log, watch });
}

function tasks(deps: Deps): Tasks {
  return {
    'mail.send': task(
      z.object({ mailId: z.int() }),
      ({ mailId }, signal) => sendQueuedMail(deps, composeFor(deps), { mailId, signal }),
      4,
    ),
    'mail.sweep': task(z.object({}), () => sweepOutbox(deps)),
    'files.remove': task(RemovedFiles, async ({ keys, folders, erasure }) => {
      for (const key of keys) await deps.files.remove(key);
      for (const folder of folders) await deps.files.removeFolder(folder);
      if (erasure !== null) await deps.files.put(erasure, Buffer.from(deps.clock().toISOString()));
    }),
    'files.restore': task(z.object({ key: z.string() }), ({ key }) => restoreFile(deps, key)),
    'files.restore-again': task(z.object({}), () => restoreAgain(deps)),
    'files.scrub': task(z.object({}), (_none, signal) => scrub(deps, signal)),
    'payments.settle': task(SettledObject, (object) => settleObject(deps, object), 4),
    'payments.pay-back': task(z.object({ refundId: z.string() }), ({ refundId }) => payBack(deps, refundId)),
    'payments.reconcile': task(z.object({}), () => reconcile(deps)),
    'invoices.print': task(z.object({ invoiceId: z.uuid() }), ({ invoiceId }) => printInvoice(deps, invoiceId)),
    'handovers.receipt': task(z.object({ receiptId: z.uuid() }), ({ receiptId }) => printReceipt(deps, receiptId)),
    'handovers.tell': task(z.object({}), () => tellOwners(deps)),
    'credits.expire': task(z.object({}), async () => void (await expireLots(deps))),
    'credits.notices': task(z.object({}), () => sendNotices(deps)),
    'reminders.send': task(z.object({}), () => sendReminders(deps)),
    'page-views.forward': task(z.object({}), () => forwardViews(deps)),
    'books.check': task(z.object({}), () => checkBooks(deps)),
    cleaning: task(z.object({}), () => clean(deps)),
  };
}

const RemovedFiles = z.object({
  keys: z.array(z.string()),
  folders: z.array(z.string()).default([]),
  /** Key under which the store remembers the erasure of an account. */
  erasure: z.string().nullable().default(null),
});
const SettledObject = z.object({ about: z.enum(['checkout', 'payment']), objectId: z.string() });

/** Times of Paris. */
const CRONS: Cron[] = [
  { task: 'mail.sweep', cron: '* * * * *' },
  { task: 'payments.reconcile', cron: '*/5 * * * *' },
  { task: 'handovers.tell', cron: '*/10 * * * *' },
  { task: 'credits.expire', cron: '*/10 * * * *' },
  { task: 'credits.notices', cron: '*/10 9-18 * * *' },
  { task: 'reminders.send', cron: '5-55/10 9-18 * * *' },
  { task: 'page-views.forward', cron: '*/5 * * * *' },
  { task: 'books.check', cron: '40 * * * *' },
  { task: 'files.restore-again', cron: '25 * * * *' },
  { task: 'files.scrub', cron: '10 1 * * *' },
  { task: 'cleaning', cron: '20 3 * * *' },
];

type Composer = (deps: Deps, mail: QueuedMail) => Promise<MailContent | null>;

/** Mails are written when they leave: the links that they hold are nowhere else. Null is a mail of no more use. */
const composers: Record<MailKind, Composer> = {
  activation: composeActivation,
  'password-reset': composePasswordReset,
  'password-changed': async ({ publicUrl, supportEmail }) => passwordChangedMail({ siteUrl: publicUrl, supportEmail }),
  'account-deleted': async ({ publicUrl, supportEmail }) => accountDeletedMail({ siteUrl: publicUrl, supportEmail }),
  'order-confirmed': composeOrderConfirmed,
  'withdrawal-received': composeWithdrawalReceived,
  'order-undelivered': composeOrderUndelivered,
  'low-balance': composeLowBalance,
  'credits-expiring': composeExpiring,
  'expiry-reminder': composeReminder,
  'handover-acknowledged': composeAcknowledged,
  'handover-copy': composeCopy,
};

function composeFor(deps: Deps) {
  return (mail: QueuedMail): Promise<MailContent | null> => composers[mail.kind](deps, mail);
}

/** Drops what is of no more use: answers too old to stand in for a supplier, expired tokens, mails long gone. */
async function clean(deps: Deps): Promise<void> {
  await forgetOldAnswers(deps.db, deps.clock, { maxAgeMs: LAST_GOOD_MS, maxBytes: KEPT_BYTES });
  await forgetExpiredTokens(deps);
  await forgetOldPaymentEvents(deps);
  await forgetOldOrders(deps);
  await forgetOldInvoices(deps);
  await forgetOldMails(deps);
  await forgetOldViews(deps);
  await forgetOldSteps(deps);
  await forgetOldDrafts(deps);
  await releaseUsernames(deps);
  await sweepUnnamedFiles(deps);
  await forgetRestored(deps);
  await forgetOldHealth(deps);
}
