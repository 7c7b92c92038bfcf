import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { propertyRuns } from '../../../../tests/harness/property-runs.ts';
import { creditsToTake, priceOfUnused, withdrawalEnds } from './refunds.ts';

const PACK = { credits: 5, amount_cents: 1500 };

it('partial refunds of any size → all the credits in the end, never more', () => {
  const order = fc.record({
    credits: fc.integer({ min: 1, max: 5000 }),
    amount_cents: fc.integer({ min: 50, max: 200_000 }),
  });
  fc.assert(
    fc.property(order, fc.array(fc.integer({ min: 1, max: 20_000 }), { maxLength: 30 }), (order, amounts) => {
      let refundedCents = 0;
      let taken = 0;
      for (const amount of [...amounts, order.amount_cents]) {
        refundedCents = Math.min(order.amount_cents, refundedCents + amount);
        taken += creditsToTake(order, { refundedCents, taken });
        expect(taken).toBeLessThanOrEqual(order.credits);
        expect(Math.abs(taken - (order.credits * refundedCents) / order.amount_cents)).toBeLessThanOrEqual(0.5);
      }
      expect(taken).toBe(order.credits);
    }),
    propertyRuns(),
  );
});

it.each([
  [0, 0],
  [1, 300],
  [5, 1500],
])('%i unused credits of a pack of five at 15 € → %i cents', (unused, cents) => {
  expect(priceOfUnused(PACK, unused)).toBe(cents);
});

describe('withdrawal', () => {
  it.each([
    // Bought in Paris on…, withdrawal until the end of…
    ['2026-11-20T10:00:00Z', '2026-12-04T22:59:59.999Z', 'Friday: its fourteenth day is a Friday'],
    [
      '2026-11-20T23:30:00Z',
      '2026-12-07T22:59:59.999Z',
      'Saturday already in Paris: the Saturday after carries to Monday',
    ],
    ['2026-11-22T10:00:00Z', '2026-12-07T22:59:59.999Z', 'Sunday: carries to Monday'],
    ['2026-03-20T10:00:00Z', '2026-04-03T21:59:59.999Z', 'summer time began meanwhile'],
  ])('bought %s → until %s (%s)', (paidAt, until) => {
    expect(withdrawalEnds(new Date(paidAt))).toEqual(new Date(until));
  });
});
