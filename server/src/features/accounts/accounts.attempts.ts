import type { ThrottleScope } from '@clairisque/contract/route.ts';
import type { Deps } from '#deps.ts';
import { Failure } from '#platform/failure.ts';
import { recordEvent, type Origin } from './accounts.audit.ts';
import type { AccountRow } from './accounts.queries.ts';

/** The target of attempts: an account however its name was typed, or the name typed when it is nobody's. */
type Target = { scope: ThrottleScope; account: AccountRow | undefined; typed: string };

/** Counts an attempt on one account. Throws `too_many_requests` beyond the limit, and keeps a trace of it. */
export async function countAttempt(deps: Deps, target: Target, origin: Origin): Promise<void> {
  try {
    await deps.throttle.hit(target.scope, keyOf(target));
  } catch (error) {
    if (error instanceof Failure) recordEvent(deps, { kind: 'throttled', account: target.account }, origin);
    throw error;
  }
}

export function forgiveAttempts(deps: Deps, target: Target): Promise<void> {
  return deps.throttle.forgive(target.scope, keyOf(target));
}

function keyOf({ account, typed }: Target): `account:${string}` {
  return account === undefined ? `account:${typed.toLowerCase()}` : `account:#${account.id}`;
}
