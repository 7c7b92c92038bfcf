import { expect, it } from 'vitest';
import { checkedWords, watchOf } from './statement-watch.ts';

const TODAY = '2027-03-10';
const checked = (etat: 'inchange' | 'change' | 'incomplet', le: string) => ({ verification: { etat, le } });

it.each([
  ['neither a date nor a check', {}, []],
  ['a signature in 16 days', { signature_prevue: '2027-03-26' }, []],
  ['a signature in 15 days, never checked', { signature_prevue: '2027-03-25' }, ['À vérifier']],
  [
    'a signature today, last checked before',
    { signature_prevue: TODAY, ...checked('inchange', '2027-02-22T05:00:00Z') },
    ['À vérifier'],
  ],
  ['a signature today, checked since', { signature_prevue: TODAY, ...checked('inchange', '2027-02-22T23:00:00Z') }, []],
  ['an incomplete check, without a date', checked('incomplet', '2027-03-01T05:00:00Z'), ['À vérifier']],
  ['changed, without a date', checked('change', '2027-03-01T05:00:00Z'), ['Changés']],
  [
    'changed long before its signature',
    { signature_prevue: '2027-03-12', ...checked('change', '2027-01-01T05:00:00Z') },
    ['À vérifier', 'Changés'],
  ],
  ['signed, with an incomplete check', { conclu: true, ...checked('incomplet', '2027-03-01T05:00:00Z') }, []],
  ['a date that is none', { signature_prevue: 'demain' }, []],
] as const)('%s → %j', (_, item, watch) => {
  expect(watchOf(item, TODAY)).toEqual(watch);
});

it('a check says what it found, never that nothing changed when it is incomplete', () => {
  expect(checkedWords({})).toBeNull();
  expect(checkedWords(checked('inchange', '2027-03-10T05:00:00Z'))).toBe('Vérifié le 10/03/2027, rien n’a changé');
  expect(checkedWords(checked('change', '2027-03-10T05:00:00Z'))).toBe('Changé le 10/03/2027, nouvelle édition émise');
  expect(checkedWords(checked('incomplet', '2027-03-10T05:00:00Z'))).toBe('Vérification incomplète le 10/03/2027');
});
