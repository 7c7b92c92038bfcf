import { expect, it } from 'vitest';
import { lossesOf, type Summary } from './losses.ts';

const FORMER: Summary = { rows: 35_000, columns: ['radon: nom'], departements: { '01': 1, '2A': 2, '': 3 } };
const losses = (next: Partial<Summary>): string[] =>
  lossesOf(FORMER, { ...FORMER, ...next }).map((line) => line.replaceAll(/[\u00A0\u202F]/gu, ' '));

it.each<[string, Partial<Summary>, string[]]>([
  ['nothing', {}, []],
  ['more of everything', { rows: 36_000, departements: { ...FORMER.departements, '48': 1 } }, []],
  ['rows', { rows: 34_999 }, ['1 ligne de moins : 34 999 au lieu de 35 000.']],
  ['départements', { departements: { '': 3 } }, ['Départements absents : 01 et 2A.']],
  ['rows of no département only', { departements: { '01': 1, '2A': 2 } }, []],
  ['a renamed column', { columns: ['radon: nom_comm'] }, ['Colonnes absentes : radon: nom.']],
])('%s lost', (_, next, lines) => {
  expect(losses(next)).toEqual(lines);
});
