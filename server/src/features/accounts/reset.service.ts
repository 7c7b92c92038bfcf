import type { resetPasswordConfirm } from '@clairisque/contract/accounts.ts';
import type { z } from 'zod';
import type { Deps } from '#deps.ts';
import { transact } from '#platform/db/db.ts';
import { AppError } from '#platform/app-error.ts';
import { queueMail } from '#platform/mails/outbox.ts';
import { countAttempt } from './attempts.service.ts';
import { recordEvent, type Origin } from './audit.service.ts';
import { deviceCookie, knownDevice } from './known-device.service.ts';
import {
  findByUid,
  invalidToken,
  invalidUid,
  mailFor,
  NO_ACCOUNT,
  PASSWORD_RESET_MAIL,
  presented,
} from './mailed-links.service.ts';
import { PASSWORD_CHANGED_MAIL, refuseWeak } from './password.service.ts';
import { findByEmail, lockAccount, markActivated, updatePassword, type AccountRow } from './accounts.queries.ts';
import { deleteApiTokens, findMailedToken, revokeMailedTokens, useMailedToken } from './token.queries.ts';

/**
 * Mails a link to choose a new password, to active accounts only. Throws `not_found` for an unknown address. With
 * `ACCOUNTS_REVEAL_UNKNOWN_EMAIL=false` it does the same work and returns the same; the mail is dropped when it is
 * composed.
 */
export async function requestReset(deps: Deps, email: string, origin: Origin): Promise<void> {
  const account = await findByEmail(deps.db, email);
  const device = await knownDevice(deps, account, origin.cookies);
  await countAttempt(deps, { scope: 'reset', account, typed: email, device }, origin);
  const known = await transact(deps, async (deps) => {
    const current = await lockAccount(deps.db, account?.id ?? NO_ACCOUNT);
    const known = current !== undefined && current.active;
    if (known || !deps.revealUnknownEmail) await queueMail(deps, mailFor(PASSWORD_RESET_MAIL, known ? current : null));
    return known;
  });
  recordEvent(deps, { kind: 'password_reset_requested', account }, origin);
  if (!known && deps.revealUnknownEmail) {
    throw new AppError('not_found', 'Cette adresse email ne correspond à aucun utilisateur enregistré.');
  }
}

type Request = z.output<typeof resetPasswordConfirm.schema.body>;

/**
 * Sets a new password by a mailed link and closes every session. In Djoser's order: faults of the password, user,
 * token. Only with a valid token is the password compared with the user's names, which the message would otherwise
 * reveal. A refused password leaves the link usable. Returns the cookie that makes the browser a known device, so that
 * its next sign-in passes whatever strangers tried. An account that waits for its activation is activated. Throws
 * `invalid_input`.
 */
export async function confirmReset(deps: Deps, request: Request, origin: Origin): Promise<string> {
  const account = await findByUid(deps, request.uid);
  const trusted = account !== undefined && (await holdsUsableToken(deps, account, request.token));
  await refuseWeak(deps, {
    field: 'new_password',
    password: request.new_password,
    owner: trusted ? account : null,
  });
  if (account === undefined) throw invalidUid();
  if (!trusted) throw invalidToken();
  const passwordHash = await deps.passwords.hash(request.new_password, `account:${account.id}`);
  await transact(deps, async (deps) => {
    const current = await lockAccount(deps.db, account.id);
    if (current === undefined) throw invalidUid();
    const token = presented(deps, current, { token: request.token, purpose: 'password_reset' });
    if (!(await useMailedToken(deps.db, token))) throw invalidToken();
    await updatePassword(deps.db, current.id, passwordHash);
    await deleteApiTokens(deps.db, { accountId: current.id });
    await revokeMailedTokens(deps.db, current.id, token.now);
    if (current.activated_at === null) return markActivated(deps.db, current.id, token.now);
    await queueMail(deps, { kind: PASSWORD_CHANGED_MAIL, recipient: current.email, accountId: current.id });
  });
  recordEvent(deps, { kind: 'password_reset', account }, origin);
  if (account.activated_at === null) recordEvent(deps, { kind: 'activation', account }, origin);
  return deviceCookie(deps, { id: account.id, password_hash: passwordHash }, null);
}

async function holdsUsableToken(deps: Deps, account: AccountRow, token: string): Promise<boolean> {
  const found = await findMailedToken(deps.db, presented(deps, account, { token, purpose: 'password_reset' }));
  return found?.used === false;
}
