import type { Temporal } from 'temporal-polyfill';
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
