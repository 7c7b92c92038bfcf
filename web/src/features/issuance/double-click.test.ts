import { expect, it } from 'vitest';
import { isSecondClick } from './double-click.ts';

const click = { step: 1, count: 1, isTouch: false, atMs: 1_000, x: 300, y: 500 };
const tap = { ...click, isTouch: true };

it.each([
  ['a double click whose first half brought step 2', click, { ...click, step: 2, count: 2 }, true],
  ['a double click that stays on its step', click, { ...click, count: 2 }, false],
  ['another click, however soon', click, { ...click, step: 2, atMs: 1_010 }, false],
  ['two taps in a row', tap, { ...tap, step: 2, atMs: 1_200, x: 304 }, true],
  ['a tap elsewhere on the new step', tap, { ...tap, step: 2, atMs: 1_200, y: 540 }, false],
  ['a tap made after the new step was seen', tap, { ...tap, step: 2, atMs: 1_600 }, false],
  ['the first click of the page', null, click, false],
])('%s', (...[, first, press, isSwallowed]) => {
  expect(isSecondClick(first, press)).toBe(isSwallowed);
});
