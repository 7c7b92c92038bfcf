import { area, bbox, featureCollection, intersect, polygon } from '@turf/turf';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  areaOf,
  boundaryDistance,
  commonArea,
  contains,
  distanceToBoundary,
  planeAround,
  type Point,
  type Shape,
} from './geometry.ts';
import { recordedNoise, recordedParcels } from '#test/realdata.ts';

const box = ([x, y]: Point, width: number, height = width): Shape[number][number] => [
  [x, y],
  [x + width, y],
  [x + width, y + height],
  [x, y + height],
  [x, y],
];

/** On the base (0, 0) – (10, 0). */
const triangle = (apex: Point): Shape[number][number] => [[0, 0], [10, 0], apex, [0, 0]];

test.each<[string, Shape, Shape, number]>([
  ['disjoint squares', [[box([0, 0], 10)]], [[box([20, 0], 10)]], 0],
  ['squares that share an edge', [[box([0, 0], 10)]], [[box([10, 0], 10)]], 0],
  ['a corner over a corner', [[box([0, 0], 10)]], [[box([6, 7], 10)]], 12],
  ['a square inside another', [[box([0, 0], 10)]], [[box([2, 2], 3)]], 9],
  ['a square inside a hole', [[box([2, 2], 3)]], [[box([-10, -10], 40), box([1, 1], 8)]], 0],
  ['a square astride a hole', [[box([0, 0], 10)]], [[box([-10, -10], 40), box([5, 0], 40)]], 50],
  ['a cross of two strips', [[box([0, 4], 10, 2)]], [[box([4, 0], 2, 10)]], 4],
  ['triangles whose sides cross', [[triangle([0, 10])]], [[triangle([10, 10])]], 25],
  [
    'polygons of one shape that overlap count once',
    [[box([0, 0], 10)]],
    [[box([0, 0], 6, 10)], [box([4, 0], 6, 10)]],
    100,
  ],
  ['a multi-part shape that meets with one part', [[box([0, 0], 10)], [box([100, 0], 10)]], [[box([105, 5], 50)]], 25],
])('common area: %s', (...[, a, b, expected]) => {
  expect(commonArea(a, b)).toBeCloseTo(expected, 6);
  expect(commonArea(b, a)).toBeCloseTo(expected, 6);
});

test('a point in a hole is outside, and distances see the hole’s edge', () => {
  const ringed: Shape = [[box([0, 0], 100), box([40, 40], 20)]];
  expect(contains(ringed, [10, 10])).toBe(true);
  expect(contains(ringed, [50, 50])).toBe(false);
  expect(distanceToBoundary(ringed, [50, 45])).toBeCloseTo(5, 6);
  expect(boundaryDistance(ringed, [[box([45, 48], 4)]])).toBeCloseTo(5, 6);
});

test('areas agree with an independent library on real parcels and a real noise plan', () => {
  const [parcel] = recordedParcels('cadastre-ign-pci/parcelles-25349-0A.json');
  const plane = planeAround(6.487, 47.178);
  if (!parcel) throw new Error('no parcel recorded');
  expect(areaOf(plane.shape(parcel.outline)) / area(parcel.outline)).toBeCloseTo(1, 2);

  const [zone] = recordedNoise('bruit-peb-lebourget-sample.json');
  if (!zone) throw new Error('no zone recorded');
  const [west, south, east] = bbox(zone.outline);
  const middle = (west + east) / 2;
  const window = polygon([
    [
      [middle, south],
      [middle + 0.02, south],
      [middle + 0.02, south + 0.03],
      [middle, south + 0.03],
      [middle, south],
    ],
  ]);
  const theirs = intersect(featureCollection([window, { type: 'Feature', properties: {}, geometry: zone.outline }]));
  const local = planeAround(middle, south);
  const ours = commonArea(local.shape(window.geometry), local.shape(zone.outline));
  expect(ours / area(theirs ?? window)).toBeCloseTo(1, 2);
});

test('a common area is symmetric and never exceeds either area, whatever the triangles', () => {
  const coordinate = fc.integer({ min: -50, max: 50 });
  const vertex = fc.tuple(coordinate, coordinate);
  const anyTriangle = fc.tuple(vertex, vertex, vertex).map(([p, q, r]): Shape => [[[p, q, r, p]]]);
  fc.assert(
    fc.property(anyTriangle, anyTriangle, (a, b) => {
      const common = commonArea(a, b);
      expect(common).toBeCloseTo(commonArea(b, a), 6);
      expect(common).toBeLessThanOrEqual(Math.min(areaOf(a), areaOf(b)) + 1e-6);
    }),
  );
});
