import type { NearbyParcel } from '@clairisque/contract/parcels.ts';
import { describe, expect, it } from 'vitest';
import { readReferences } from '@clairisque/contract/common/parcel-references.ts';
import { changeOf, lookUp, rowsOf, tooMany, totalOf } from './property-parcels.ts';

const HERE = '48095';
const code = (number: number) => `000-AB-${String(number).padStart(4, '0')}@${HERE}`;
const parcel = (number: number, contenance: number | null = 1_000): NearbyParcel => ({
  prefixe: '000',
  section: 'AB',
  numero: String(number).padStart(4, '0'),
  commune: HERE,
  nom_commune: 'Mende',
  contenance,
  distance: 0,
  multiPolygon: { type: 'MultiPolygon', coordinates: [] },
});

/** A cadastre with AB 1 to AB 200; AB 7 has no outline. */
function cadastre() {
  const asked: string[][] = [];
  return {
    asked,
    ask: (codes: string[]) => {
      asked.push(codes);
      const numbers = codes.map((one) => Number(one.slice(7, 11)));
      const isThere = (number: number) => number <= 200;
      return Promise.resolve({
        parcelles: numbers.filter((one) => isThere(one) && one !== 7).map((one) => parcel(one)),
        inconnues: codes.filter((_, index) => !isThere(numbers[index]!)),
        sans_contour: codes.filter((one) => one === code(7)),
      });
    },
  };
}
const paste = (text: string, codes: string[], ask = cadastre().ask) =>
  lookUp({ ...readReferences(text, HERE), codes }, ask);

describe('pasted references', () => {
  it('keeps the good ones of 300, and names each other one with its line', async () => {
    const { asked, ask } = cadastre();
    const lines = Array.from({ length: 300 }, (_, index) => (index < 30 ? `AB ${index + 2}` : `AB 2${index}x`));
    lines[280] = 'AB 9999';
    const { added, faults, beyond, repeated } = await paste(lines.join('\n'), [code(1)], ask);
    expect(added).toHaveLength(29);
    expect(faults).toHaveLength(271);
    expect(faults.map(({ line }) => line)).toEqual(faults.map(({ line }) => line).toSorted((a, b) => a - b));
    expect(faults[0]).toEqual({ line: 6, text: 'AB 7', reason: 'le cadastre n’en donne pas le contour.' });
    expect(faults.find(({ line }) => line === 281)?.reason).toBe(
      'le cadastre n’a pas cette parcelle dans la commune 48095, sans préfixe.',
    );
    expect([beyond, repeated]).toEqual([[], []]);
    expect(asked).toHaveLength(1);
  });

  it('stops at fifty parcels, after replacing those that do not exist', async () => {
    const numbers = [9_001, 9_002, ...Array.from({ length: 100 }, (_, index) => index + 10)];
    const { added, beyond, faults } = await paste(numbers.map((one) => `AB ${one}`).join('\n'), [code(1)]);
    expect(added).toHaveLength(49);
    expect(faults).toHaveLength(2);
    expect(beyond).toHaveLength(51);
    expect(beyond[0]).toMatchObject({ line: 52, text: 'AB 59' });
  });

  it('takes each parcel once', async () => {
    const { added, repeated } = await paste('AB 1, AB 2, AB 2, ab 0002', [code(1)]);
    expect(added.map(({ numero }) => numero)).toEqual(['0002']);
    expect(repeated).toEqual([code(1), code(2)]);
  });
});

describe('the list', () => {
  it('never moves a line: the first parcel, what is known, then what is awaited', () => {
    const rows = rowsOf([code(3), code(2), code(9)], [parcel(1), parcel(3), parcel(2)]);
    expect(rows.map((row) => [row.code, row.isChosen, row.parcel !== null])).toEqual([
      [code(3), true, true],
      [code(1), false, true],
      [code(2), true, true],
      [code(9), true, false],
    ]);
  });

  it('sums the known areas, and says how many are missing', () => {
    const known = [parcel(1, 1_200), parcel(2, null), parcel(3, 34)];
    expect(totalOf([code(1), code(3)], known)).toBe('2\u00A0parcelles, 1\u202F234\u00A0m² au total');
    expect(totalOf([code(1), code(2)], known)).toBe(
      '2\u00A0parcelles, 1\u202F200\u00A0m² au total (1 sans surface connue)',
    );
    expect(totalOf([code(2)], known)).toBe('1\u00A0parcelle');
  });

  it('says what changed', () => {
    expect(changeOf([code(1)], [code(1), code(2)])).toBe('Parcelle AB 2 ajoutée.');
    expect(changeOf([code(1), code(2), code(3)], [code(1)])).toBe('2 parcelles retirées.');
    expect(changeOf([code(1)], [code(1)])).toBeNull();
    expect(tooMany(code(60))).toBe(
      'Un état des risques porte sur 50 parcelles au plus\u00A0: retirez-en une pour ajouter AB 60.',
    );
  });
});
