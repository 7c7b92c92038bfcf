import { expect, it } from 'vitest';
import { ApiFailure } from './api.ts';
import { pauseBefore } from './query-client.ts';

const refused = (retryAfterMs: number | null): ApiFailure => Object.assign(new ApiFailure(503, null), { retryAfterMs });

it.each([
  ['nothing asked, the first time', 0, refused(null), 1_000],
  ['nothing asked, the third time', 2, refused(null), 4_000],
  ['what the server asks', 0, refused(6_000), 6_000],
  ['no longer than the longest pause', 0, refused(60_000), 10_000],
  ['no answer at all', 1, new TypeError('Failed to fetch'), 2_000],
])('pause before asking again: %s', (...[, failures, error, expected]) => {
  expect(pauseBefore(failures, error)).toBe(expected);
});
