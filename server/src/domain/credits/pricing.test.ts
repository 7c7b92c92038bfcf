import * as fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { propertyRuns } from '../../../../tests/harness/property-runs.ts';
import { bespokeOrder, CATALOGUE } from './catalogue.ts';
import type { PricedOrder } from './catalogue.ts';
import { bespokePriceCents, bespokeRefusal, MAX_CREDITS, minimumQuantity } from './pricing.ts';

const DURATIONS = [null, 1, 2, 3, 4, 5, 6];
const PACKS = Object.values(CATALOGUE);
const price = (quantity: number, months: number | null): number => bespokePriceCents({ quantity, months });
const quantities = (months: number | null): number[] =>
  Array.from({ length: MAX_CREDITS - minimumQuantity(months) + 1 }, (_, index) => minimumQuantity(months) + index);

describe('the bespoke price', () => {
  it.each(PACKS)('meets $label exactly', ({ credits, months, amountCents }) => {
    expect(price(credits, months)).toBe(amountCents);
  });

  it.each([
    [2, null, 968],
    [3, null, 1145],
    [4, null, 1323],
    [6, null, 1700],
    [11, null, 2640],
    [100, null, 15_100],
    [101, null, 15_180],
    [1000, null, 87_100],
    [10_000, null, 492_100],
    [101, 1, 4030],
    [1001, 1, 31_020],
    [200, 2, 7700],
    [300, 3, 12_000],
    [600, 6, 28_500],
    [10_000, 6, 316_500],
  ])('of %d credits over %s months is %d cents', (quantity, months, cents) => {
    expect(price(quantity, months)).toBe(cents);
  });

  it.each(DURATIONS)('rises with each credit, over %s months', (months) => {
    const prices = quantities(months).map((quantity) => price(quantity, months));
    expect(prices.findIndex((cents, index) => cents <= (prices[index - 1] ?? 0))).toBe(-1);
  });

  it('rises with each month, and is highest without limit', () => {
    const order = fc.integer({ min: 600, max: MAX_CREDITS });
    fc.assert(
      fc.property(order, fc.integer({ min: 1, max: 5 }), (quantity, months) => {
        expect(price(quantity, months + 1)).toBeGreaterThan(price(quantity, months));
        expect(price(quantity, null)).toBeGreaterThan(price(quantity, 6));
      }),
      propertyRuns(),
    );
  });

  /** Cheapest packs that give at least each number of credits, all of them valid as long as requested. */
  function bestOfPacks(packs: PricedOrder[]): number[] {
    const best = [0];
    for (let quantity = 1; quantity <= MAX_CREDITS; quantity += 1) {
      best.push(Math.min(...packs.map((p) => p.amountCents + (best[Math.max(0, quantity - p.credits)] ?? 0))));
    }
    return best;
  }

  it.each(DURATIONS)('is never more expensive than packs with the same lifetime, over %s months', (months) => {
    const lasting = PACKS.filter((pack) => pack.months === null || (months !== null && months <= pack.months));
    const best = bestOfPacks(lasting);
    expect(quantities(months).filter((quantity) => price(quantity, months) > (best[quantity] ?? 0))).toEqual([]);
  });

  // Not the same product: these hundred credits expire each month. Tested because a buyer may compare.
  it('is cheaper than a monthly pack bought every month up to two months, equal at three, more expensive from four', () => {
    const monthly = CATALOGUE.PA5.amountCents;
    const difference = [1, 2, 3, 4, 5, 6].map((months) => price(100 * months, months) - months * monthly);
    expect(difference).toEqual([0, -300, 0, 900, 2400, 4500]);
  });
});

describe('without a price', () => {
  test.each([
    [{ quantity: 0, months: null }, 'La quantité minimale est de 1 crédits.'],
    [{ quantity: -5, months: null }, 'La quantité minimale est de 1 crédits.'],
    [{ quantity: 299, months: 3 }, 'La quantité minimale est de 300 crédits.'],
    [{ quantity: 10_001, months: null }, 'La quantité ne peut pas dépasser 10 000 crédits.'],
    [{ quantity: 10_000, months: 6 }, null],
    [{ quantity: 1, months: null }, null],
  ])('%o', (order, refusal) => {
    expect(bespokeRefusal(order)).toBe(refusal);
  });

  test.each([
    { quantity: 1.5, months: null },
    { quantity: Number.NaN, months: null },
    { quantity: 10_001, months: null },
    { quantity: 700, months: 7 },
    { quantity: 100, months: 0 },
    { quantity: 150, months: 1.5 },
  ])('has no price: %o', (order) => {
    expect(() => bespokePriceCents(order)).toThrow(RangeError);
  });
});

test.each([
  [{ quantity: 1, months: null }, 'Formule sur mesure de 1\u00A0crédit, sans limite de durée'],
  [{ quantity: 1500, months: 1 }, 'Formule sur mesure de 1\u202F500\u00A0crédits, valables 1\u00A0mois'],
])('a bespoke order is named: %o', (request, label) => {
  expect(bespokeOrder(request)).toMatchObject({ productCode: 'PAS', label, credits: request.quantity });
});
