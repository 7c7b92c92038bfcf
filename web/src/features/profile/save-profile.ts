import type { UserData, UserDataUpdate } from '@clairisque/contract/profile.ts';
import { updateUserData } from '#answers/profile.ts';
import { call } from '#lib/api.ts';
import { showUser } from '#lib/session.ts';

/**
 * Saves `changes` of the profile `user` and shows the result wherever it is on screen.
 * @param token whose profile it is, read when the user asked.
 * @throws {ApiFailure} when they were not saved.
 */
export async function saveProfile(user: UserData, changes: UserDataUpdate, token: string | null): Promise<UserData> {
  const answer = await call(updateUserData, { body: changes });
  const told = Object.entries(answer).filter(([, value]) => value !== undefined);
  const saved: UserData = Object.assign({}, user, Object.fromEntries(told));
  showUser(saved, token);
  return saved;
}
