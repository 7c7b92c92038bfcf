import type { Deps } from '#deps.ts';
import type { MailContent, QueuedMail } from '#platform/outbox.ts';
import { CHOOSES_PASSWORD, createLink, NOBODY } from './accounts.mailed-links.ts';
import { activationMail, choosePasswordMail, passwordResetMail } from './accounts.mails.ts';
import { findAccount } from './accounts.queries.ts';
import { countUsableTokens, revokeActivationLinks } from './accounts.token-queries.ts';

/** Strangers may ask for somebody's links from as many networks as they have: an hour has no more mails than that, and each of their links works. */
const LINKS_AT_ONCE = 5;

async function hasLinksEnough(deps: Pick<Deps, 'db' | 'clock'>, accountId: number): Promise<boolean> {
  const usable = { accountId, purpose: 'password_reset', now: deps.clock() } as const;
  return (await countUsableTokens(deps.db, usable)) >= LINKS_AT_ONCE;
}

/** Makes the link at the time of sending, so that none lies in the outbox. Null when there is nothing to activate any more. */
export async function composeActivation(
  deps: Pick<Deps, 'db' | 'clock' | 'publicUrl'>,
  mail: QueuedMail,
): Promise<MailContent | null> {
  const account = await findAccount(deps.db, mail.accountId ?? NOBODY);
  if (account === undefined || account.activated_at !== null) return null;
  if (mail.params['password'] !== CHOOSES_PASSWORD.password) {
    return activationMail({ siteUrl: deps.publicUrl, link: await createLink(deps, account, 'activation') });
  }
  if (await hasLinksEnough(deps, account.id)) return null;
  await revokeActivationLinks(deps.db, account.id, deps.clock());
  const link = await createLink(deps, account, 'activation');
  const { url, validHours } = await createLink(deps, account, 'password_reset');
  return choosePasswordMail({ siteUrl: deps.publicUrl, link: { url, validHours, notMeUrl: link.notMeUrl } });
}

/** The same for a new password; null when the account is gone or disabled, or when its mailbox holds links enough. */
export async function composePasswordReset(
  deps: Pick<Deps, 'db' | 'clock' | 'publicUrl'>,
  mail: QueuedMail,
): Promise<MailContent | null> {
  const account = await findAccount(deps.db, mail.accountId ?? NOBODY);
  if (!account?.active || (await hasLinksEnough(deps, account.id))) return null;
  const link = await createLink(deps, account, 'password_reset');
  return passwordResetMail({ siteUrl: deps.publicUrl, link, username: account.username });
}
