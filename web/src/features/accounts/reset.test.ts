import { describe, expect, it } from 'vitest';
import { ApiFailure } from '#lib/api.ts';
import { checkNewPassword } from './password-checks.ts';
import { readResetRefusal, readResetRequestRefusal } from './refusal.ts';

describe('the new password, before it is sent', () => {
  it.each([
    ['', '', ['Mot de passe non renseigné']],
    ['', 'x', ['Mot de passe non renseigné']],
    ['a', 'b', ['Les mots de passe ne correspondent pas', 'Mot de passe trop court']],
    ['a', 'a', ['Mot de passe trop court']],
    ['ab', 'ab', []],
    ['x'.repeat(149), 'x'.repeat(149), []],
    ['x'.repeat(150), 'x', ['Les mots de passe ne correspondent pas', 'Le mot de passe est trop long.']],
  ])('%s, %s → %j', (password, confirmation, messages) => {
    expect(checkNewPassword(password, confirmation).map(({ message }) => message)).toEqual(messages);
  });
});

it.each([
  [404, 'Email non reconnu'],
  [400, 'Une erreur est survenue. Veuillez réessayer plus tard.'],
  [429, 'Une erreur est survenue. Veuillez réessayer plus tard.'],
  [500, 'Une erreur est survenue. Veuillez réessayer plus tard.'],
  [null, 'Une erreur est survenue. Veuillez réessayer plus tard.'],
])('a reset asked for, %s → %s', (status, message) => {
  expect(readResetRequestRefusal(new ApiFailure(status, null)).errors[0]?.message).toBe(message);
});

it('an unknown address → mentions the activation link: a pending account can neither reset nor sign up', () => {
  expect(readResetRequestRefusal(new ApiFailure(404, null)).hint).toContain('lien d’activation');
});

it('a used or expired link → suggests a new one', () => {
  const body = { token: ["Le jeton d'authentification est invalide pour cet utilisateur."] };
  expect(readResetRefusal(new ApiFailure(400, body))).toEqual({ reasons: [], isLinkDead: true });
});

it('a password that the server refuses → the reason, in our words when known', () => {
  const body = {
    new_password: ['Ce mot de passe est trop courant.', 'Ce mot de passe doit contenir au moins un chiffre.'],
  };
  expect(readResetRefusal(new ApiFailure(400, body))).toEqual({
    reasons: [
      'Ce mot de passe est trop courant. Choisissez un mot de passe plus original',
      'Ce mot de passe doit contenir au moins un chiffre.',
    ],
    isLinkDead: false,
  });
});
