import type { Deps } from '#deps.ts';
import { Failure } from '#platform/failure.ts';
import { addressKeyOf, type AttemptScope } from '#platform/rate-limit.ts';
import { recordEvent, type Origin } from './accounts.audit.ts';
import type { AccountRow } from './accounts.queries.ts';

/**
 * The target of attempts: an account however its name was typed, or the name typed when it is nobody's. `device`: the known
 * device that they come from, when there is one.
 */
type Target = { scope: AttemptScope; account: AccountRow | undefined; typed: string; device?: string | null };

/**
 * Counts an attempt on one account from one network, and those of all networks under a far higher cap: a stranger cannot
 * lock an account elsewhere than where he is. A known device is counted by itself alone, even where its address has asked too much. Throws `too_many_requests` beyond
 * a limit, and keeps a trace of it.
 */
export async function countAttempt(deps: Deps, target: Target, origin: Origin): Promise<void> {
  try {
    if (origin.refusal !== undefined && !target.device) throw origin.refusal;
    await deps.throttle.hit(target.scope, keyOf(target, origin));
    if (!target.device) await deps.throttle.hit(target.scope, `everywhere:${nameOf(target)}`);
  } catch (error) {
    if (error instanceof Failure) recordEvent(deps, { kind: 'throttled', account: target.account }, origin);
    throw error;
  }
}

export function forgiveAttempts(deps: Deps, target: Target, origin: Origin): Promise<void> {
  return deps.throttle.forgive(target.scope, keyOf(target, origin));
}

/** Whose turn it is to have a password hashed: the same as whose attempt it is, whatever the account. */
export const turnOf = ({ ip }: Pick<Origin, 'ip'>, device: string | null = null): string =>
  device === null ? addressKeyOf(ip) : `device:${device}`;

const keyOf = (target: Target, { ip }: Origin): `account:${string}` =>
  `account:${nameOf(target)}\n${turnOf({ ip }, target.device || null)}`;

const nameOf = ({ account, typed }: Target): string => (account === undefined ? typed.toLowerCase() : `#${account.id}`);
