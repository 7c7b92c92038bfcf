import { Temporal } from 'temporal-polyfill';
/** Ten years from the end of the financial year (L123-22 du code de commerce), which ends within the year of an invoice. */
const KEPT_YEARS = 11;

/**
 * Invoices and orders before this instant may be deleted. On 29 February, computed from the 28th, as PostgreSQL does.
 */
export function endOfKeeping(now: Date): Date {
  const end = Temporal.Instant.fromEpochMilliseconds(now.getTime())
    .toZonedDateTimeISO('UTC')
    .subtract({ years: KEPT_YEARS });
  return new Date(end.epochMilliseconds);
}
