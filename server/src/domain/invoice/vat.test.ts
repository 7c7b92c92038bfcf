import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { propertyRuns } from '../../../../tests/harness/property-runs.ts';
import { VAT_RATE, vatIncluded } from './invoice.ts';

test.each([
  [790, 658, 132],
  [1500, 1250, 250],
  [2500, 2083, 417],
  [4000, 3333, 667],
  [1323, 1103, 220],
  [1, 1, 0],
  [0, 0, 0],
])('%d cents are %d and %d of VAT', (grossCents, netCents, vatCents) => {
  expect(vatIncluded(grossCents)).toEqual({ netCents, vatCents, grossCents });
});

test('always adds up, and the VAT is the rate of the net price to one cent', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 100_000_000 }), (cents) => {
      const { netCents, vatCents } = vatIncluded(cents);
      expect(netCents + vatCents).toBe(cents);
      expect(Math.abs(vatCents - Math.round((netCents * VAT_RATE) / 100))).toBeLessThanOrEqual(1);
      expect(Math.abs(netCents - cents / 1.2)).toBeLessThanOrEqual(0.5);
    }),
    propertyRuns(),
  );
});
