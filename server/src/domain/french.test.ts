import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { Temporal } from 'temporal-polyfill';
import {
  atName,
  counted,
  enumeration,
  frenchArea,
  frenchDate,
  frenchDistance,
  frenchNumber,
  longFrenchDate,
  longFrenchMoment,
  ofName,
  printable,
  typeset,
} from './french.ts';
import { propertyRuns } from '../../../tests/harness/property-runs.ts';

/** Shows no-break spaces: `_` is U+00A0, `~` is U+202F. */
const shown = (text: string): string => text.replaceAll('\u00A0', '_').replaceAll('\u202F', '~');

test.each([
  [frenchDate('2026-11-20'), '20/11/2026'],
  [frenchDate(Temporal.PlainDate.from('2026-03-01')), '01/03/2026'],
  [longFrenchDate('2026-11-20'), '20_novembre_2026'],
  [longFrenchDate('2027-01-01'), '1er_janvier_2027'],
  [frenchNumber(12_500), '12~500'],
  [frenchNumber(0.35), '0,35'],
  [frenchArea(1204.4), '1~204_m²'],
  [frenchDistance(12.4), '12_m'],
  [frenchDistance(999.6), '1_km'],
  [frenchDistance(1249), '1,2_km'],
  [longFrenchMoment(new Date('2027-02-28T23:05:00Z')), '1er_mars_2027 à 00:05'],
  [counted(1, 'arrêté'), '1_arrêté'],
  [counted(0, 'arrêté'), '0_arrêté'],
  [counted(1200, 'arrêté'), '1~200_arrêtés'],
  [ofName('Mende'), 'de Mende'],
  [ofName('Le Bourget'), 'du Bourget'],
  [ofName('LE BOURGET'), 'du BOURGET'],
  [ofName('Les Sables-d’Olonne'), 'des Sables-d’Olonne'],
  [ofName('La Rochelle Île de Ré'), 'de La Rochelle Île de Ré'],
  [ofName('L’Haÿ-les-Roses'), 'de L’Haÿ-les-Roses'],
  [ofName('Anet'), 'd’Anet'],
  [ofName('Étampes'), 'd’Étampes'],
  [ofName('Yvetot'), 'd’Yvetot'],
  [ofName('Yutz'), 'de Yutz'],
  [ofName('Hyères'), 'd’Hyères'],
  [ofName('Houilles'), 'de Houilles'],
  [ofName('Lesquin'), 'de Lesquin'],
  [atName('Le Havre'), 'au Havre'],
  [atName('Les Abymes'), 'aux Abymes'],
  [atName('La Flèche'), 'à La Flèche'],
  [enumeration(['a']), 'a'],
  [enumeration(['a', 'b', 'c']), 'a, b et c'],
])('%s', (text, expected) => {
  expect(shown(text)).toBe(expected);
});

test.each([
  ['Zone : B1', 'Zone_: B1'],
  ['Zone: B1', 'Zone_: B1'],
  ['Vraiment ?! Oui ; non', 'Vraiment_?! Oui_; non'],
  ['« PPR de la Seine »', '«_PPR de la Seine_»'],
  ['«PPR»', '«_PPR_»'],
  ['7,90 € TTC, 20% de TVA', '7,90_€ TTC, 20_% de TVA'],
  ['arrêté n° 2026-12', 'arrêté n°_2026-12'],
  ['R. 125-23, L.125-5', 'R._125-23, L._125-5'],
  ['à 30 m de la zone, 12 m²', 'à 30_m de la zone, 12_m²'],
  ['à 12:30 sur https://www.georisques.gouv.fr/a?b=c;d', 'à 12:30 sur https://www.georisques.gouv.fr/a?b=c;d'],
])('typeset %s', (text, expected) => {
  expect(shown(typeset(text))).toBe(expected);
});

test('typeset is idempotent', () => {
  const words = fc.constantFrom('a', ' ', ':', '?', '«', '»', 'n°', '1', '€', 'L.', '\u00A0', 'm²', '!');
  fc.assert(
    fc.property(fc.array(words), (parts) => {
      const once = typeset(parts.join(''));
      expect(typeset(once)).toBe(once);
    }),
    propertyRuns(),
  );
});

test.each([
  ['controls', 'a\u0000b\u001Fc\u0085d', 'abcd'],
  ['byte-order mark and replacement', '\uFEFFa\uFFFDb', 'ab'],
  ['private use', 'a\uE000b\u{F0000}c', 'abc'],
  ['lone surrogate', 'a\uD800b', 'ab'],
  ['unassigned', 'a\uFFFEb', 'ab'],
  ['direction overrides', 'Martin\u202Enitram', 'Martinnitram'],
  ['line breaks and tabs', 'a\r\nb\tc\u2028d', 'a\nb c\nd'],
  [
    'letters, signs and no-break spaces stay',
    'Œuvre n°\u00A012\u202F500 € – « é » ☒',
    'Œuvre n°\u00A012\u202F500 € – « é » ☒',
  ],
  ['accents are joined to their letter', 'e\u0301', 'é'],
])('printable: %s', (_, text, expected) => {
  expect(printable(text)).toBe(expected);
});
