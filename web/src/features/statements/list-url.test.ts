import { describe, expect, it } from 'vitest';
import { readView, writeView, type ListView } from './list-url.ts';
import { DEFAULT_SORTING, NO_FILTERS } from './statement-filters.ts';

const TAB = 'tab=mesERP-tabs-simple';
const FIRST: ListView = { filters: NO_FILTERS, sorting: DEFAULT_SORTING, shown: 5 };
const VIEW: ListView = {
  filters: {
    text: 'rue du Port & Cie',
    department: '2A',
    city: 'Ajaccio',
    created: { from: '2026-01-01', to: '2026-12-31' },
    expires: { from: '', to: '2028-02-29' },
    states: ['Actif', 'Expiré < 1an'],
    watches: ['À vérifier'],
  },
  sorting: [{ id: 'Date de création', desc: false }],
  shown: 15,
};

it('the view is read back from the URL, beside the tab', () => {
  const written = writeView(new URLSearchParams(TAB), VIEW);
  expect(written.get('tab')).toBe('mesERP-tabs-simple');
  expect(readView(new URLSearchParams(written.toString()))).toEqual(VIEW);
});

it('the default view adds nothing to the URL', () => {
  expect(writeView(writeView(new URLSearchParams(TAB), VIEW), FIRST).toString()).toBe(TAB);
});

describe('impossible values are ignored', () => {
  it.each([
    'dept=99&etat=perdu&suivi=bientot&tri=prix&lignes=-4',
    'cree_du=2026-02-30&cree_au=demain&expire_du=20260101',
    'lignes=1e9&etat=&q=&dept=%3Cscript%3E',
    '',
  ])('%s', (query) => {
    expect(readView(new URLSearchParams(query))).toEqual(FIRST);
  });

  it('a number of rows is one that the button can give', () => {
    expect(readView(new URLSearchParams('lignes=12')).shown).toBe(15);
    expect(readView(new URLSearchParams('lignes=9999')).shown).toBe(5_000);
  });
});
