import { describe, expect, it } from 'vitest';
import { choosePages, pageRanges, type ForeignContent } from './bound-pages.ts';

const place = { longitude: 2.25, latitude: 48.95 };
const wanted = { kind: 'reglement', zoneCodes: ['B1'], place, choice: null } as const;
const pagesOf = (total: number, texts: Record<number, string> = {}): ForeignContent => ({
  total,
  texts: Array.from({ length: Math.min(total, 300) }, (_, index) => texts[index + 1] ?? ''),
  views: [],
});
const square = (west: number, south: number): [number, number][] => [
  [west, south],
  [west, south + 0.1],
  [west + 0.1, south + 0.1],
  [west + 0.1, south],
];

describe('choosePages', () => {
  it.each([
    ['a short règlement → whole', pagesOf(12), wanted, { basis: 'all', isWhole: true, pages: 12 }],
    [
      'a fiche of one page → whole',
      pagesOf(1),
      { ...wanted, kind: 'fiche' },
      { basis: 'all', isWhole: true, pages: 1 },
    ],
    [
      'a map of six sheets → whole',
      pagesOf(6),
      { ...wanted, kind: 'zonage' },
      { basis: 'all', isWhole: true, pages: 6 },
    ],
    ['all, by its owner', pagesOf(40), { ...wanted, choice: 'toutes' }, { basis: 'all', isWhole: true, pages: 40 }],
  ] as const)('%s', (...[, content, asked, expected]) => {
    const pages = Array.from({ length: expected.pages }, (_, index) => index + 1);
    expect(choosePages(content, asked)).toEqual({ ...expected, pages });
  });

  it.each([
    ['« zone B1 »', { 20: 'Règlement applicable en zone B1', 3: 'la zone B' }, [20]],
    [
      '« ZONES A, B1 et C », and the pages between',
      { 20: 'ZONES A, B1 et C', 23: 'Zone : B1', 40: 'zone B10' },
      [20, 21, 22, 23],
    ],
    ['another case is another zone', { 20: 'zone b1', 21: 'ZONE B1' }, [21]],
    ['the code alone, when no page says « zone »', { 5: 'B1 - constructions', 9: 'B12' }, [5]],
    ['nothing', { 5: 'zone R' }, []],
    ['a picture', {}, []],
  ])('a long règlement: %s', (_, texts, pages) => {
    expect(choosePages(pagesOf(50, texts), wanted)).toEqual({ pages, basis: 'zone', isWhole: false });
  });

  it('a one-letter code is never searched alone', () => {
    const texts = { 4: 'A l’annexe B, on lit', 30: 'Zone B : prescriptions' };
    expect(choosePages(pagesOf(50, texts), { ...wanted, zoneCodes: ['B'] }).pages).toEqual([30]);
    expect(choosePages(pagesOf(50, { 4: 'Annexe B' }), { ...wanted, zoneCodes: ['B'] }).pages).toEqual([]);
  });

  it('a georeferenced map → the page with the property, whatever invalid corners another page has', () => {
    const views = [
      { page: 1, ring: square(3, 48.9) },
      { page: 3, ring: square(2.2, 48.9) },
      {
        page: 4,
        ring: [
          [Number.NaN, 1],
          [2, 3],
          [4, 5],
        ],
      },
    ];
    const content = { ...pagesOf(9), views };
    expect(choosePages(content, { ...wanted, kind: 'zonage' })).toEqual({
      pages: [3],
      basis: 'location',
      isWhole: true,
    });
    expect(choosePages({ ...content, views: [] }, { ...wanted, kind: 'zonage' }).pages).toEqual([]);
  });

  it('the owner’s pages before all others, if the file has them', () => {
    const chosen = choosePages(pagesOf(50, { 20: 'zone B1' }), { ...wanted, choice: [3, 4, 99] });
    expect(chosen).toEqual({ pages: [3, 4], basis: 'owner', isWhole: true });
    expect(choosePages(pagesOf(50, { 20: 'zone B1' }), { ...wanted, choice: [99] }).pages).toEqual([20]);
  });
});

it.each([
  [[], ''],
  [[4], '4'],
  [[1, 2], '1, 2'],
  [[1, 3, 7, 8, 9], '1, 3 et 7 à 9'],
])('pageRanges(%j) → %s', (pages, words) => {
  expect(pageRanges(pages)).toBe(words);
});
