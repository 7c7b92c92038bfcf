import type { UserData } from '@clairisque/contract/profile.ts';
import type { Deps } from '#deps.ts';
import { balance } from '#features/credits/credits.ts';
import type { Caller } from '#platform/http/auth.ts';
import { findProfile } from './profile.queries.ts';

/** The profile fields and the credits that can be spent now. */
export async function readUserData(deps: Deps, caller: Caller): Promise<UserData> {
  const [profile, credits] = await Promise.all([
    findProfile(deps.db, caller.accountId),
    balance(deps, caller.accountId),
  ]);
  return { ...profile, nb_credits: credits };
}
