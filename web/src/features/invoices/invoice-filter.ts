import type { ListedInvoice } from '#responses/credits.ts';
import { parisDay } from '#lib/dates.ts';

/** Days as `2026-11-20`, in Paris, both included; an empty string limits nothing. */
export type InvoiceFilter = { reference: string; from: string; to: string };
export const NO_FILTER: InvoiceFilter = { reference: '', from: '', to: '' };

export function filterInvoices(
  invoices: readonly ListedInvoice[],
  { reference, from, to }: InvoiceFilter,
): readonly ListedInvoice[] {
  const wanted = reference.trim().toLowerCase();
  return invoices.filter(({ numero_facture: number, date0 }) => {
    const day = parisDay(date0) ?? '';
    return number.toLowerCase().includes(wanted) && (from === '' || day >= from) && (to === '' || day <= to);
  });
}

/** Days of the earliest and latest invoice: bounds of the fields of « Période ». */
export function periodOf(invoices: readonly ListedInvoice[]): { min: string | undefined; max: string | undefined } {
  const days = invoices.map(({ date0 }) => parisDay(date0)).filter((day) => day !== null);
  days.sort();
  return { min: days.at(0), max: days.at(-1) };
}
