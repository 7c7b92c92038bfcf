import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { propertyRuns } from '../../../tests/harness/property-runs.ts';
import { passwordFaults, tooSimilar } from './password-rules.ts';

const SIMILAR_USERNAME = 'Le mot de passe est trop semblable au champ «\u00A0nom d’utilisateur\u00A0».';
const SIMILAR_EMAIL = 'Le mot de passe est trop semblable au champ «\u00A0adresse électronique\u00A0».';
const SHORT = 'Ce mot de passe est trop court. Il doit contenir au minimum 8 caractères.';
const LONG = 'Ce mot de passe est trop long. Il doit contenir au maximum 150 caractères.';
const COMMON = 'Ce mot de passe est trop courant.';
const NUMERIC = 'Ce mot de passe est entièrement numérique.';
const NO_LOWER = 'Ce mot de passe doit contenir au moins une lettre minuscule.';
const NO_UPPER = 'Ce mot de passe doit contenir au moins une lettre majuscule.';
const NO_DIGIT = 'Ce mot de passe doit contenir au moins un chiffre.';
const NO_SPECIAL = 'Ce mot de passe doit contenir au moins un caractère spécial.';

const listed = new Set(['666', 'tr0ub4dor&3']);
const owner = { username: 'camille.durand', email: 'c.durand@notaires-lyon.fr' };
const faults = (password: string, of: typeof owner | null = owner): string[] =>
  passwordFaults(password, { owner: of, isCommon: (word) => listed.has(word) });

describe('errors of a password, in Django’s order', () => {
  it.each<[string, string[]]>([
    ['Tr0ub4dor-Cheval', []],
    ['Abcdef1!', []],
    ['Abcde1!', [SHORT]],
    // Characters, not UTF-16 units: seven, then eight.
    ['Ab1!😀😀😀', [SHORT]],
    ['Ab1!😀😀😀😀', []],
    [`Ab1!${'x'.repeat(146)}`, []],
    [`Ab1!${'x'.repeat(147)}`, [LONG]],
    ['Tr0ub4dor&3', [COMMON]],
    ['666', [SHORT, COMMON, NUMERIC, NO_LOWER, NO_UPPER, NO_SPECIAL]],
    ['٣٣٣٣٣٣٣٣', [NUMERIC, NO_LOWER, NO_UPPER]],
    ['ABCDEF1!', [NO_LOWER]],
    ['abcdef1!', [NO_UPPER]],
    ['Abcdefg!', [NO_DIGIT]],
    ['Abcdefg1', [NO_SPECIAL]],
    ['Éàéàéàé1', []],
    ['Camille.Durand1', [SIMILAR_USERNAME]],
    // An anagram counts; one message for the first field alone.
    ['Dnarud.Ellimac9', [SIMILAR_USERNAME]],
    ['Notaires-Lyon7', [SIMILAR_EMAIL]],
    ['durand', [SIMILAR_USERNAME, SHORT, NO_UPPER, NO_DIGIT, NO_SPECIAL]],
  ])('%s', (password, expected) => expect(faults(password)).toEqual(expected));

  it('no owner → similarity is not checked', () => expect(faults('Camille.Durand1', null)).toEqual([]));
});

it('a word much shorter than the password does not count, even alone in it', () => {
  expect(tooSimilar('aaaaaaaaaaaaaaaaaaaa', 'a@b')).toBe(false);
  expect(tooSimilar('', '@')).toBe(true);
});

const anyText = fc.string({ unit: 'binary', maxLength: 200 });

it('a text is too similar to itself and to its anagrams, whatever its characters', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 60 }), (text) => {
      const low = text.toLowerCase();
      expect(tooSimilar(low, low)).toBe(true);
      expect(tooSimilar(Array.from(low).toReversed().join(''), low)).toBe(true);
    }),
    propertyRuns(),
  );
});

it('any text gets an answer, with no message twice', () => {
  fc.assert(
    fc.property(anyText, anyText, (password, username) => {
      const messages = passwordFaults(password, { owner: { username, email: username }, isCommon: () => false });
      expect(new Set(messages).size).toBe(messages.length);
    }),
    propertyRuns(),
  );
});

it('any text is good after the four classes, within the lengths', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme-ascii', minLength: 4, maxLength: 146 }), (rest) => {
      expect(passwordFaults(`aA1!${rest}`, { owner: null, isCommon: () => false })).toEqual([]);
    }),
    propertyRuns(),
  );
});
