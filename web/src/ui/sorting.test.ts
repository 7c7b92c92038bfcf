import { expect, it } from 'vitest';
import { sortRows } from './sorting.ts';

const ROWS = [
  { name: 'a', rank: 10 },
  { name: 'b', rank: null },
  { name: 'c', rank: 9 },
  { name: 'd', rank: 10 },
];
const names = (direction: 'ascending' | 'descending') =>
  sortRows(ROWS, ({ rank }) => rank, direction)
    .map(({ name }) => name)
    .join('');

it('9 before 10, equals in their order, rows without a key last both ways', () => {
  expect(names('ascending')).toBe('cadb');
  expect(names('descending')).toBe('adcb');
});
