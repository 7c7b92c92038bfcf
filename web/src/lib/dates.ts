const days = new Intl.DateTimeFormat('fr-FR', { dateStyle: 'short', timeZone: 'Europe/Paris' });

/** `20/11/2026`, the day in Paris, from an ISO date or instant; « N/A » when there is none. */
export function formatDay(iso: string | null | undefined): string {
  if (!iso) return 'N/A';
  const date = new Date(iso);
  return Number.isNaN(date.getTime()) ? 'N/A' : days.format(date);
}
