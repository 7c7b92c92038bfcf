import type { Preview } from '@clairisque/contract/preview.ts';
import { expect, it } from 'vitest';
import { summaryOf, toneOf } from './preview-summary.ts';

/** Numbers of headings: concerned, not concerned, not obtained. */
const preview = (counts: readonly number[]): Pick<Preview, 'rubriques'> => ({
  rubriques: (['concerne', 'non_concerne', 'non_obtenu'] as const).flatMap((etat, rank) =>
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
  [[0, 10, 0], 'good', 'Aucune rubrique obligatoire concernée sur\u00A010'],
  [[1, 9, 0], 'warning', '1 rubrique obligatoire concernée sur\u00A010'],
  [[3, 7, 0], 'warning', '3 rubriques obligatoires concernées sur\u00A010'],
  [[0, 2, 8], 'warning', '8 rubriques sur\u00A010 n’ont pas pu être vérifiées'],
  [[0, 0, 10], 'warning', '10 rubriques sur\u00A010 n’ont pas pu être vérifiées'],
  [[0, 9, 1], 'warning', '1 rubrique sur\u00A010 n’a pas pu être vérifiée'],
  [
    [2, 7, 1],
    'warning',
    '2 rubriques obligatoires concernées sur\u00A010. 1 rubrique sur\u00A010 n’a pas pu être vérifiée',
  ],
] as const)('%j → %s, « %s »', (counts, tone, words) => {
  const given = preview(counts);
  expect(summaryOf(given)).toBe(words);
  expect(toneOf(given)).toBe(tone);
});
