import { Temporal } from 'temporal-polyfill';
const WITHDRAWAL_DAYS = 14;
const ZONE = 'Europe/Paris';

type Order = { credits: number; amount_cents: number };

/**
 * Credits that a refund of `amountCents` represents: all for the whole price, otherwise in proportion, to the nearest.
 */
function creditsPaidBack(order: Order, amountCents: number): number {
  return Math.min(order.credits, Math.round((order.credits * amountCents) / order.amount_cents));
}

/**
 * Credits to take after `refundedCents` in total, `taken` being taken already. Partial refunds rounded one by one would
 * return money without taking a credit (fifteen times 1 € of a pack of five at 15 €).
 */
export function creditsToTake(
  order: Order,
  { refundedCents, taken }: { refundedCents: number; taken: number },
): number {
  return Math.max(0, creditsPaidBack(order, refundedCents) - taken);
}

/** Price of the unused credits, in cents with VAT; half a cent goes to the consumer. */
export function priceOfUnused(order: Order, unused: number): number {
  return Math.round((order.amount_cents * unused) / order.credits);
}

/**
 * Last instant of the right of withdrawal: the end of the fourteenth day after the contract, in Paris (art. L221-18 and
 * L221-19 du code de la consommation). The day of the contract does not count. A Saturday, Sunday or holiday extends it
 * to the next working day; this rule does so for week-ends only.
 */
export function withdrawalEnds(paidAt: Date): Date {
  let day = Temporal.Instant.fromEpochMilliseconds(paidAt.getTime())
    .toZonedDateTimeISO(ZONE)
    .toPlainDate()
    .add({ days: WITHDRAWAL_DAYS });
  while (day.dayOfWeek > 5) day = day.add({ days: 1 });
  const end = day.add({ days: 1 }).toZonedDateTime({ timeZone: ZONE });
  return new Date(end.epochMilliseconds - 1);
}

/**
 * Last instant at which credits bought at `purchasedAt` can be spent; null without expiry. Months are counted in Paris
 * by articles 641 and 642 of the Code de procédure civile: to the same day number of the last month, or its last day,
 * until midnight. Bought on 31/01/2027 for one month: until 28/02/2027, 23:59:59.999.
 */
export function creditsExpireAt(purchasedAt: Temporal.Instant, months: number | null): Temporal.Instant | null {
  if (months === null) return null;
  return purchasedAt
    .toZonedDateTimeISO('Europe/Paris')
    .toPlainDate()
    .add({ months }, { overflow: 'constrain' })
    .add({ days: 1 })
    .toZonedDateTime('Europe/Paris')
    .subtract({ milliseconds: 1 })
    .toInstant();
}
