import type { UserData, UserDataUpdate } from '@clairisque/contract/profile.ts';
import type { Deps } from '#deps.ts';
import type { BuyerProfile } from '#domain/invoice-parties.ts';
import { balance } from '#features/credits/credits.ts';
import { transact } from '#platform/db.ts';
import type { Caller } from '#platform/http/auth.ts';
import { findProfile, lockProfile, updateProfile, type ProfileRow } from './profile.queries.ts';

/** The profile fields and the credits that can be spent now. */
export async function readUserData(deps: Deps, caller: Caller): Promise<UserData> {
  const [profile, credits] = await Promise.all([
    findProfile(deps.db, caller.accountId),
    balance(deps, caller.accountId),
  ]);
  return { ...profile, nb_credits: credits };
}

/** Changes what `changes` holds and answers the whole profile as it now is. A private person has no company. */
export async function updateUserData(deps: Deps, caller: Caller, changes: UserDataUpdate): Promise<UserData> {
  await transact(deps, async ({ db }) => {
    const profile = { ...(await lockProfile(db, caller.accountId)), ...given(changes) };
    const isPro = profile.statut === 'PRO';
    await updateProfile(db, caller.accountId, {
      profile: { ...profile, nomSociete: isPro ? profile.nomSociete : null, siren: isPro ? profile.siren : null },
      now: deps.clock(),
    });
  });
  return readUserData(deps, caller);
}

/** The profile as the buyer of an invoice. */
export async function findBillingProfile(deps: Deps, accountId: number): Promise<Omit<BuyerProfile, 'email'>> {
  const profile = await findProfile(deps.db, accountId);
  return {
    status: profile.statut,
    firstName: profile.prenom,
    lastName: profile.nom,
    company: profile.nomSociete,
    address: profile.adresse,
    siren: profile.siren,
  };
}

function given(changes: UserDataUpdate): Partial<ProfileRow> {
  return Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
}
