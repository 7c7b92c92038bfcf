const days = new Intl.DateTimeFormat('fr-FR', { dateStyle: 'short', timeZone: 'Europe/Paris' });

/** `20/11/2026`, the day in Paris, from an ISO date or instant; « N/A » when there is none. */
export function formatDay(iso: string | null | undefined): string {
  if (!iso) return 'N/A';
  const date = new Date(iso);
  return Number.isNaN(date.getTime()) ? 'N/A' : days.format(date);
}

// The Swedish format of a day is the ISO one.
const isoDays = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeZone: 'Europe/Paris' });

/** `2026-11-20`, the day in Paris for a date field; null without a date. */
export function parisDay(iso: string | null | undefined): string | null {
  const date = new Date(iso ?? Number.NaN);
  return Number.isNaN(date.getTime()) ? null : isoDays.format(date);
}

/** `2026-11-20`. */
export const todayInParis = (): string => isoDays.format(new Date());

const DAY_MS = 86_400_000;

/** `2026-11-20` and 180 → `2027-05-19`: calendar days, whatever the clock changes. */
export function addDays(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);
}

const moments = new Intl.DateTimeFormat('fr-FR', { dateStyle: 'long', timeStyle: 'short', timeZone: 'Europe/Paris' });

/** « 20 novembre 2026 à 11:30 », in Paris. */
export function formatMoment(iso: string): string {
  return firstInWords(moments.format(new Date(iso)));
}

const longDays = new Intl.DateTimeFormat('fr-FR', { dateStyle: 'long', timeZone: 'Europe/Paris' });

/** « 2 mars 2026 », from an ISO date. */
export function formatLongDay(date: string): string {
  return firstInWords(longDays.format(new Date(date)));
}

/** French writes « 1er mars », browsers « 1 mars »: corrects a date in words. */
export function firstInWords(date: string): string {
  return date.replace(/^1(?=\s)/, '1er');
}
