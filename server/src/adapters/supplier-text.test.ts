import { expect, test } from 'vitest';
import { cleanText, isoDate } from './supplier-text.ts';

test.each([
  ['CitÃ© refuge de lâ€™ArmÃ©e du Salut', 'Cité refuge de l’Armée du Salut'],
  ['CHÂTEAU DE LA FERTÉ', 'CHÂTEAU DE LA FERTÉ'],
  ['  Zone\u00a0 endiguée\nCyan ', 'Zone endiguée Cyan'],
  ['Ã© et 漢字', null],
  ['perdu \ufffd', null],
  ['Zone\u0000 rouge\ud800', 'Zone rouge'],
  ['\u0000', null],
  ['   ', null],
])('the text %o is printed as %o', (text, expected) => {
  expect(cleanText(text)).toBe(expected);
});

test.each([
  ['06/07/2001', '2001-07-06'],
  ['2007-04-03Z', '2007-04-03'],
  ['2025-07-16/13-48-35', '2025-07-16'],
  ['11_04_2017', '2017-04-11'],
  ['31/02/2001', null],
  ['2017', null],
  [null, null],
])('the date %o is read as %o', (text, expected) => {
  expect(isoDate(text)).toBe(expected);
});
