import { halvesUp } from '#domain/rounding.ts';

/** In percent (CGI, articles 278 and following). Prices include it. */
export const VAT_RATE = 20;

/** Whole cents; `netCents + vatCents` is `grossCents`, always. */
export type Amounts = { netCents: number; vatCents: number; grossCents: number };

/**
 * What a price with VAT is made of: the price is what was paid and never moves, the price without VAT is rounded to the
 * cent, halves up, and the VAT is the rest. It may differ by one cent from a fifth of the net price (13,23 € is
 * 11,03 € + 2,20 €): EN 16931 (BR-CO-17, BR-S-09) allows less than one unit.
 */
export function vatIncluded(grossCents: number): Amounts {
  const netCents = halvesUp(grossCents * 100, 100 + VAT_RATE);
  return { netCents, vatCents: grossCents - netCents, grossCents };
}
