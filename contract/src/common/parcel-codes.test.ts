import { expect, it } from 'vitest';
import { ParcelCodes, ParcelCodesInQuery, parcelCodesOf, parcelsLabel } from './parcel-codes.ts';

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

it('one to fifty codes, each once', () => {
  expect(faultsOf(codes(50))).toEqual([]);
  expect(faultsOf(codes(51))).toEqual(['Un état des risques porte sur 50 parcelles au plus.']);
  expect(faultsOf([])).toEqual(['Choisissez au moins une parcelle.']);
  expect(faultsOf([code(12), code(3), code(12)])).toEqual(['La parcelle AB 12 figure deux fois.']);
  expect(faultsOf(['AB 12'])).toHaveLength(1);
});

it('fifty codes fit in a query', () => {
  expect(ParcelCodesInQuery.parse(codes(50).join(','))).toEqual(codes(50));
  expect(ParcelCodesInQuery.safeParse('').success).toBe(false);
});

it('without a list, the parcel is alone', () => {
  expect(parcelCodesOf({ code_parcelle: code(1) })).toEqual([code(1)]);
  expect(parcelCodesOf({ code_parcelle: code(1), parcelles: codes(2) })).toEqual(codes(2));
});
