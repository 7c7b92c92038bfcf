import { halvesUp } from '#domain/invoice/invoice.ts';

/**
 * Prices of bespoke packs, in whole cents, VAT included (docs/product-spec.md#bespoke-price). The marginal price of a
 * credit depends on its rank in the order; the packs of the catalogue are points of the same scale.
 */

export const MAX_CREDITS = 10_000;
export const MAX_MONTHS = 6;
const CREDITS_A_MONTH = 100;

/** `months` null: the credits have no expiry. */
export type Bespoke = { quantity: number; months: number | null };

/** Above the previous step and up to `upTo`, each credit costs `halfCents` more (177.5 is not a whole cent). */
type Step = { upTo: number; halfCents: number };

const UNLIMITED: readonly Step[] = [
  { upTo: 1, halfCents: 1580 },
  { upTo: 5, halfCents: 355 },
  { upTo: 10, halfCents: 400 },
  { upTo: 100, halfCents: 280 },
  { upTo: 1000, halfCents: 160 },
  { upTo: MAX_CREDITS, halfCents: 90 },
];

const MONTHLY: readonly Step[] = [
  { upTo: 100, halfCents: 80 },
  { upTo: 1000, halfCents: 60 },
  { upTo: MAX_CREDITS, halfCents: 40 },
];

/** Minimum quantity for a duration: 1 without limit, otherwise a hundred a month. */
export function minimumQuantity(months: number | null): number {
  return months === null ? 1 : CREDITS_A_MONTH * months;
}

/** The prescribed sentence when an order cannot be priced, or null. `quantity` is an integer. */
export function bespokeRefusal({ quantity, months }: Bespoke): string | null {
  if (quantity > MAX_CREDITS) return 'La quantité ne peut pas dépasser 10 000 crédits.';
  const minimum = minimumQuantity(months);
  return quantity < minimum ? `La quantité minimale est de ${minimum} crédits.` : null;
}

/**
 * Price in cents, VAT included; half cents round up. Each month after the first adds a tenth. Throws a RangeError for
 * what `bespokeRefusal` refuses and for non-integers.
 */
export function bespokePriceCents(order: Bespoke): number {
  const { quantity, months } = order;
  const whole = Number.isInteger(quantity) && (months === null || (Number.isInteger(months) && months >= 1));
  if (!whole || (months ?? 1) > MAX_MONTHS || bespokeRefusal(order) !== null) {
    throw new RangeError(`no price for ${quantity} credits over ${months} months`);
  }
  if (months === null) return halvesUp(sumOf(UNLIMITED, quantity), 2);
  return halvesUp(sumOf(MONTHLY, quantity) * (9 + months), 20);
}

/** Sums up half cents. */
function sumOf(steps: readonly Step[], quantity: number): number {
  return steps.reduce(
    ({ total, from }, { upTo, halfCents }) => ({
      total: total + Math.max(0, Math.min(quantity, upTo) - from) * halfCents,
      from: upTo,
    }),
    { total: 0, from: 0 },
  ).total;
}
