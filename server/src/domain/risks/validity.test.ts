import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { Temporal } from 'temporal-polyfill';
import { propertyRuns } from '../../../../tests/harness/property-runs.ts';
import { expiryDate, parisDate, statementValidity } from './validity.ts';

const day = (iso: string) => Temporal.PlainDate.from(iso);
const on = (today: string, issued: string, renewed: string | null = null) => {
  const validity = statementValidity({ issuedOn: day(issued), renewedOn: renewed ? day(renewed) : null }, day(today));
  return [validity.state, validity.renewable, validity.daysLeftToRenew];
};

// Issued on 01/04/2026: valid until 28/09/2026 included, renewable from 29/09/2026 to 28/09/2027.
test.each([
  ['the day of issue', '2026-04-01', ['Actif', false, 0]],
  ['day 180', '2026-09-28', ['Actif', false, 0]],
  ['day 181', '2026-09-29', ['Expiré < 1an', true, 365]],
  ['the scenario’s day', '2026-11-20', ['Expiré < 1an', true, 313]],
  ['the last day to renew', '2027-09-28', ['Expiré < 1an', true, 1]],
  ['a day too late', '2027-09-29', ['Expiré > 1an', false, 0]],
])('never renewed, %s', (_, today, expected) => {
  expect(on(today, '2026-04-01')).toEqual(expected);
});

test.each([
  ['valid again for 180 days', '2026-11-20', ['Renouvelé', false, 0]],
  ['its last day', '2027-03-30', ['Renouvelé', false, 0]],
  ['then expired for good: one renewal only', '2027-03-31', ['Expiré > 1an', false, 0]],
])('renewed on 01/10/2026: %s', (_, today, expected) => {
  expect(on(today, '2026-04-01', '2026-10-01')).toEqual(expected);
});

test('180 days never reach six months, whatever the day of issue', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 3000 }), (offset) => {
      const issuedOn = day('2024-01-01').add({ days: offset });
      expect(Temporal.PlainDate.compare(expiryDate(issuedOn), issuedOn.add({ months: 6 }))).toBe(-1);
    }),
    propertyRuns(),
  );
});

test.each([
  ['2026-11-20T22:59:59Z', '2026-11-20'],
  ['2026-11-20T23:00:00Z', '2026-11-21'],
  ['2026-06-30T22:00:00Z', '2026-07-01'],
])('%s is the %s in Paris', (instant, expected) => {
  expect(parisDate(instant).toString()).toBe(expected);
});
