import { array, assert, constantFrom, integer, oneof, property, record, string, tuple } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { propertyRuns } from '../../../tests/harness/property-runs.ts';
import { communeNamed, createReader, readReferences, whyUnread } from './parcel-references.ts';

const HERE = '48095';
const codes = (text: string) => readReferences(text, HERE).read.map(({ code }) => code);

describe('pasted references', () => {
  it.each([
    ['AB 12, AB 14', ['000-AB-0012@48095', '000-AB-0014@48095']],
    ['AB 12, ET 14', ['000-AB-0012@48095', '000-ET-0014@48095']],
    ['AB 12 et AB 14', ['000-AB-0012@48095', '000-AB-0014@48095']],
    ['AB 12 AB 14', ['000-AB-0012@48095', '000-AB-0014@48095']],
    ['ab12 ab14 + 812 d 37', ['000-AB-0012@48095', '000-AB-0014@48095', '812-0D-0037@48095']],
    ['95280000AB0001 000-AB-0002@95280', ['000-AB-0001@95280', '000-AB-0002@95280']],
    ['75113 AB 0012', ['000-AB-0012@75113']],
    ['95127000AB0123;000-AB-0012', ['000-AB-0123@95127', '000-AB-0012@48095']],
    ['section AB n° 12', ['000-AB-0012@48095']],
    ['812 D 37', ['812-0D-0037@48095']],
    ['AB\t12\r\nAB\t14\r\n\r\n75113\tAB\t0012', ['000-AB-0012@48095', '000-AB-0014@48095', '000-AB-0012@75113']],
  ])('%j', (text, expected) => {
    expect(codes(text)).toEqual(expected);
    expect(readReferences(text, HERE).unread).toEqual([]);
  });

  it('names each unread one with its line, and keeps the others', () => {
    const { read, unread } = readReferences('AB 12\nAB 1é2\n\nAB 14, rue des Lilas, 15\nAB 0', HERE);
    expect(read.map(({ line, code }) => [line, code])).toEqual([
      [1, '000-AB-0012@48095'],
      [4, '000-AB-0014@48095'],
    ]);
    expect(unread).toEqual([
      { line: 2, text: 'AB 1é2' },
      { line: 4, text: 'rue des Lilas' },
      { line: 4, text: '15' },
      { line: 5, text: 'AB 0' },
    ]);
  });

  it('does not take a parcel of a commune given by its name for one of here', () => {
    expect(readReferences('section AB 12 Cergy', HERE)).toEqual({
      read: [],
      unread: [{ line: 1, text: 'section AB 12 Cergy' }],
    });
  });
});

it('without a commune, a code has none unless the reference says its own', () => {
  const { read, unread } = readReferences('AA 143, 75113 AA 144, 15', null);
  expect(read.map(({ code }) => code)).toEqual(['000-AA-0143', '000-AA-0144@75113']);
  expect(unread.map(({ text }) => text)).toEqual(['15']);
});

it.each([
  [{ commune: 'Cergy', address: '4 rue A 95190 Goussainville' }, 'Cergy'],
  [{ address: '4 rue des Lilas 95190 Goussainville' }, '95190 Goussainville'],
  [{ address: '4 rue des Lilas 35000 Saint-Jacques-de-la-Lande' }, '35000 Saint-Jacques-de-la-Lande'],
  [{ address: '4 rue des Lilas' }, undefined],
])('the commune of %j is %s', (said, expected) => {
  expect(communeNamed(said)).toBe(expected);
});

const letters = integer({ min: 0, max: 25 }).map((rank) => String.fromCodePoint(65 + rank));
const reference = record({
  commune: constantFrom(null, '75113', '2A004', '48095'),
  prefix: constantFrom(null, '000', '812'),
  section: oneof(
    letters,
    tuple(letters, letters).map((pair) => pair.join('')),
  ),
  number: integer({ min: 1, max: 9999 }),
});
const separator = constantFrom('\n', '\r\n', ', ', ' ; ', '\n\n');

describe('why a reference is not read', () => {
  const BY_CODE = /code Insee/u;
  it.each([
    ['Rennes AB 12', BY_CODE],
    ['AB 12 Rennes', BY_CODE],
    ['35000 Rennes AB 12', BY_CODE],
    ['Saint-Malo 000 AB 12', BY_CODE],
    ['section AB 12 Cergy', BY_CODE],
    ['rue des Lilas', /référence complète/u],
    ['AB 1é2', /référence complète/u],
    ['15', /référence complète/u],
  ])('%s', (text, reason) => {
    expect(readReferences(text, HERE).read).toEqual([]);
    expect(whyUnread(text)).toMatch(reason);
  });
});

describe('properties', () => {
  it('every reference is read as itself, in any layout', () => {
    assert(
      property(array(tuple(reference, separator), { minLength: 1 }), (references) => {
        const text = references.map(([{ commune, prefix, section, number }, after]) =>
          [commune, prefix, section, number]
            .filter((part) => part !== null)
            .join(' ')
            .concat(after),
        );
        expect(codes(text.join(''))).toEqual(
          references.map(
            ([{ commune, prefix, section, number }]) =>
              `${prefix ?? '000'}-${section.padStart(2, '0')}-${String(number).padStart(4, '0')}@${commune ?? HERE}`,
          ),
        );
      }),
      propertyRuns(),
    );
  });

  it('any text is either read or named, at a line that it has', () => {
    assert(
      property(string({ unit: constantFrom('A', 'B', '1', '0', ' ', ',', '\n', '\t', 'é', '-', '@') }), (text) => {
        const { read, unread } = readReferences(text, HERE);
        const lines = text.split('\n');
        for (const { code } of read) expect(code).toMatch(/^\d{3}-[0-9A-Z]{2}-\d{4}@\d[\dAB]\d{3}$/);
        for (const { line, text: typed } of unread) expect(lines[line - 1]).toContain(typed);
        const found = new Set([...read, ...unread].map(({ line }) => line));
        const written = lines.flatMap((line, index) => (/[A-Z0-9]/.test(line) ? [index + 1] : []));
        expect(written.filter((line) => !found.has(line))).toEqual([]);
      }),
      propertyRuns(),
    );
  });
});

it('texts of references alone → their codes, each once, one more than a property may have at most', () => {
  const read = createReader(3);
  expect(read('AB 12 et AB 14, AB 12')).toEqual(['000-AB-0012', '000-AB-0014']);
  expect(read('AB 12, rue des Lilas')).toBeNull();
  expect(read(' , ')).toBeNull();
  expect(read('AB 1 AB 2 AB 3 AB 4 AB 5, rue des Lilas')).toHaveLength(4);
});
