import type { UserData, UserDataUpdate } from '@clairisque/contract/profile.ts';
import type { Deps } from '#deps.ts';
import type { BuyerProfile } from '#domain/invoice/parties.ts';
import { balances } from '#features/credits/credits.ts';
import { countToWatch } from '#features/reminders/reminders.ts';
import { createBatch } from '#platform/shared-calls.ts';
import { transact } from '#platform/db/db.ts';
import { accountGone } from '#platform/app-error.ts';
import { callerOf, type Caller } from '#platform/http/auth.ts';
import { findProfiles, lockProfile, updateProfile, type ProfileRow } from './profile.queries.ts';
import * as contract from '@clairisque/contract/profile.ts';
import type { App } from '#platform/http/app.ts';

/** The profile fields, the spendable credits and the statements to watch. */
export async function readUserData(deps: Deps, caller: Caller): Promise<UserData> {
  return (await readAll(deps, [caller.accountId]))(caller.accountId);
}

/** Reads the profile for the call that starts every page: concurrent reads are batched. */
function createUserDataReader(deps: Deps): (caller: Caller) => Promise<UserData> {
  const read = createBatch((accountIds: number[]) => readAll(deps, accountIds));
  return (caller) => read(caller.accountId);
}

async function readAll(deps: Deps, accountIds: number[]): Promise<(accountId: number) => UserData> {
  const [rows, credits, watched] = await Promise.all([
    findProfiles(deps.db, accountIds),
    balances(deps, accountIds),
    countToWatch(deps, accountIds),
  ]);
  const profiles = new Map(rows.map(({ id, ...profile }) => [id, profile]));
  return (accountId) => {
    const profile = profiles.get(accountId);
    if (profile === undefined) throw accountGone();
    return {
      ...profile,
      nb_credits: credits.get(accountId) ?? 0,
      nb_echeances: watched.get(accountId)?.expiring ?? 0,
      nb_a_completer: watched.get(accountId)?.open ?? 0,
    };
  };
}

/** Applies `changes` and returns the whole profile. A private person has no company. */
async function updateUserData(deps: Deps, caller: Caller, changes: UserDataUpdate): Promise<UserData> {
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

/** The profile, as the buyer of an invoice. */
export async function findBillingProfile(deps: Deps, accountId: number): Promise<Omit<BuyerProfile, 'email'>> {
  const [profile] = await findProfiles(deps.db, [accountId]);
  if (profile === undefined) throw accountGone();
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

export const profileRoutes = (deps: Deps) => async (app: App) => {
  const read = createUserDataReader(deps);
  app.route({ ...contract.userData, handler: (request) => read(callerOf(request)) });
  app.route({
    ...contract.updateUserData,
    handler: (request) => updateUserData(deps, callerOf(request), request.body),
  });
};
