import type { setPassword } from '@clairisque/contract/accounts.ts';
import type { z } from 'zod';
import type { Deps } from '#deps.ts';
import { passwordFaults, type PasswordOwner } from '#domain/password-rules.ts';
import { transact } from '#platform/db/db.ts';
import { accountGone, AppError } from '#platform/app-error.ts';
import type { Caller } from '#platform/http/auth.ts';
import { queueMail, type MailKind } from '#platform/mails/outbox.ts';
import { countAttempt, forgiveAttempts } from './attempts.service.ts';
import { recordEvent, type Origin } from './audit.service.ts';
import { findAccount, lockAccount, updatePassword, type AccountRow } from './accounts.queries.ts';
import { deleteApiTokens, revokeMailedTokens } from './token.queries.ts';

export const PASSWORD_CHANGED_MAIL: MailKind = {
  name: 'password-changed',
  label: 'mot de passe changé',
  notResent: 'il annoncerait comme neuf un changement passé.',
};

type Request = z.output<typeof setPassword.schema.body>;

/**
 * Changes the caller's password and closes the other sessions. A wrong current password is reported alone, even if the
 * new one is weak (Djoser). Throws `invalid_input`, `too_many_requests`.
 */
export async function changePassword(deps: Deps, request: Request & { caller: Caller }, origin: Origin): Promise<void> {
  const { caller } = request;
  const account = await proveOwnership(deps, { caller, password: request.current_password }, origin);
  await refuseWeak(deps, { field: 'new_password', password: request.new_password, owner: account });
  const passwordHash = await deps.passwords.hash(request.new_password, `account:${account.id}`);
  await transact(deps, async (deps) => {
    const current = await lockAccount(deps.db, account.id);
    // Changed or erased by another session in the meantime.
    if (current?.password_hash !== account.password_hash) throw wrongPassword();
    await updatePassword(deps.db, account.id, passwordHash);
    await deleteApiTokens(deps.db, { accountId: account.id, except: caller.tokenHash });
    await revokeMailedTokens(deps.db, account.id, deps.clock());
    await queueMail(deps, { kind: PASSWORD_CHANGED_MAIL, recipient: account.email, accountId: account.id });
  });
  recordEvent(deps, { kind: 'password_changed', account }, origin);
}

/** The caller's account, after checking its password. Throws `invalid_input`, `too_many_requests`. */
export async function proveOwnership(
  deps: Deps,
  proof: { caller: Caller; password: string },
  origin: Origin,
): Promise<AccountRow> {
  const account = await requireAccount(deps, proof.caller);
  const target = { scope: 'password', account, typed: '' } as const;
  await countAttempt(deps, target, origin);
  if (!(await deps.passwords.verify(proof.password, account.password_hash, `account:${account.id}`))) {
    recordEvent(deps, { kind: 'password_refused', account }, origin);
    throw wrongPassword();
  }
  await forgiveAttempts(deps, target, origin);
  return account;
}

/** The caller's account. Throws `not_authenticated` when it was erased since its token was read. */
export async function requireAccount(deps: Deps, caller: Pick<Caller, 'accountId'>): Promise<AccountRow> {
  const account = await findAccount(deps.db, caller.accountId);
  if (account === undefined) throw accountGone();
  return account;
}

/** Throws `invalid_input` with all the faults of the chosen password. */
export async function refuseWeak(
  deps: Deps,
  chosen: { field: string; password: string; owner: PasswordOwner | null },
): Promise<void> {
  const common = await deps.passwords.common();
  const faults = passwordFaults(chosen.password, {
    owner: chosen.owner,
    isCommon: (password) => common.has(password),
  });
  if (faults.length > 0) throw new AppError('invalid_input', { [chosen.field]: faults });
}

export function wrongPassword(): AppError {
  return new AppError('invalid_input', { current_password: ['Mot de passe invalide.'] });
}
