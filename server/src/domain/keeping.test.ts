import { expect, it } from 'vitest';
import { endOfKeeping } from '#domain/invoice/invoice.ts';

it.each([
  ['2026-11-21T12:00:00Z', '2015-11-21T12:00:00.000Z'],
  // Never a day too early: 1 March 2017 is kept until 1 March 2028.
  ['2028-02-29T10:00:00Z', '2017-02-28T10:00:00.000Z'],
  ['2028-03-01T10:00:00Z', '2017-03-01T10:00:00.000Z'],
  ['2027-02-28T10:00:00Z', '2016-02-28T10:00:00.000Z'],
  ['2027-03-01T10:00:00Z', '2016-03-01T10:00:00.000Z'],
])('on %s, invoices issued before %s need not be kept', (now, end) => {
  expect(endOfKeeping(new Date(now)).toISOString()).toBe(end);
});
