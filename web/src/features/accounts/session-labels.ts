import { firstInWords, parisDay } from '#lib/dates.ts';

const zone = { timeZone: 'Europe/Paris' } as const;
const days = new Intl.DateTimeFormat('fr-FR', { ...zone, day: 'numeric', month: 'long' });
const times = new Intl.DateTimeFormat('fr-FR', { ...zone, timeStyle: 'short' });
const DAY_MS = 86_400_000;

/**
 * « aujourd’hui à 14:05 », « hier à 09:30 », « le 18 novembre à 20:00 », in Paris: a session lasts seven days, so no
 * year is needed.
 */
export function openedWords(iso: string, now: Date): string {
  return `${dayWords(iso, now)} à ${times.format(new Date(iso))}`;
}

/** « aujourd’hui vers 14:00 », from the start of the hour: the precision that is stored. */
export function usedWords(iso: string, now: Date): string {
  return `${dayWords(iso, now)} vers ${times.format(new Date(iso))}`;
}

function dayWords(iso: string, now: Date): string {
  const day = parisDay(iso);
  if (day === parisDay(now.toISOString())) return 'aujourd’hui';
  // Computed from noon, so that a change of clocks does not skip a day.
  const yesterday = parisDay(new Date(Date.parse(`${parisDay(now.toISOString())}T12:00:00Z`) - DAY_MS).toISOString());
  return day === yesterday ? 'hier' : `le ${firstInWords(days.format(new Date(iso)))}`;
}
