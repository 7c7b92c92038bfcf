import type { Deps } from '#deps.ts';
import { accountMails } from '#features/accounts/accounts.mails.ts';
import { apiKeyMails } from '#features/api-keys/api-keys.mails.ts';
import { batchMails } from '#features/batches/batches.mails.ts';
import { checkMails } from '#features/checks/checks.mails.ts';
import { creditMails } from '#features/credits/credits.mails.ts';
import { answerRequestMails } from '#features/answer-requests/answer-requests.mails.ts';
import { handoverMails } from '#features/handovers/handovers.mails.ts';
import { orderMails } from '#features/orders/orders.mails.ts';
import { reminderMails } from '#features/reminders/reminders.mails.ts';
import { webhookMails } from '#features/webhooks/webhooks.mails.ts';
import type { Mail } from '#platform/mails/outbox.ts';

/** Every kind of mail, as declared by its slice. */
export const MAILS: Mail<Deps>[] = [
  ...accountMails,
  ...apiKeyMails,
  ...batchMails,
  ...checkMails,
  ...creditMails,
  ...handoverMails,
  ...answerRequestMails,
  ...orderMails,
  ...reminderMails,
  ...webhookMails,
];

/** The kind of that name, and its composer. */
export function mailNamed(name: string): Mail<Deps> {
  const found = MAILS.find(({ kind }) => kind.name === name);
  if (found === undefined) throw new Error(`no mail « ${name} »`);
  return found;
}
