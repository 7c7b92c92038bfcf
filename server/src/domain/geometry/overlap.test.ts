import { expect, test } from 'vitest';
import { distanceTo } from './shapes.ts';
import { isInside, metresToParcels, overlapOf, placeZones, propertyAt } from './overlap.ts';
import { noiseZone, place, ring, square } from '#test/facts.ts';

const parcelOf20 = square(-10, -10, 20);

test.each([
  [
    'covers the whole parcel, far from its edge',
    square(-100, -100, 300),
    { touchesParcel: true, shareOfParcel: 1, distanceMetres: 0, nearBoundary: false },
  ],
  [
    'covers the whole parcel, edge at 10 m',
    square(-20, -20, 300),
    { touchesParcel: true, shareOfParcel: 1, distanceMetres: 0, nearBoundary: true },
  ],
  [
    'covers half of it',
    square(0, -100, 300),
    { touchesParcel: true, shareOfParcel: 0.5, distanceMetres: 0, nearBoundary: true },
  ],
  [
    'only shares an edge',
    square(10, -10, 20),
    { touchesParcel: false, shareOfParcel: 0, distanceMetres: 0, nearBoundary: true },
  ],
  [
    'is at 25 m',
    square(35, -10, 20),
    { touchesParcel: false, shareOfParcel: 0, distanceMetres: 25, nearBoundary: true },
  ],
  [
    'is at 35 m',
    square(45, -10, 20),
    { touchesParcel: false, shareOfParcel: 0, distanceMetres: 35, nearBoundary: false },
  ],
  [
    'lies wholly inside the parcel',
    square(-2, -2, 4),
    { touchesParcel: true, shareOfParcel: 0.04, distanceMetres: 0, nearBoundary: true },
  ],
])('a zone that %s', (_, outline, expected) => {
  expect(overlapOf(propertyAt(place(parcelOf20)), outline)).toMatchObject(expected);
});

test('a parcel in two parts is touched when one part is', () => {
  const twoParts = { type: 'MultiPolygon' as const, coordinates: [[ring(-10, -10, 20)], [ring(200, 0, 20)]] };
  const overlap = overlapOf(propertyAt(place(twoParts)), square(190, -10, 40));
  expect(overlap).toMatchObject({ touchesParcel: true, containsPoint: false, shareOfParcel: 0.5, distanceMetres: 0 });
});

test('several parcels count as one property', () => {
  const overlap = overlapOf(propertyAt(place(parcelOf20, square(100, 0, 20), square(200, 0, 40))), square(100, 0, 20));
  expect(overlap).toMatchObject({ touchesParcel: true, shareOfParcel: 0.1667 });
});

test('a position is measured from parcels as JTS measures it: within, in a hole, between them and beyond', () => {
  const holed = { type: 'MultiPolygon' as const, coordinates: [[ring(0, 0, 100), ring(30, 30, 20)]] };
  const property = propertyAt(place(holed, square(100, 0, 40), square(130, 20, 40)));
  for (let i = 0; i < 300; i += 1) {
    const at = property.plane.unproject([300 * ((i * 0.618034) % 1) - 60, 220 * ((i * 0.754878) % 1) - 60]);
    const expected = distanceTo(property.parcels, property.plane.point(at));
    expect([i, metresToParcels(property, at)]).toEqual([i, expect.closeTo(expected, 6)]);
  }
});

test('zones far away by their box are left out as those that are measured', () => {
  const property = propertyAt(place(parcelOf20, square(60, 0, 20)));
  const zones = Array.from({ length: 200 }, (_, i) => {
    const [x, y] = [220 * ((i * 0.618034) % 1) - 90, 180 * ((i * 0.754878) % 1) - 90];
    return noiseZone('A', square(x, y, 5 + (i % 20)), String(i));
  });
  const placed = placeZones(property, zones);
  const overlaps = zones.map(({ outline }) => overlapOf(property, outline));
  const near = zones.filter((_, i) => !isInside(overlaps[i]!) && overlaps[i]!.nearBoundary);
  expect(placed.zones).toHaveLength(overlaps.filter(isInside).length);
  expect(placed.nearby.map(({ aerodrome }) => aerodrome)).toEqual(near.map(({ aerodrome }) => aerodrome));
  expect(near.length).toBeGreaterThan(20);
  expect(zones.length - near.length).toBeGreaterThan(50);
  // Where it lies proves nothing of a zone without a surface.
  const [flat, whole] = [noiseZone('A', square(5_000, 0, 0)), noiseZone('B', square(0, 0, 20))];
  const found = placeZones(property, [flat, whole]);
  expect([found.zones.length, found.nearby, found.unreadable]).toEqual([1, [], [flat]]);
});

test('without a parcel the point decides', () => {
  const zones = [
    noiseZone('A', square(-100, -100, 300)),
    noiseZone('B', square(12, -5, 10)),
    noiseZone('C', square(40, 0, 10)),
  ];
  const placed = placeZones(propertyAt(place()), zones);
  expect(placed.zones.map(({ zone }) => zone)).toEqual(['A']);
  expect(placed.nearby.map(({ zone, overlap }) => [zone, overlap.distanceMetres])).toEqual([['B', 12]]);
});
