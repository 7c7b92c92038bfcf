import { describe, expect, it } from 'vitest';
import type { NearbyParcel } from '@clairisque/contract/parcels.ts';
import { crossSentence, seenFrom } from './seen-parcels.ts';

const CROSS = { longitude: 2, latitude: 48 };

/** A square of about twenty metres, that far from the cross in degrees. */
function parcel(
  numero: string,
  [east, north]: readonly [number, number],
  more: Partial<NearbyParcel> = {},
): NearbyParcel {
  const [x, y, half] = [CROSS.longitude + east, CROSS.latitude + north, 0.000_1];
  const ring: [number, number][] = [
    [x - half, y - half],
    [x + half, y - half],
    [x + half, y + half],
    [x - half, y + half],
    [x - half, y - half],
  ];
  const shape = { type: 'MultiPolygon' as const, coordinates: [[ring]] };
  const name = { prefixe: '000', section: 'AB', commune: '45234', nom_commune: 'Orléans' };
  return { ...name, numero, contenance: 1234, distance: 0, multiPolygon: shape, ...more };
}

describe('what the map shows, in words', () => {
  it('the nearest first, each with its distance and its direction', () => {
    const places = [parcel('0003', [0.001, 0]), parcel('0001', [0, 0]), parcel('0002', [-0.0004, -0.0003])];
    expect(seenFrom(CROSS, places).map(({ code, where }) => [code.slice(7, 11), where])).toEqual([
      ['0001', 'sous la croix'],
      ['0002', 'à environ 45\u00A0m au sud-ouest'],
      ['0003', 'à environ 74\u00A0m à l’est'],
    ]);
  });

  it.each([
    [0, 0.001, 'au nord'],
    [0.001, 0.000_67, 'au nord-est'],
    [-0.001, 0.000_67, 'au nord-ouest'],
    [-0.001, 0, 'à l’ouest'],
    [-0.001, 0.000_001, 'à l’ouest'],
    [0, -0.001, 'au sud'],
    [0.001, -0.000_67, 'au sud-est'],
  ])('%d degrees east and %d north → « %s »', (east, north, direction) => {
    expect(seenFrom(CROSS, [parcel('0001', [east, north])])[0]?.where.endsWith(`m ${direction}`)).toBe(true);
  });

  it('a parcel without an outline → not in the list', () => {
    const none = parcel('0001', [0, 0], { multiPolygon: { type: 'MultiPolygon', coordinates: [] } });
    expect(seenFrom(CROSS, [none])).toEqual([]);
  });
});

describe('what a stop of the map says', () => {
  it('the parcel under the cross, and whether it is chosen', () => {
    const found = [parcel('0012', [0, 0])];
    expect(crossSentence(found, [])).toBe('Sous la croix\u00A0: parcelle AB 12, Orléans, 1\u202F234\u00A0m².');
    expect(crossSentence(found, ['000-AB-0012@45234'])).toMatch(/, choisie\.$/);
  });

  it('on a street, the nearest one, which Enter would choose', () => {
    const found = [parcel('0012', [0, 0], { distance: 6.4, contenance: null })];
    expect(crossSentence(found, [])).toBe(
      'Parcelle la plus proche, à\u00A06\u00A0m de la croix\u00A0: AB 12, Orléans, surface inconnue.',
    );
  });

  it('where there is none, says so', () => {
    expect(crossSentence([], [])).toBe('Aucune parcelle près de la croix.');
  });
});
