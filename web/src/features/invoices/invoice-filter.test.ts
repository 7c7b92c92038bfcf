import { describe, expect, it } from 'vitest';
import { filterInvoices, NO_FILTER, periodOf } from './invoice-filter.ts';

const invoice = (numero_facture: string, date0: string) => ({
  numero_facture,
  date0,
  pdf_a_telecharger: numero_facture,
  produit: '5 crédits',
  montant: 15,
});
const INVOICES = [
  invoice('F-2026-001', '2026-01-10T09:00:00Z'),
  // Already the 15th in Paris.
  invoice('F-2026-002', '2026-01-14T23:30:00Z'),
  invoice('A-2026-001', '2026-02-01'),
];
const kept = (filter: Partial<typeof NO_FILTER>) =>
  filterInvoices(INVOICES, { ...NO_FILTER, ...filter }).map(({ numero_facture: number }) => number);

describe('filterInvoices', () => {
  it.each([
    [{}, ['F-2026-001', 'F-2026-002', 'A-2026-001']],
    [{ reference: 'f-20' }, ['F-2026-001', 'F-2026-002']],
    [{ reference: ' 001 ' }, ['F-2026-001', 'A-2026-001']],
    [{ from: '2026-01-15', to: '2026-02-01' }, ['F-2026-002', 'A-2026-001']],
    [{ to: '2026-01-14' }, ['F-2026-001']],
    [{ from: '2026-01-16', reference: 'F-' }, []],
  ])('%j → %j', (filter, numbers) => {
    expect(kept(filter)).toEqual(numbers);
  });
});

it('the period spans the earliest to the latest day in Paris; without invoices, no bound', () => {
  expect(periodOf(INVOICES.slice(1))).toEqual({ min: '2026-01-15', max: '2026-02-01' });
  expect(periodOf([])).toEqual({ min: undefined, max: undefined });
});
