/** Output of the console: a heading, then lines of columns. */
export type Sheet = { title: string; rows: string[][] };

const MOMENT = new Intl.DateTimeFormat('fr-FR', { dateStyle: 'short', timeStyle: 'medium', timeZone: 'Europe/Paris' });
const EUROS = new Intl.NumberFormat('fr-FR', { style: 'currency', currency: 'EUR' });

/** « 21/11/2026 16:40:05 », in Paris; « - » for never. */
export const moment = (at: Date | null): string => (at === null ? '-' : MOMENT.format(at));
export const euros = (cents: number): string => EUROS.format(cents / 100);

/** Aligned columns; an empty sheet says so. */
export function printed(sheets: Sheet[]): string {
  return sheets.map(({ title, rows }) => [title, ...aligned(rows)].join('\n')).join('\n\n');
}

function aligned(rows: string[][]): string[] {
  if (rows.length === 0) return ['  (rien)'];
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows.map((row) => `  ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ')}`.trimEnd());
}
