/** Ten years from the end of the financial year (L123-22 du code de commerce), which ends within the year of an invoice. */
const KEPT_YEARS = 11;

/** The instant before which no invoice nor order has to be kept any more. */
export function endOfKeeping(now: Date): Date {
  const end = new Date(now);
  end.setUTCFullYear(end.getUTCFullYear() - KEPT_YEARS);
  return end;
}
