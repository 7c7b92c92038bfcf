import { expect, it } from 'vitest';
import { ApiFailure } from './api.ts';
import { refusalSentence } from './refusal-sentence.ts';

it.each([
  [new ApiFailure(503, { detail: 'Données non obtenues : sismicité.' }), 'Données non obtenues : sismicité.'],
  [
    new ApiFailure(400, { code_parcelle: ['Cette parcelle n’existe pas au cadastre.'] }),
    'Cette parcelle n’existe pas au cadastre.',
  ],
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
