import { expect, it } from 'vitest';
import { communeNumber, COMMUNE_NUMBERS } from './commune-numbers.ts';
import { coverageLookup, coverageOf, type CoverageTable } from './coverage.ts';

it('each code of a commune has its own number', () => {
  const departements = Array.from({ length: 100 }, (_, i) => String(i).padStart(2, '0'));
  const used = [...departements.filter((one) => one !== '20' && one !== '96'), '2A', '2B'];
  const codes = used.flatMap((one) => Array.from({ length: 1_000 }, (_, i) => one + String(i).padStart(3, '0')));
  const numbers = codes.map(communeNumber);
  expect(new Set(numbers).size).toBe(100_000);
  expect([Math.min(...numbers.slice(0, 9)), Math.max(...numbers.slice(-9))]).toEqual([0, 96_999]);
  expect(numbers.every((number) => number >= 0 && number < COMMUNE_NUMBERS)).toBe(true);
});

it('another text has none', () => {
  const others = [
    '',
    '1',
    '010',
    '0100A',
    '2C001',
    '3A001',
    '20001',
    '96001',
    '2a004',
    '010045',
    'LFPG1',
    '0 004',
    '01é04',
  ];
  expect(others.map(communeNumber)).toEqual(others.map(() => -1));
});

it('a table of coverage looks up what it says, by commune, département, then elsewhere', () => {
  const table: CoverageTable = {
    elsewhere: 'not-digitised',
    departements: {
      '01': 'covered',
      '2A': 'partly',
      '974': 'not-applicable',
      '97': 'covered',
      '481': 'covered',
      '': 'partly',
    },
    communes: { '01004': 'partly', '48095': 'covered', '97411': 'covered', LFPG: 'covered' },
  };
  const lookup = coverageLookup(table);
  const codes = [
    '01004',
    '01005',
    '2A004',
    '2B004',
    '48095',
    '48100',
    '97411',
    '97412',
    '97105',
    'LFPG',
    '',
    '01',
    '481',
    '20001',
  ];
  expect(codes.map(lookup)).toEqual(codes.map((code) => coverageOf(table, code)));
  expect(new Set(codes.map(lookup)).size).toBe(4);
});
