import { describe, expect, it } from 'vitest';
import { checkSignUp } from './password-checks.ts';

const PASSWORD = 'Abcdef1!';
const EMAIL = 'a@exemple.fr';
const twice = (password: string) => ({ email: EMAIL, password, re_password: password });
const messageOf = (form: Parameters<typeof checkSignUp>[0]) => checkSignUp(form)?.message;

describe('sign-up, in the prescribed order', () => {
  it.each([
    [{ email: ' ', password: '', re_password: '' }, "L'adresse email est obligatoire"],
    [{ email: 'abc', password: '', re_password: 'x' }, 'Le mot de passe est obligatoire'],
    [{ email: 'abc', password: 'x', re_password: '' }, 'La confirmation du mot de passe est obligatoire'],
    [
      { email: 'abc', password: 'x', re_password: 'y' },
      'Veuillez saisir une adresse email valide (exemple: nom@exemple.fr)',
    ],
    [
      { email: EMAIL, password: 'Ab1!', re_password: 'Ab2!' },
      'Les mots de passe saisis ne correspondent pas. Veuillez vérifier votre saisie',
    ],
    [twice('Ab1!'), 'Votre mot de passe doit contenir au minimum 8 caractères. Actuellement : 4 caractères'],
    [
      twice(`Ab1!${'x'.repeat(147)}`),
      'Votre mot de passe est trop long (maximum 150 caractères). Actuellement : 151 caractères',
    ],
    [twice(PASSWORD), undefined],
    [twice(`Ab1!${'x'.repeat(146)}`), undefined],
  ])('%o → %s', (form, message) => {
    expect(messageOf(form)).toBe(message);
  });

  it('each missing class has its own message', () => {
    const messages = ['ABCDEF1!', 'abcdef1!', 'Abcdefg!', 'Abcdefg1'].map((password) => messageOf(twice(password)));
    expect(new Set(messages).size).toBe(4);
    expect(messages).not.toContain(undefined);
  });
});
