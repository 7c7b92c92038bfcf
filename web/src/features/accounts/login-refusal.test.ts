import { expect, it } from 'vitest';
import { ApiFailure } from '#lib/api.ts';
import { readLoginRefusal } from './refusal.ts';

it.each([400, 401, 403, 418, 429, 500, 503, null])(
  'a sign-in that fails with %s → the prescribed sentence',
  (status) => {
    const { errors, hint } = readLoginRefusal(new ApiFailure(status, null));
    expect(errors).toEqual([{ message: 'Mot de passe ou email incorrect' }]);
    expect(hint).not.toBeNull();
  },
);

it('a sign-in that times out → does not mention the password', () => {
  const { errors, hint } = readLoginRefusal(new ApiFailure(null, null, true));
  expect(errors[0]?.message).toMatch(/trop de temps/);
  expect(`${errors[0]?.message}${hint}`).not.toMatch(/mot de passe|incorrect/i);
});
