import type { NearbyParcel } from '@clairisque/contract/parcels.ts';
import { expect, it } from 'vitest';
import { enclosedBy, enclosedRefusal, frameLine } from './enclosed-parcels.ts';
import { distinctParcels, shownIn, tilesOf, type Viewport } from './parcels-in-view.ts';

/** A parcel one degree wide, from that west and south. */
function parcel(numero: string, west: number, south = 0): NearbyParcel {
  const ring: [number, number][] = [[0, 0], [1, 0], [1, 1], [0, 1], [0, 0]]; // prettier-ignore
  const coordinates = [[ring.map(([x, y]): [number, number] => [west + x, south + y])]];
  const multiPolygon = { type: 'MultiPolygon' as const, coordinates };
  const name = { prefixe: '000', section: 'AB', numero, commune: '48095', nom_commune: 'Mende' };
  return { ...name, contenance: 400, distance: 0, multiPolygon };
}
const undrawn = { ...parcel('0009', 0), multiPolygon: { type: 'MultiPolygon' as const, coordinates: [] } };
const line = (...points: [number, number][]) => points.map(([longitude, latitude]) => ({ longitude, latitude }));

it('a line → the parcels that it encloses by more than half, never one without an outline', () => {
  const parcels = [parcel('0001', 0), parcel('0002', 1), parcel('0003', 2), parcel('0004', 3), undrawn];
  const drawn = line([-0.1, -0.1], [2.4, -0.1], [2.4, 1.1], [-0.1, 1.1]);
  expect(enclosedBy(drawn, parcels).map(({ numero }) => numero)).toEqual(['0001', '0002']);
  // A line that crosses itself, and none.
  expect(enclosedBy(line([0, 0], [2, 1], [2, 0], [0, 1]), parcels)).toHaveLength(0);
  expect(enclosedBy([], parcels)).toEqual([]);
  expect(enclosedBy(frameLine([0, 0, 4, 1], { width: 50, height: 100 }), parcels).map(({ numero }) => numero)).toEqual([
    '0002',
    '0003',
  ]);
});

it.each<[number, number, number, string | null]>([
  [0, 0, 1, 'Aucune parcelle n’est entourée à plus de la moitié.'],
  [1, 0, 1, 'La parcelle entourée est déjà choisie.'],
  [3, 0, 5, 'Les 3\u00A0parcelles entourées sont déjà choisies.'],
  [49, 49, 1, null],
  [
    51,
    50,
    1,
    'Un état des risques porte sur 50 parcelles au plus. Vous en entourez 50 de plus que celle déjà choisie\u00A0: entourez-en 49 au plus.',
  ],
  [
    2,
    2,
    49,
    'Un état des risques porte sur 50 parcelles au plus. Vous en entourez 2 de plus que les 49 déjà choisies\u00A0: entourez-en une seule.',
  ],
  [1, 1, 50, 'Un état des risques porte sur 50 parcelles au plus\u00A0: elles sont déjà choisies.'],
])('%i enclosed, %i of them new, %i chosen → %s', (...[found, fresh, chosen, sentence]) => {
  expect(enclosedRefusal({ found, fresh, chosen })).toBe(sentence);
});

it('a viewport → its tiles of zoom 16, unless it is far or too large', () => {
  const around = (reach: number, zoom: number): Viewport => ({
    bounds: [3.5 - reach, 44.518 - reach, 3.5 + reach, 44.518 + reach],
    center: { longitude: 3.5, latitude: 44.518 },
    zoom,
  });
  expect(tilesOf(around(0.0001, 18))).toEqual([{ x: 33_405, y: 23_698 }]);
  expect(tilesOf(around(0.003, 17))).toHaveLength(6);
  expect(tilesOf(around(0.003, 16.5))).toBe('far');
  expect(tilesOf(around(0.05, 17))).toBe('too-many');
});

it('the parcels of its tiles → once each, those in view, none beyond the cap', () => {
  const [one, two] = [parcel('0001', 0), parcel('0002', 5)];
  expect(distinctParcels([[one, two], [one]])).toEqual([one, two]);
  expect(shownIn([one, two], [4, 0, 7, 1])).toEqual([two]);
  const many = Array.from({ length: 1001 }, (_, index) => parcel(String(index).padStart(4, '0'), 0));
  expect(shownIn(many.slice(1), [0, 0, 1, 1])).toHaveLength(1000);
  expect(shownIn(many, [0, 0, 1, 1])).toBeNull();
});
