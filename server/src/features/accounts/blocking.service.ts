import type { Deps } from '#deps.ts';
import { findByEmail, setDisabled } from './accounts.queries.ts';
import { deleteApiTokens, deleteEverySession, revokeMailedTokens } from './token.queries.ts';

/** The account with that address; null when there is none. */
export async function findOwner(deps: Pick<Deps, 'db'>, email: string): Promise<number | null> {
  return (await findByEmail(deps.db, email))?.id ?? null;
}

/**
 * Signing in and open sessions are refused until `unblock`; earlier mailed links stop working. Inside the caller's
 * transaction.
 */
export async function block(deps: Deps, accountId: number): Promise<void> {
  await setDisabled(deps.db, accountId, deps.clock());
  await endSessions(deps, accountId);
}

export async function unblock(deps: Deps, accountId: number): Promise<void> {
  await setDisabled(deps.db, accountId, null);
}

/** Ends all sessions of the account; earlier mailed links stop working. Returns how many sessions there were. */
export async function endSessions(deps: Deps, accountId: number): Promise<number> {
  await revokeMailedTokens(deps.db, accountId, deps.clock());
  return deleteApiTokens(deps.db, { accountId });
}

/** Ends the sessions of every account: a restored database contains sessions that were closed since. */
export function endEverySession(deps: Deps): Promise<number> {
  return deleteEverySession(deps.db, deps.clock());
}
