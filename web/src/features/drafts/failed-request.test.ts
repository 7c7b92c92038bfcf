import { expect, it } from 'vitest';
import { ApiFailure } from '#lib/api.ts';
import { EMPTY_DRAFT } from './draft.ts';
import { isUnanswered } from './failed-request.ts';

it.each([
  [3, null, true],
  [3, 502, true],
  [3, 503, false],
  [3, 402, false],
  [2, null, false],
] as const)('step %i, answer %s → the same statement is asked for again: %s', (step, status, expected) => {
  expect(isUnanswered({ ...EMPTY_DRAFT, step }, new ApiFailure(status, null))).toBe(expected);
});
