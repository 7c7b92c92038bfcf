import type { Deps } from '#deps.ts';
import { accountMails } from '#features/accounts/accounts.mails.ts';
import { creditMails } from '#features/credits/credits.mails.ts';
import { handoverMails } from '#features/handovers/handovers.mails.ts';
import { paymentMails } from '#features/orders/orders.mails.ts';
import { reminderMails } from '#features/reminders/reminders.mails.ts';
import type { Mail, MailKind } from '#platform/mails/outbox.ts';

/** Every kind of mail, as declared by its slice. */
export const MAILS: Record<MailKind, Mail<Deps>> = {
  ...accountMails,
  ...creditMails,
  ...handoverMails,
  ...paymentMails,
  ...reminderMails,
};
