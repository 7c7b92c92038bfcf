import { expect, test } from 'vitest';
import { readItemsRange } from './partial-answers.ts';

test.each([
  ['items=0-199', 5000, { first: 0, last: 199 }],
  ['items=4900-5099', 5000, { first: 4900, last: 4999 }],
  ['Items=4999-', 5000, { first: 4999, last: 4999 }],
  ['items=-3', 10, { first: 7, last: 9 }],
  ['items=-30', 10, { first: 0, last: 9 }],
  ['items=10-12', 10, 'beyond'],
  ['items=-0', 10, 'beyond'],
  ['items=0-9', 0, null],
  ['items=3-2', 10, null],
  ['items=12-11', 10, null],
  ['items=-', 10, null],
  ['items=0-1,4-5', 10, null],
  ['bytes=0-1', 10, null],
  ['items=0x1-2', 10, null],
  ['items=9999999999999999999-', 10, null],
  [undefined, 10, null],
])('%s of %i rows', (header, total, expected) => {
  expect(readItemsRange(header, total)).toEqual(expected);
});
