import type { User } from '@clairisque/contract/accounts.ts';
import type { z } from 'zod';
import type { Deps } from '#deps.ts';
import { buyLot } from '#features/credits/credits.ts';
import { createBatch } from '#platform/shared-calls.ts';
import { transact } from '#platform/db/db.ts';
import type { Authenticate, Caller } from '#platform/http/auth.ts';
import { turnOf } from './attempts.service.ts';
import { forgetOldEvents } from './audit.service.ts';
import { createUseRecorder } from './last-use.service.ts';
import { hashToken } from './mailed-links.service.ts';
import { requireAccount } from './password.service.ts';
import { deleteNeverActivated, findByEmail, insertAccount } from './accounts.queries.ts';
import { deleteTokensExpiredBefore, findApiTokens } from './token.queries.ts';

export { isDevice } from './known-device.service.ts';
export { recordEvent, type Origin } from './audit.service.ts';
export { hourOf } from './last-use.service.ts';
export { proveOwnership } from './password.service.ts';
export { block, endEverySession, endSessions, findOwner, unblock } from './blocking.service.ts';
export { lockAccount, lockAccountShared } from './accounts.queries.ts';
export { listSessions } from './sessions.service.ts';

/**
 * Returns the account of a token, or why the token is refused. Called for every authenticated request: concurrent
 * lookups are batched.
 */
export function createAuthenticate(deps: Deps): Authenticate {
  const find = createBatch(async (hashes: Buffer[]) => {
    const rows = await findApiTokens(deps.db, hashes);
    const byHash = new Map(rows.map((row) => [row.token_hash.toString('hex'), row]));
    return (hash: Buffer) => byHash.get(hash.toString('hex'));
  });
  const recordUse = createUseRecorder(deps);
  return async (token) => {
    const tokenHash = hashToken(token);
    const row = await find(tokenHash);
    if (row === undefined || row.expires_at <= deps.clock()) return { refused: 'Token non valide.' };
    if (!row.active) return { refused: 'Utilisateur inactif ou supprimé.' };
    recordUse(row);
    return { accountId: row.account_id, tokenHash };
  };
}

/**
 * The account that waits for its activation under that address and password; null otherwise. One password hash in any
 * case.
 */
export async function findWaiting(
  deps: Deps,
  claimed: { email: string; password: string; ip: string },
): Promise<number | null> {
  const account = await findByEmail(deps.db, claimed.email);
  const matches = await deps.passwords.verify(claimed.password, account?.password_hash ?? null, turnOf(claimed));
  return account !== undefined && matches && account.activated_at === null ? account.id : null;
}

export async function currentUser(deps: Deps, caller: Pick<Caller, 'accountId'>): Promise<z.infer<typeof User>> {
  const { id, username, email } = await requireAccount(deps, caller);
  return { id, username, email };
}

/** Days that an unconfirmed address stays reserved after its last link has expired. */
const UNCONFIRMED_DAYS = 7;
const A_DAY_MS = 86_400_000;

/**
 * Deletes expired session tokens, accounts never activated, expired mailed links, and the audit trail older than a
 * year.
 */
export async function forgetExpiredTokens(deps: Deps): Promise<void> {
  const now = deps.clock();
  const unconfirmed = new Date(now.getTime() - UNCONFIRMED_DAYS * A_DAY_MS);
  await deleteNeverActivated(deps.db, unconfirmed);
  await deleteTokensExpiredBefore(deps.db, { sessions: now, links: unconfirmed });
  await forgetOldEvents(deps);
}

/** Creates the demonstration account and its credits if it does not exist yet. */
export async function ensureDemoAccount(
  deps: Deps,
  demo: { email: string; password: string; credits: number },
): Promise<void> {
  const passwordHash = await deps.passwords.hash(demo.password, 'demo');
  await transact(deps, async (deps) => {
    const now = deps.clock();
    const id = await insertAccount(deps.db, {
      email: demo.email,
      username: demo.email,
      password_hash: passwordHash,
      created_at: now,
      activated_at: now,
      nom: 'Démonstration',
      prenom: 'Camille',
    });
    if (id === undefined) return;
    await buyLot(deps, {
      accountId: id,
      productCode: 'DEMO',
      label: 'Crédits de démonstration',
      credits: demo.credits,
      expiresAt: null,
    });
  });
}
