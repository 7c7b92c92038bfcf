import type { Deps } from '#deps.ts';
import type { MailContent, QueuedMail } from '#platform/outbox.ts';
import { CHOOSES_PASSWORD, createLink, NOBODY } from './accounts.mailed-links.ts';
import { activationMail, choosePasswordMail, passwordResetMail } from './accounts.mails.ts';
import { findAccount } from './accounts.queries.ts';

/** Makes the link at the time of sending, so that none lies in the outbox. Null when there is nothing to activate any more. */
export async function composeActivation(
  deps: Pick<Deps, 'db' | 'clock' | 'publicUrl'>,
  mail: QueuedMail,
): Promise<MailContent | null> {
  const account = await findAccount(deps.db, mail.accountId ?? NOBODY);
  if (account === undefined || account.activated_at !== null) return null;
  const link = await createLink(deps, account, 'activation');
  if (mail.params['password'] !== CHOOSES_PASSWORD.password) return activationMail({ siteUrl: deps.publicUrl, link });
  const { url, validHours } = await createLink(deps, account, 'password_reset');
  return choosePasswordMail({ siteUrl: deps.publicUrl, link: { url, validHours, notMeUrl: link.notMeUrl } });
}

/** The same for a new password; null when the account is gone or disabled. */
export async function composePasswordReset(
  deps: Pick<Deps, 'db' | 'clock' | 'publicUrl'>,
  mail: QueuedMail,
): Promise<MailContent | null> {
  const account = await findAccount(deps.db, mail.accountId ?? NOBODY);
  if (!account?.active) return null;
  const link = await createLink(deps, account, 'password_reset');
  return passwordResetMail({ siteUrl: deps.publicUrl, link, username: account.username });
}
