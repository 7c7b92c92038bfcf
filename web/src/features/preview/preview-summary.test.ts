import type { Preview } from '@clairisque/contract/preview.ts';
import { expect, it } from 'vitest';
import { linesOf, summaryOf, toneOf, touchedOf, touchedSummary } from './preview-summary.ts';

/** Numbers of headings: concerned, not concerned, not obtained, checked at the generation. */
const preview = (counts: readonly number[]): Pick<Preview, 'rubriques'> => ({
  rubriques: (['concerne', 'non_concerne', 'non_obtenu', 'a_la_generation'] as const).flatMap((etat, rank) =>
    Array.from({ length: counts[rank] ?? 0 }, () => ({
      rubrique: 'radon' as const,
      titre: 'Radon',
      etat,
      a_verifier: false,
      phrase: '',
    })),
  ),
});

it.each([
  [[0, 10, 0], 'good', 'concerné par aucun des 10\u00A0points'],
  [[1, 9, 0], 'warning', 'concerné par un des 10\u00A0points'],
  [[3, 7, 0], 'warning', 'concerné par 3 des 10\u00A0points'],
  [[0, 2, 8], 'warning', '8 points n’ont pas pu être vérifiés'],
  [[0, 0, 10], 'warning', 'aucun des 10\u00A0points n’a pu être vérifié'],
  [[0, 9, 1], 'warning', 'un point n’a pas pu être vérifié'],
  [[2, 7, 1], 'warning', 'concerné par 2 des 10\u00A0points\u00A0; un point n’a pas pu être vérifié'],
  [[0, 4, 0, 6], 'quiet', '6 points sont vérifiés à la génération'],
  [[2, 7, 0, 1], 'warning', 'concerné par 2 des 10\u00A0points\u00A0; un point est vérifié à la génération'],
] as const)('%j → %s, « %s »', (counts, tone, words) => {
  const given = preview(counts);
  expect(summaryOf(given)).toBe(words);
  expect(toneOf(given)).toBe(tone);
});

it('at a suggestion → the points by name; what is not known yet is never « non »', () => {
  const rubriques = [
    { titre: 'Risques naturels (PPRN)', etat: 'a_la_generation' },
    { titre: 'Sismicité', etat: 'concerne' },
    { titre: 'Radon', etat: 'non_concerne' },
    { titre: 'Bruit des aérodromes', etat: 'a_la_generation' },
  ] as const;
  expect(
    linesOf({ rubriques: rubriques.map((line) => ({ ...line, rubrique: 'radon', a_verifier: false, phrase: '' })) }),
  ).toEqual(['Concerné\u00A0: Sismicité.', 'Non concerné\u00A0: Radon.', 'Vérifié à la génération\u00A0: 2 points.']);
});

it('of several parcels → how many a published outline touches, and which; nothing for one, or without an outline', () => {
  const [one, two, three] = ['000-AB-0012@48095', '000-AB-0014@48095', '812-0D-0037@48095'] as const;
  expect(touchedSummary({ parcelles_touchees: [one, two] }, 4)).toBe(
    '2\u00A0parcelles sur\u00A04 touchent une zone ou un périmètre de plan dont le contour est publié.',
  );
  expect(touchedSummary({ parcelles_touchees: [one] }, 3)).toBe(
    '1\u00A0parcelle sur\u00A03 touche une zone ou un périmètre de plan dont le contour est publié.',
  );
  expect(touchedSummary({ parcelles_touchees: [] }, 3)).toMatch(
    /^Aucune des 3 parcelles ne touche les zones dont les sources/,
  );
  expect(touchedSummary({ parcelles_touchees: [one] }, 1)).toBeNull();
  expect(touchedSummary({}, 3)).toBeNull();
  expect(touchedOf({ parcelles_touchees: [one, three] }, 3)).toBe(
    'Parcelles touchées, sur\u00A03\u00A0: AB 12, 812 D 37.',
  );
  expect(touchedOf({ parcelles_touchees: [one, two, three] }, 3)).toBe('Les 3 parcelles sont touchées.');
  expect(touchedOf({ parcelles_touchees: [] }, 3)).toBeNull();
});
