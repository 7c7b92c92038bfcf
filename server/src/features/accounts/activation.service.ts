import type { Deps } from '#deps.ts';
import { transact } from '#platform/db/db.ts';
import { AppError } from '#platform/app-error.ts';
import { queueMail } from '#platform/mails/outbox.ts';
import { countAttempt } from './attempts.service.ts';
import { erase } from './deletion.service.ts';
import { recordEvent, type Origin } from './audit.service.ts';
import { deviceCookie, knownDevice } from './known-device.service.ts';
import {
  ACTIVATION_MAIL,
  CHOOSES_PASSWORD,
  findByUid,
  invalidToken,
  invalidUid,
  mailFor,
  NO_ACCOUNT,
  presented,
  type MailedLink,
} from './mailed-links.service.ts';
import { findByEmail, lockAccount, markActivated } from './accounts.queries.ts';
import { findMailedToken, useMailedToken } from './token.queries.ts';

/**
 * Activates an account by the link of its mail. Returns the cookie that makes the browser a known device. Throws
 * `invalid_input`, or `forbidden` for a valid token with nothing left to activate.
 */
export async function activate(deps: Deps, link: MailedLink, origin: Origin): Promise<string> {
  const account = await followLink(deps, link, {
    whenActive: 'Le jeton pour cet utilisateur est expiré.',
    async act(deps, accountId, token) {
      if (!(await useMailedToken(deps.db, token))) throw invalidToken();
      await markActivated(deps.db, accountId, token.now);
    },
  });
  recordEvent(deps, { kind: 'activation', account }, origin);
  return deviceCookie(deps, account, null);
}

/**
 * Erases an account that waits for its activation, by the link of the same mail: its address belongs to a person who
 * did not sign up. Throws `invalid_input`, or `forbidden` once it is active.
 */
export async function disown(deps: Deps, link: MailedLink, origin: Origin): Promise<void> {
  const account = await followLink(deps, link, {
    whenActive: 'Ce compte a été activé depuis votre messagerie. Écrivez-nous pour l’effacer.',
    act: async (deps, accountId) => {
      await erase(deps, accountId);
    },
  });
  recordEvent(deps, { kind: 'sign_up_disowned', account }, origin);
}

type Act = (deps: Deps, accountId: number, token: ReturnType<typeof presented>) => Promise<void>;

/**
 * Applies the link of an activation mail to the pending account, under its lock. Checks the user first, then the token,
 * then « already active », which throws `whenActive`.
 */
async function followLink(deps: Deps, link: MailedLink, { whenActive, act }: { whenActive: string; act: Act }) {
  const account = await findByUid(deps, link.uid);
  if (account === undefined) throw invalidUid();
  await transact(deps, async (deps) => {
    const current = await lockAccount(deps.db, account.id);
    if (current === undefined) throw invalidUid();
    const token = presented(deps, current, { token: link.token, purpose: 'activation' });
    if ((await findMailedToken(deps.db, token)) === undefined) throw invalidToken();
    if (current.activated_at !== null) throw new AppError('forbidden', whenActive);
    await act(deps, current.id, token);
  });
  return account;
}

/**
 * Mails another link to an account that waits for its activation. A stranger may have created it with a password of
 * their choice, so this link makes its holder choose the password, and earlier links stop working (decision 0009). Any
 * other address gets the same work and the same response time; the mail is dropped when it is composed.
 */
export async function resendActivation(deps: Deps, email: string, origin: Origin): Promise<void> {
  const account = await findByEmail(deps.db, email);
  const device = await knownDevice(deps, account, origin.cookies);
  await countAttempt(deps, { scope: 'reset', account, typed: email, device }, origin);
  await transact(deps, async (deps) => {
    const current = await lockAccount(deps.db, account?.id ?? NO_ACCOUNT);
    const waiting = current !== undefined && current.activated_at === null;
    await queueMail(deps, { ...mailFor(ACTIVATION_MAIL, waiting ? current : null), params: CHOOSES_PASSWORD });
  });
  recordEvent(deps, { kind: 'activation_resent', account }, origin);
}
