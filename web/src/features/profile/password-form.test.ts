import { expect, it } from 'vitest';
import { checkPassword } from './password-form.ts';

const form = (current_password: string, new_password: string, confirmation: string) => ({
  current_password,
  new_password,
  confirmation,
});
const CURRENT = { current_password: 'Le mot de passe actuel est requis.' };
const NEW = { new_password: 'Le nouveau mot de passe est requis.' };
const SHORT = { new_password: 'Le nouveau mot de passe doit contenir au moins 8 caractères.' };
const DIFFERENT = { confirmation: 'Les mots de passe ne correspondent pas.' };

it.each([
  [form('', '', ''), { ...CURRENT, ...NEW }],
  [form('a', '', ''), NEW],
  [form('a', 'Abcd1!', 'Abcd1!'), SHORT],
  [form('a', 'Abcde1!', 'Abcde2!'), { ...SHORT, ...DIFFERENT }],
  [form('', 'Abcdef1!', 'Abcdef2!'), { ...CURRENT, ...DIFFERENT }],
  [form('a', '👍👍👍👍👍👍👍', '👍👍👍👍👍👍👍'), SHORT],
  [form('a', 'Abcdef1!', 'Abcdef1!'), {}],
])('%j → %j', (typed, errors) => {
  expect(checkPassword(typed)).toEqual(errors);
});
