import { booleanPointInPolygon } from '@turf/turf';
import { expect, test } from 'vitest';
import { aParcel, aPlace } from '#test/supplier-deps.ts';
import { coveringPoints, interiorPoints, lonLat, reachMetres, spreadPoints } from './place-points.ts';

type Ring = [number, number][];
const square: Ring = [
  [2, 48],
  [2.01, 48],
  [2.01, 48.01],
  [2, 48.01],
  [2, 48],
];
const hole: Ring = [
  [2.001, 48.001],
  [2.009, 48.001],
  [2.009, 48.009],
  [2.001, 48.009],
  [2.001, 48.001],
];
const hook: Ring = [
  [2, 48],
  [2.01, 48],
  [2.01, 48.01],
  [2.009, 48.01],
  [2.009, 48.001],
  [2, 48.001],
  [2, 48],
];

test.each([
  ['a ring around a courtyard', [square, hole]],
  ['a hook', [hook]],
])('%s: the point is well inside', (_, part) => {
  const outline = { type: 'MultiPolygon' as const, coordinates: [part] };
  const [point] = interiorPoints(aPlace({ parcels: [{ ...aParcel(2, 48), outline }] }));
  const at = [point?.longitude ?? 0, point?.latitude ?? 0];
  expect(booleanPointInPolygon(at, outline, { ignoreBoundary: true })).toBe(true);
});

test('the user’s point represents the part that contains it, or the place when no parcel is known', () => {
  const place = aPlace({ longitude: 2.3761, latitude: 48.8301 });
  expect(interiorPoints(place).map(lonLat)).toEqual(['2.376100,48.830100']);
  const parcels = [aParcel(2.376, 48.83), aParcel(2.4, 48.83)];
  const points = interiorPoints({ ...place, parcels }).map(lonLat);
  expect(points).toEqual(['2.376100,48.830100', '2.400100,48.830100']);
});

test.each([
  ['a house’s plot', 20, { most: 1, reachAll: true, span: 0 }],
  ['a large plot', 80, { most: 9, reachAll: true, span: 50 }],
  ['a field of 300 m', 300, { most: 9, reachAll: false, span: 200 }],
])('%s: points are spread inside it, nine at most', (_, side, { most, reachAll, span }) => {
  const parcel = aParcel(2.376, 48.83, side);
  const spread = spreadPoints(aPlace({ longitude: 2.3761, latitude: 48.8301, parcels: [parcel] }));
  expect(spread.reachAll).toBe(reachAll);
  expect(spread.points.length).toBeLessThanOrEqual(most);
  for (const { longitude, latitude } of spread.points)
    expect(booleanPointInPolygon([longitude, latitude], parcel.outline, { ignoreBoundary: true })).toBe(true);
  const longitudes = spread.points.map(({ longitude }) => longitude);
  expect(Math.max(...longitudes) - Math.min(...longitudes)).toBeGreaterThanOrEqual(span / 100_000);
});

test('without a parcel, the point does not represent the whole property', () => {
  expect(spreadPoints(aPlace())).toMatchObject({ points: [{ longitude: 2.376 }], reachAll: false });
});

test('a large part has points at its four extremities, within reach of its corners', () => {
  const place = aPlace({ longitude: 2.376, latitude: 48.83, parcels: [aParcel(2.376, 48.83, 1000)] });
  expect(coveringPoints(place).length).toBeGreaterThan(2);
  // 0.01° each way: 1 112 m by 732 m.
  expect(reachMetres(place)).toBeCloseTo(1331 + 100, -1);
  expect(coveringPoints(aPlace({ parcels: [aParcel(2.376, 48.83)] }))).toHaveLength(1);
});
