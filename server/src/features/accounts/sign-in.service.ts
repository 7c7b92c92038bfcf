import { randomBytes } from 'node:crypto';
import type { login } from '@clairisque/contract/accounts.ts';
import type { z } from 'zod';
import type { Deps } from '#deps.ts';
import { transact } from '#platform/db/db.ts';
import { AppError } from '#platform/app-error.ts';
import type { Caller } from '#platform/http/auth.ts';
import { countAttempt, turnOf } from './attempts.service.ts';
import { recordEvent, type Origin } from './audit.service.ts';
import { deviceOf } from './device.rules.ts';
import { hourOf } from './last-use.service.ts';
import { deviceCookie, knownDevice } from './known-device.service.ts';
import { hashToken } from './mailed-links.service.ts';
import { findByUsername, lockAccount, type AccountRow } from './accounts.queries.ts';
import { deleteApiToken, insertApiToken, revokeActivationLinks } from './token.queries.ts';

/** The browser keeps its cookie as long. */
const TOKEN_LIFE_MS = 7 * 24 * 3_600_000;

/** `deviceCookie` makes the browser a known device. */
type Opened = { token: string; deviceCookie: string };

/**
 * Opens a session. A right password does not clear the count: an intruder who has it is counted too. A wrong password,
 * an unknown or inactive user and an absent field give the same answer, each after one password hash, as in Djoser.
 * Throws `bad_credentials`, `too_many_requests`, `overloaded`.
 */
export async function signIn(
  deps: Deps,
  credentials: z.output<typeof login.schema.body> & { userAgent: string | undefined },
  origin: Origin,
): Promise<Opened> {
  const { username, password } = credentials;
  if (username === undefined || password === undefined) throw badCredentials();
  const typed = username.normalize('NFKC');
  const account = await findByUsername(deps.db, typed);
  const device = await knownDevice(deps, account, origin.cookies);
  await countAttempt(deps, { scope: 'login', account, typed, device }, origin);
  const matches = await deps.passwords.verify(password, account?.password_hash ?? null, turnOf(origin, device));
  const token = account && matches ? await openSession(deps, account, deviceOf(credentials.userAgent)) : null;
  recordEvent(deps, { kind: token === null ? 'login_failed' : 'login', account }, origin);
  if (account === undefined || token === null) throw badCredentials();
  return { token, deviceCookie: await deviceCookie(deps, account, device) };
}

/** Null when the account is not active, or has changed since its password was checked. */
function openSession(deps: Deps, verified: AccountRow, device: string | null): Promise<string | null> {
  return transact(deps, async (deps) => {
    const current = await lockAccount(deps.db, verified.id);
    if (!current?.active || current.password_hash !== verified.password_hash) return null;
    // 40 hexadecimal characters, as DRF's tokens; only the hash is stored.
    const token = randomBytes(20).toString('hex');
    const now = deps.clock();
    await insertApiToken(deps.db, {
      account_id: current.id,
      token_hash: hashToken(token),
      created_at: now,
      expires_at: new Date(now.getTime() + TOKEN_LIFE_MS),
      device,
      last_used_at: hourOf(now),
    });
    await revokeActivationLinks(deps.db, current.id, now);
    return token;
  });
}

export async function signOut(deps: Deps, caller: Caller, origin: Origin): Promise<void> {
  await deleteApiToken(deps.db, caller.tokenHash);
  recordEvent(deps, { kind: 'logout', account: { id: caller.accountId } }, origin);
}

function badCredentials(): AppError {
  return new AppError('bad_credentials', {
    non_field_errors: ["Impossible de se connecter avec les informations d'identification fournies."],
  });
}
