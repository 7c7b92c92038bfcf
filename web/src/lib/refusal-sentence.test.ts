import { expect, it } from 'vitest';
import { ApiFailure } from './api.ts';
import { refusalSentence, refusesField } from './refusal-sentence.ts';

it.each([
  [new ApiFailure(503, { detail: 'Données non obtenues : sismicité.' }), 'Données non obtenues : sismicité.'],
  [
    new ApiFailure(400, { code_parcelle: ['Cette parcelle n’existe pas au cadastre.'] }),
    'Cette parcelle n’existe pas au cadastre.',
  ],
  [
    new ApiFailure(400, {
      code: 'invalid_input',
      detail: 'La requête a des valeurs refusées.',
      errors: [{ pointer: '/url', title: 'No.', detail: 'Saisissez une adresse complète, avec https://.' }],
    }),
    'Saisissez une adresse complète, avec https://.',
  ],
  [new ApiFailure(409, { code: 'conflict', detail: 'Ce webhook est endormi.' }), 'Ce webhook est endormi.'],
  [new ApiFailure(500, null), null],
  [new ApiFailure(500, { detail: '' }), null],
  [new ApiFailure(502, '<html>'), null],
  [new TypeError('bug'), null],
])('%o → %s', (error, sentence) => {
  expect(refusalSentence(error)).toBe(sentence);
});

it('a time out → its own sentence', () => {
  expect(refusalSentence(new ApiFailure(null, null, true))).toMatch(/trop de temps/);
});

it('no response → what the user can do', () => {
  expect(refusalSentence(new ApiFailure(null, null))).toMatch(/connexion/);
});

it('the refused field of a problem, and of version 2 → known by its name', () => {
  const problem = new ApiFailure(400, {
    errors: [{ pointer: '/current_password', detail: 'Mot de passe incorrect.' }],
  });
  const former = new ApiFailure(400, { current_password: ['Mot de passe incorrect.'] });
  for (const failure of [problem, former]) {
    expect(refusesField(failure, 'current_password')).toBe(true);
    expect(refusesField(failure, 'name')).toBe(false);
  }
  expect(refusesField(new ApiFailure(409, { detail: 'Non.' }), 'detail')).toBe(false);
});
