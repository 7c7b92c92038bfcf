import { describe, expect, it } from 'vitest';
import { checkSignUp } from './password-checks.ts';

const PASSWORD = 'Abcdef1!';
const EMAIL = 'a@exemple.fr';
const twice = (password: string) => ({ email: EMAIL, password, re_password: password });
const messagesOf = (form: Parameters<typeof checkSignUp>[0]) => checkSignUp(form).map(({ message }) => message);

const CLASSES = ['minuscule', 'majuscule', 'chiffre', 'spécial'] as const;

describe('sign-up, every mistake in the prescribed order', () => {
  it.each<[Parameters<typeof checkSignUp>[0], string[]]>([
    [
      { email: ' ', password: '', re_password: '' },
      [
        "L'adresse email est obligatoire",
        'Le mot de passe est obligatoire',
        'La confirmation du mot de passe est obligatoire',
      ],
    ],
    [
      { email: 'abc', password: '', re_password: 'x' },
      ['Le mot de passe est obligatoire', 'Veuillez saisir une adresse email valide (exemple: nom@exemple.fr)'],
    ],
    [
      { email: 'abc', password: 'Ab1!', re_password: 'Ab2!' },
      [
        'Veuillez saisir une adresse email valide (exemple: nom@exemple.fr)',
        'Les mots de passe saisis ne correspondent pas. Veuillez vérifier votre saisie',
        'Votre mot de passe doit contenir au minimum 8 caractères. Actuellement : 4 caractères',
      ],
    ],
    [
      twice(`Ab1!${'x'.repeat(147)}`),
      ['Votre mot de passe est trop long (maximum 150 caractères). Actuellement : 151 caractères'],
    ],
    [twice(PASSWORD), []],
    [twice(`Ab1!${'x'.repeat(146)}`), []],
  ])('%o → %j', (form, messages) => {
    expect(messagesOf(form)).toEqual(messages);
  });

  it.each<[string, readonly (typeof CLASSES)[number][]]>([
    ['ABCDEF1!', ['minuscule']],
    ['abcdef1!', ['majuscule']],
    ['Abcdefg!', ['chiffre']],
    ['Abcdefg1', ['spécial']],
    ['abcdefgh', ['majuscule', 'chiffre', 'spécial']],
  ])('%s → one sentence for each of %j', (password, missing) => {
    const messages = messagesOf(twice(password));
    expect(messages.map((message) => CLASSES.find((word) => message.includes(word)))).toEqual(missing);
  });
});
