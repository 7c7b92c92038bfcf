import { SESSIONS_LISTED, type Session } from '@clairisque/contract/accounts.ts';
import type { Deps } from '#deps.ts';
import { AppError } from '#platform/app-error.ts';
import type { Caller } from '#platform/http/auth.ts';
import { recordEvent, type Origin } from './audit.service.ts';
import { proveOwnership } from './password.service.ts';
import { deleteApiTokens, deleteSession, hasApiToken, listApiTokens } from './token.queries.ts';

type Proof = { caller: Caller; current_password: string };

/** Open sessions of the caller's account: this one first, then the most recently used, fifty in all. */
export async function listSessions(deps: Pick<Deps, 'db' | 'clock'>, caller: Caller): Promise<Session[]> {
  const rows = await listApiTokens(deps.db, { ...caller, now: deps.clock(), limit: SESSIONS_LISTED });
  return rows.map((row) => ({
    id: row.id,
    appareil: row.device,
    ouverte_le: row.created_at.toISOString(),
    derniere_activite: row.last_used_at?.toISOString() ?? null,
    en_cours: row.current,
  }));
}

/**
 * Ends one of the caller's sessions. Another user's session, or one that has ended or expired, is a `not_found`, before
 * the password is checked. Throws `invalid_input`, `too_many_requests`.
 */
export async function endSession(deps: Deps, request: Proof & { id: number }, origin: Origin): Promise<void> {
  const { caller, id } = request;
  const { accountId } = caller;
  if (!(await hasApiToken(deps.db, { accountId, id, now: deps.clock() }))) {
    throw new AppError('not_found', 'Cette session est déjà fermée.');
  }
  const account = await proveOwnership(deps, { caller, password: request.current_password }, origin);
  await deleteSession(deps.db, { accountId, id });
  recordEvent(deps, { kind: 'session_ended', account }, origin);
}

/** Ends all the caller's other sessions. Throws `invalid_input`, `too_many_requests`. */
export async function endOtherSessions(deps: Deps, request: Proof, origin: Origin): Promise<void> {
  const { caller } = request;
  const account = await proveOwnership(deps, { caller, password: request.current_password }, origin);
  await deleteApiTokens(deps.db, { accountId: account.id, except: caller.tokenHash });
  recordEvent(deps, { kind: 'other_sessions_ended', account }, origin);
}
