import type { Question } from '@clairisque/contract/questions.ts';
import { expect, it } from 'vitest';
import { dayOf, readTyped } from './read-typed.ts';

const asked = (over: Partial<Question>): Question => ({ nature: 'texte', ...over }) as Question;

it.each([
  ['12/03/2019', '2019-03-12'],
  ['1/3/2019', '2019-03-01'],
  ['12 03 2019', '2019-03-12'],
  ['12.03.2019', '2019-03-12'],
  ['12032019', '2019-03-12'],
  ['12 mars 2019', '2019-03-12'],
  ['1er août 1998', '1998-08-01'],
  ['3 FEVRIER 2004', '2004-02-03'],
  ['2019-03-12', '2019-03-12'],
  ['29/02/2024', '2024-02-29'],
  ['29/02/2023', null],
  ['31/04/2019', null],
  ['03/2019', null],
  ['hier', null],
  ['', null],
])('%j is read as %j', (typed, day) => {
  expect(dayOf(typed)).toBe(day);
});

it('a date before or after its bounds is refused with them', () => {
  const date = asked({ nature: 'date', date_min: '1950-01-01', date_max: '2026-11-28' });
  expect(readTyped(date, '01/01/1850')).toEqual({
    fault: 'Cette date est trop ancienne : au plus tôt le 1er janvier 1950.',
  });
  expect(readTyped(date, '01/01/2040')).toEqual({
    fault: 'Cette date est trop lointaine : au plus tard le 28 novembre 2026.',
  });
  expect(readTyped(date, '12/03/2019')).toEqual({ value: '2019-03-12' });
});

it('a number outside its bounds, or no number, is refused', () => {
  const floor = asked({ nature: 'nombre', min: -9, max: 99 });
  expect(readTyped(floor, '-1')).toEqual({ value: -1 });
  expect(readTyped(floor, '120')).toEqual({ fault: 'Écrivez un nombre de -9 à 99.' });
  expect(readTyped(floor, 'deux')).toEqual({ fault: 'Écrivez un nombre entier, par exemple 2.' });
});

it('a text loses its breaks, and is refused when it is empty or too long', () => {
  expect(readTyped(asked({ longueur_max: 60 }), ' 38-2019\n-03-12 ')).toEqual({ value: '38-2019 -03-12' });
  expect(readTyped(asked({}), '  ')).toEqual({ fault: 'Écrivez une réponse.' });
  expect(readTyped(asked({ longueur_max: 60 }), 'x'.repeat(300))).toEqual({
    fault: 'Cette réponse a 300 caractères, et 60 au plus sont imprimés : raccourcissez-la.',
  });
});
