import { expect, it } from 'vitest';
import { pagesText, readPages, withChoice } from './plan-pages.ts';

it.each([
  ['1', [1]],
  ['1, 3, 7 à 9', [1, 3, 7, 8, 9]],
  ['7-9,3 ; 3', [3, 7, 8, 9]],
  ['3 et 12', [3, 12]],
  ['', null],
  ['0', null],
  ['9 à 7', null],
  ['31', null],
  ['toutes', null],
  ['1 2', null],
])('readPages(%j), of 30 pages → %j', (text, pages) => {
  expect(readPages(text, 30)).toEqual(pages);
});

it('refuses more pages than a choice may hold', () => {
  expect(readPages('1 à 60', 900)).toHaveLength(60);
  expect(readPages('1 à 61', 900)).toBeNull();
});

it('pagesText is read back as the same pages', () => {
  expect(pagesText([1, 3, 7, 8, 9])).toBe('1, 3, 7 à 9');
  expect(readPages(pagesText([1, 3, 7, 8, 9]), 30)).toEqual([1, 3, 7, 8, 9]);
});

it('a piece has one choice at most', () => {
  const piece = {
    piece: 'a-reglement-1.pdf',
    titre: '',
    sha256: 'a',
    pages: 30,
    proposees: [],
    raison: 'aucune',
    zones: [],
  } as const;
  const asked = { ...piece, proposees: [], zones: [] };
  const [once] = withChoice([], asked, [3]);
  expect(withChoice(once ? [once] : [], asked, 'toutes')).toEqual([{ piece: piece.piece, sha256: 'a', pages: null }]);
  expect(withChoice(once ? [once] : [], asked, null)).toEqual([]);
});
