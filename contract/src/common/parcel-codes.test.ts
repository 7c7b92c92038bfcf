import { expect, it } from 'vitest';
import { canonicalParcelCode, ParcelCode, ParcelCodes, ParcelCodesInQuery, parcelsLabel } from './parcel-codes.ts';
import { PROPERTY } from './v3-property.ts';
import { ParcelKey } from './v3.ts';

const code = (number: number): string => `000-AB-${String(number).padStart(4, '0')}@48095`;
const codes = (count: number): string[] => Array.from({ length: count }, (_, index) => code(index + 1));
const faultsOf = (value: unknown): string[] =>
  ParcelCodes.safeParse(value).error?.issues.map(({ message }) => message) ?? [];

it.each([
  [codes(1), 'AB 1'],
  [codes(2), 'AB 1 et 1 autre parcelle'],
  [codes(4), 'AB 1 et 3 autres parcelles'],
  [['812-0D-0037@13203', code(2)], '812 D 37 et 1 autre parcelle'],
  [['000-0A-0100'], 'A 100'],
])('%o is labelled %s', (list, label) => {
  expect(parcelsLabel(list)).toBe(label);
});

it('one to fifty codes', () => {
  expect(faultsOf(codes(50))).toEqual([]);
  expect(faultsOf(codes(51))).toEqual(['Un état des risques porte sur 50 parcelles au plus.']);
  expect(faultsOf([])).toEqual(['Choisissez au moins une parcelle.']);
  expect(faultsOf(['AB 12'])).toHaveLength(1);
});

it.each([
  '000-aa-0042@95280',
  '000-Aa-0042@95280',
  ' 000-AA-0042@95280 ',
  '0-AA-42@95280',
  '95280000AA0042',
  '95280 AA 42',
  '95280 section aa n° 42',
])('%s is 000-AA-0042@95280', (text) => {
  expect(ParcelCode.parse(text)).toBe('000-AA-0042@95280');
  expect(ParcelKey.parse(text)).toBe('000-AA-0042@95280');
});

it('a section of one letter, Corsica and an absorbed commune keep their code', () => {
  expect(canonicalParcelCode('812-d-37@2a004')).toBe('812-0D-0037@2A004');
  expect(canonicalParcelCode('000-0a-0100@13203')).toBe('000-0A-0100@13203');
});

it.each(['AA 42', '000-Aa-0042', '25390 D 461', '12 rue de la Paix'])('%s names no parcel and its commune', (text) => {
  expect(ParcelCode.safeParse(text).success).toBe(false);
});

it('one parcel written in several ways is one, where it came first', () => {
  const list = ['000-ab-0002@48095', '48095 AB 1', '000-AB-0002@48095', '000-AB-0001@48095'];
  const expected = [code(2), code(1)];
  expect(ParcelCodes.parse(list)).toEqual(expected);
  expect(ParcelCodesInQuery.parse(list.join(','))).toEqual(expected);
  expect(PROPERTY.parcels.parse(list)).toEqual(expected);
  expect(faultsOf([...codes(50), ...codes(50)])).toEqual([]);
});

it('fifty codes fit in a query', () => {
  expect(ParcelCodesInQuery.parse(codes(50).join(','))).toEqual(codes(50));
  expect(ParcelCodesInQuery.safeParse('').success).toBe(false);
});
