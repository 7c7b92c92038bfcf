import type { Deps } from '#deps.ts';
import { AppError } from '#platform/app-error.ts';
import { addressKeyOf, type AttemptScope } from '#platform/guards/rate-limit.ts';
import { recordEvent, type Origin } from './audit.service.ts';
import type { AccountRow } from './accounts.queries.ts';

/**
 * Target of attempts: an account, however its name was typed, or an unknown name as typed. `device`: the known device
 * that they come from, if any.
 */
type Target = { scope: AttemptScope; account: AccountRow | undefined; typed: string; device?: string | null };

/**
 * Counts an attempt on one account by network, and by account over all networks with a far higher limit: a stranger can
 * lock an account only on their own network. A known device has a separate count, even when its address is over the
 * limit. Throws `too_many_requests` beyond a limit, and records it.
 */
export async function countAttempt(deps: Deps, target: Target, origin: Origin): Promise<void> {
  try {
    if (origin.refusal !== undefined && !target.device) throw origin.refusal;
    await deps.throttle.hit(target.scope, keyOf(target, origin));
    if (!target.device) await deps.throttle.hit(target.scope, `everywhere:${nameOf(target)}`);
  } catch (error) {
    if (error instanceof AppError) recordEvent(deps, { kind: 'throttled', account: target.account }, origin);
    throw error;
  }
}

export function forgiveAttempts(deps: Deps, target: Target, origin: Origin): Promise<void> {
  return deps.throttle.forgive(target.scope, keyOf(target, origin));
}

/** Fairness key of a password hash: the network, as for attempts, whatever the account. */
export const turnOf = ({ ip }: Pick<Origin, 'ip'>, device: string | null = null): string =>
  device === null ? addressKeyOf(ip) : `device:${device}`;

const keyOf = (target: Target, { ip }: Origin): `account:${string}` =>
  `account:${nameOf(target)}\n${turnOf({ ip }, target.device || null)}`;

const nameOf = ({ account, typed }: Target): string => (account === undefined ? typed.toLowerCase() : `#${account.id}`);
