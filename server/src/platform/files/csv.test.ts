import { expect, it } from 'vitest';
import { csv } from './csv.ts';

it('marks UTF-8, separates by semicolons, quotes what needs it', () => {
  const text = csv([
    ['Référence', 'Adresse'],
    ['1', '4; rue « "des" » \n Lilas'],
  ]).toString();
  expect(text).toBe('\uFEFF"Référence";"Adresse"\r\n"1";"4; rue « ""des"" » \n Lilas"\r\n');
});

it.each(['=1+1', '+33123456789', '-2+3', '@SUM(A1)', '\t=1', ' =cmd', '\r=1', '＝1+1', '＋1', '－1', '＠A1'])(
  '%j is not computed',
  (value) => {
    expect(csv([[value]]).toString()).toBe(`\uFEFF"'${value}"\r\n`);
  },
);

it.each(['-', '', '-7,90', 'Élodie O’Brien-Nuñez', '12 rue A+B'])('%j stays as it is', (value) => {
  expect(csv([[value]]).toString()).toBe(`\uFEFF"${value}"\r\n`);
});

it('accents are composed: a search in a spreadsheet finds the name as it is typed', () => {
  expect(csv([['Trương'.normalize('NFD')]]).toString()).toBe('\uFEFF"Trương"\r\n');
});
