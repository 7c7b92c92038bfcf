import type { UserData, UserDataUpdate } from '@clairisque/contract/profile.ts';
import { updateUserData } from '#responses/profile.ts';
import { call } from '#lib/api.ts';
import { showUser } from '#lib/session.ts';

/**
 * Saves `changes` to the profile `user` and updates it everywhere on screen.
 * @param token of the profile's owner, read when the user saved.
 * @throws {ApiFailure} when they were not saved.
 */
export async function saveProfile(user: UserData, changes: UserDataUpdate, token: string | null): Promise<UserData> {
  const answer = await call(updateUserData, { body: changes });
  const told = Object.entries(answer).filter(([, value]) => value !== undefined);
  const saved: UserData = Object.assign({}, user, Object.fromEntries(told));
  showUser(saved, token);
  return saved;
}
