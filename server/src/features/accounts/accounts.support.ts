import type { Deps } from '#deps.ts';
import { findByEmail, setDisabled } from './accounts.queries.ts';
import { deleteApiTokens, deleteEverySession, revokeMailedTokens } from './accounts.token-queries.ts';

/** Whose address it is; null when nobody has it. */
export async function findOwner(deps: Pick<Deps, 'db'>, email: string): Promise<number | null> {
  return (await findByEmail(deps.db, email))?.id ?? null;
}

/** Nobody signs in to it nor goes on in it until `unblock`; links mailed before are dead. Inside the caller's transaction. */
export async function block(deps: Deps, accountId: number): Promise<void> {
  await setDisabled(deps.db, accountId, deps.clock());
  await endSessions(deps, accountId);
}

export async function unblock(deps: Deps, accountId: number): Promise<void> {
  await setDisabled(deps.db, accountId, null);
}

/** Every browser and program of the account has to sign in again; links mailed before are dead. Answers how many there were. */
export async function endSessions(deps: Deps, accountId: number): Promise<number> {
  await revokeMailedTokens(deps.db, accountId, deps.clock());
  return deleteApiTokens(deps.db, { accountId });
}

/** The same for everybody: a restored database believes again in sessions that were closed since. */
export function endEverySession(deps: Deps): Promise<number> {
  return deleteEverySession(deps.db, deps.clock());
}
