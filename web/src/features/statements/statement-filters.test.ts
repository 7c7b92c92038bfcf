import { describe, expect, it, test } from 'vitest';
import { ListedStatement } from '#responses/statements.ts';
import { DEPARTMENTS } from './departments.ts';
import {
  countFilters,
  filterStatements,
  frequentDepartments,
  NO_FILTERS,
  suggestedCities,
  type StatementFilters,
} from './statement-filters.ts';
import { toRow } from './statement-row.ts';

const row = (id: number, adresse: string, more: object = {}) =>
  toRow(ListedStatement.parse({ id, adresse, date0: '2026-11-01T10:00:00Z', ...more }), '2026-11-20');
const ROWS = [
  row(1, '8 Boulevard du Port 95000 Cergy', { destinataires: 'Élodie O’Brien-Nuñez' }),
  row(2, '1 Place Lavalette 38000 Grenoble', { date0: '2026-11-14T23:30:00Z' }),
  row(3, '2 Rue du Port 17000 La Rochelle', { commune: 'La Rochelle', departement: '17' }),
  row(4, '3 Rue du Four 95000 Cergy', { date0: '2025-01-01' }),
  row(5, 'Lieu-dit Le Bourg', {
    reference: 'ERP-2026-000005',
    verification: { etat: 'change', le: '2026-11-19T05:00:00Z' },
  }),
];
const kept = (filters: Partial<StatementFilters>) =>
  filterStatements(ROWS, { ...NO_FILTERS, ...filters }).map(({ item }) => item.id);

describe('HI-08: the département of an address', () => {
  it.each([
    ['12 Rue de la Paix 75002 Paris', '75'],
    ['Cauro 20090', '2A'],
    ['20137 Porto-Vecchio', '2A'],
    ['20200 Bastia', '2B'],
    ['20600 Furiani', '2B'],
    ['97400 Saint-Denis', '974'],
    ['97100 Basse-Terre', '971'],
    ['Parcelle 123456, 01000 Bourg-en-Bresse', '01'],
    ['Lieu-dit Le Bourg', null],
  ])('%s → %s', (adresse, code) => {
    expect(row(1, adresse).departments).toEqual(code === null ? [] : [code]);
  });

  it('the item’s own wins; 101 of them', () => {
    expect(row(1, '01410 Lélex', { departement: '39' }).departments).toEqual(['39']);
    expect(DEPARTMENTS.size).toBe(101);
  });

  it('the five most frequent, the first one most', () => {
    const rows = '112233344556'.split('').map((digit, id) => row(id, `1${digit}000 X`));
    expect(frequentDepartments(rows).map(({ code, count }) => `${code}×${count}`)).toEqual([
      '13×3',
      '11×2',
      '12×2',
      '14×2',
      '15×2',
    ]);
  });
});

test('a statement astride two départements is found under both, and under both communes', () => {
  const parcelles = ['000-AB-0012@01209', '000-AB-0013@39274', '000-AB-0014@01209'];
  const more = { departement: '01', commune: 'Lélex', parcelles, autres_communes: ['Lajoux'] };
  const rows = [row(1, '2 Route du Col 01410 Lélex', more), row(2, 'Le Port 97400 Saint-Denis')];
  const found = (filters: Partial<StatementFilters>) =>
    filterStatements(rows, { ...NO_FILTERS, ...filters }).map(({ item }) => item.id);
  expect([found({ department: '01' }), found({ department: '39' }), found({ department: '974' })]).toEqual([[1], [1], [2]]); // prettier-ignore
  expect(found({ city: 'lajoux' })).toEqual([1]);
  expect(frequentDepartments(rows).map(({ code }) => code)).toEqual(['01', '39', '974']);
  expect(suggestedCities(rows, 'la')).toEqual(['Lajoux']);
});

describe('HI-09: filters', () => {
  it.each([
    [{}, [1, 2, 3, 4, 5]],
    [{ text: 'port' }, [1, 3]],
    [{ text: ' NUNEZ  cergy ' }, [1]],
    [{ text: 'erp-2026-000005' }, [5]],
    [{ department: '95' }, [1, 4]],
    [{ city: 'ROCH' }, [3]],
    [{ city: 'bourg' }, [5]],
    // The 14th at 23:30 in London is the 15th in Paris; both bounds are included.
    [{ created: { from: '2026-11-15', to: '2026-11-15' } }, [2]],
    [{ created: { from: '', to: '2026-11-01' } }, [1, 3, 4, 5]],
    [{ expires: { from: '2025-06-30', to: '2025-06-30' } }, [4]],
    [{ states: ['Expiré > 1an'] as const }, [4]],
    [{ states: ['Expiré > 1an', 'Actif'] as const, text: 'cergy' }, [1, 4]],
    [{ watches: ['Changés'] as const }, [5]],
    [{ watches: ['À vérifier'] as const }, []],
    [{ watches: ['À vérifier', 'Changés'] as const, city: 'bourg' }, [5]],
  ])('%j → %j', (filters, ids) => {
    expect(kept(filters)).toEqual(ids);
  });

  it('counts those that limit', () => {
    expect(countFilters({ ...NO_FILTERS, text: ' ' })).toBe(0);
    expect(countFilters({ ...NO_FILTERS, city: 'x', states: ['Actif'], created: { from: '2026-01-01', to: '' } })).toBe(
      3,
    );
  });

  it('five thousand rows in less than 100 ms, at the worst', () => {
    const rows = Array.from({ length: 5_000 }, (_, id) => row(id, `${id} Rue du Port 95000 Cergy`));
    const times = [1, 2, 3].map(() => {
      const before = process.threadCpuUsage();
      filterStatements(rows, { ...NO_FILTERS, text: 'rue du port 4', city: 'cer', states: ['Actif'] });
      return process.threadCpuUsage(before).user / 1000;
    });
    // Other load on the machine only adds time.
    expect(Math.min(...times)).toBeLessThan(100);
  });
});

describe('HI-09: suggested cities', () => {
  const rows = 'abcdefghijkl'
    .split('')
    .flatMap((letter, rank) => Array.from({ length: 12 - rank }, (_, id) => row(id, `1 Rue 95000 Ville-${letter}`)));
  it.each([
    ['', 10, 'Ville-a'],
    ['v', 10, 'Ville-a'],
    ['vi', 10, 'Ville-a'],
    ['VILLE-L', 1, 'Ville-l'],
    ['xx', 0, undefined],
  ])('« %s » → %i', (typed, count, first) => {
    const cities = suggestedCities(rows, typed);
    expect(cities).toHaveLength(count);
    expect(cities[0]).toBe(first);
  });
});

it('a property of several parcels is found by each of them, and by each of its communes', () => {
  const several = row(6, '1 Rue Haute 48000 Mende', {
    commune: 'Mende',
    parcelles: ['000-AB-0012@48095', '000-ZC-0145@48009'],
    autres_communes: ['Badaroux'],
  });
  const found = (filters: Partial<StatementFilters>) =>
    filterStatements([...ROWS, several], { ...NO_FILTERS, ...filters }).map(({ item }) => item.id);
  expect(found({ text: 'zc 145' })).toEqual([6]);
  expect(found({ city: 'badar' })).toEqual([6]);
  expect(found({ city: 'mende' })).toEqual([6]);
});
