import { counted } from '#domain/french.ts';
import { bespokePriceCents } from './pricing.ts';
import type { Bespoke } from './pricing.ts';

/** The only source of prices and quantities. */

export type PackCode = 'UN' | 'PA1' | 'PA2' | 'PA5';
type ProductCode = PackCode | 'PAS';

/** One priced order; `months` null: no expiry; `amountCents` with VAT. */
export type PricedOrder = {
  productCode: ProductCode;
  label: string;
  credits: number;
  months: number | null;
  amountCents: number;
};

export const CATALOGUE: Record<PackCode, PricedOrder> = {
  UN: { productCode: 'UN', label: '1 crédit', credits: 1, months: null, amountCents: 790 },
  PA1: { productCode: 'PA1', label: 'Pack de 5 crédits', credits: 5, months: null, amountCents: 1500 },
  PA2: { productCode: 'PA2', label: 'Pack de 10 crédits', credits: 10, months: null, amountCents: 2500 },
  PA5: { productCode: 'PA5', label: 'Pack de 100 crédits, valable 1 mois', credits: 100, months: 1, amountCents: 4000 },
};

/** `PAS`, the bespoke pack. Throws a RangeError for what cannot be priced (call `bespokeRefusal` first). */
export function bespokeOrder(request: Bespoke): PricedOrder {
  const { quantity, months } = request;
  // A pack with a limit has at least a hundred credits: always plural.
  const validity = months === null ? 'sans limite de durée' : `valables ${counted(months, 'mois', 'mois')}`;
  return {
    productCode: 'PAS',
    label: `Formule sur mesure de ${counted(quantity, 'crédit')}, ${validity}`,
    credits: quantity,
    months,
    amountCents: bespokePriceCents(request),
  };
}
