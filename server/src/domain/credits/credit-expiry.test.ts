import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { Temporal } from 'temporal-polyfill';
import { propertyRuns } from '../../../../tests/harness/property-runs.ts';
import { creditsExpireAt } from './refunds.ts';

const expiry = (purchasedAt: string, months: number | null): string | undefined =>
  creditsExpireAt(Temporal.Instant.from(purchasedAt), months)?.toString();

test.each([
  // no limit
  ['2026-11-21T10:00:00Z', null, undefined],
  // the same day of the next month, until midnight
  ['2026-11-21T10:00:00Z', 1, '2026-12-21T22:59:59.999Z'],
  // the month has no 31st
  ['2027-01-31T10:00:00Z', 1, '2027-02-28T22:59:59.999Z'],
  // leap year
  ['2028-01-30T10:00:00Z', 1, '2028-02-29T22:59:59.999Z'],
  // the day of purchase is that of Paris
  ['2026-11-30T23:30:00Z', 1, '2027-01-01T22:59:59.999Z'],
  // into summer time
  ['2027-02-28T10:00:00Z', 1, '2027-03-28T21:59:59.999Z'],
  // six months
  ['2026-11-21T10:00:00Z', 6, '2027-05-21T21:59:59.999Z'],
])('bought at %s for %s months: until %s', (purchasedAt, months, expected) => {
  expect(expiry(purchasedAt, months)).toBe(expected);
});

test('never shorter than the months bought, never a day longer', () => {
  const instants = fc.date({ min: new Date('2026-01-01'), max: new Date('2036-01-01'), noInvalidDate: true });
  fc.assert(
    fc.property(instants, fc.integer({ min: 1, max: 6 }), (date, months) => {
      const purchasedAt = Temporal.Instant.fromEpochMilliseconds(date.getTime());
      const due = purchasedAt.toZonedDateTimeISO('Europe/Paris').add({ months });
      const hoursMore = (creditsExpireAt(purchasedAt, months)?.epochMilliseconds ?? 0) - due.epochMilliseconds;
      expect(hoursMore).toBeGreaterThanOrEqual(-1);
      expect(hoursMore).toBeLessThan(25 * 3_600_000);
    }),
    propertyRuns(),
  );
});
