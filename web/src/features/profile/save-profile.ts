import { updateUserData, UserData, type UserDataUpdate } from '@clairisque/contract/profile.ts';
import { call } from '#lib/api.ts';
import { showUser } from '#lib/session.ts';

const { siren, avis_courriel: isNoticed, rappels_echeance: isReminded, nb_echeances: expiries } = UserData.shape;
/** « Response fields merged back » (spec §7): what the answer does not hold stays as it is, so nothing has a default here. */
const Answer = UserData.extend({
  siren: siren.unwrap(),
  avis_courriel: isNoticed.unwrap(),
  rappels_echeance: isReminded.unwrap(),
  nb_echeances: expiries.unwrap(),
})
  .partial()
  .catch({});
const update = { ...updateUserData, schema: { ...updateUserData.schema, response: { 200: Answer } } } as const;

/**
 * Saves `changes` of the profile `user` and shows the result wherever it is on screen.
 * @param token whose profile it is, read when the user asked.
 * @throws {ApiFailure} when they were not saved.
 */
export async function saveProfile(user: UserData, changes: UserDataUpdate, token: string | null): Promise<UserData> {
  const saved: UserData = Object.assign({}, user, await call(update, { body: changes }));
  showUser(saved, token);
  return saved;
}
