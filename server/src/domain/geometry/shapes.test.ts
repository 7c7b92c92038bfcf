import { area, bbox, featureCollection, intersect, polygon } from '@turf/turf';
import type { Polygon, Position } from 'geojson';
import { expect, test } from 'vitest';
import {
  areaOf,
  boundaryDistance,
  commonArea,
  contains,
  distanceToBoundary,
  planeAround,
  type Shape,
} from './shapes.ts';
import { REALDATA_HELD, recordedNoise, recordedParcels } from '#test/realdata.ts';

/** A plane in which one unit of these tests is one metre. */
const plane = planeAround(0, 0);
const UNIT = 1 / 111_195;

const box = ([x, y]: [number, number], width: number, height = width): Position[] =>
  [
    [x, y],
    [x + width, y],
    [x + width, y + height],
    [x, y + height],
    [x, y],
  ].map((corner) => corner.map((value) => value * UNIT));
const shape = (...polygons: Position[][][]): Shape =>
  plane.shape(polygons.map((coordinates): Polygon => ({ type: 'Polygon', coordinates })));
const point = (x: number, y: number): Shape => plane.point([x * UNIT, y * UNIT]);

test.each<[string, Shape, Shape, number]>([
  ['disjoint squares', shape([box([0, 0], 10)]), shape([box([20, 0], 10)]), 0],
  ['squares that share an edge', shape([box([0, 0], 10)]), shape([box([10, 0], 10)]), 0],
  ['a corner over a corner', shape([box([0, 0], 10)]), shape([box([6, 7], 10)]), 12],
  ['a square inside another', shape([box([0, 0], 10)]), shape([box([2, 2], 3)]), 9],
  ['a square inside a hole', shape([box([2, 2], 3)]), shape([box([-10, -10], 40), box([1, 1], 8)]), 0],
  ['a square astride a hole', shape([box([0, 0], 10)]), shape([box([-10, -10], 40), box([5, -5], 20)]), 50],
  ['parts of one shape that overlap', shape([box([0, 0], 10)]), shape([box([0, 0], 6, 10)], [box([4, 0], 6, 10)]), 100],
  ['one part of several', shape([box([0, 0], 10)], [box([100, 0], 10)]), shape([box([105, 5], 50)]), 25],
])('common area: %s', (...[, a, b, expected]) => {
  expect(commonArea(a, b)).toBeCloseTo(expected, 4);
  expect(commonArea(b, a)).toBeCloseTo(expected, 4);
});

test('a point in a hole is outside, and distances see the hole’s edge', () => {
  const ringed = shape([box([0, 0], 100), box([40, 40], 20)]);
  expect(contains(ringed, point(10, 10))).toBe(true);
  expect(contains(ringed, point(50, 50))).toBe(false);
  expect(distanceToBoundary(ringed, point(50, 45))).toBeCloseTo(5, 4);
  expect(boundaryDistance(ringed, shape([box([45, 48], 4)]))).toBeCloseTo(5, 4);
});

test('a parcel whose outline crosses itself still has an area', () => {
  const bow: Position[] = [
    [0, 0],
    [10, 10],
    [10, 0],
    [0, 10],
    [0, 0],
  ].map((corner) => corner.map((value) => value * UNIT));
  expect(areaOf(shape([bow]))).toBeGreaterThan(0);
});

test.skipIf(!REALDATA_HELD)('areas agree with an independent library on real parcels and a real noise plan', () => {
  const [parcel] = recordedParcels('cadastre-ign-pci/parcelles-25349-0A.json');
  if (!parcel) throw new Error('no parcel recorded');
  expect(areaOf(planeAround(6.487, 47.178).shape([parcel.outline])) / area(parcel.outline)).toBeCloseTo(1, 2);

  const [zone] = recordedNoise('bruit-peb-lebourget-sample.json');
  if (!zone) throw new Error('no zone recorded');
  const [west, south, east] = bbox(zone.outline);
  const middle = (west + east) / 2;
  const corners = box([middle / UNIT, south / UNIT], 2_000, 3_000);
  const window = polygon([corners]);
  const theirs = intersect(featureCollection([window, { type: 'Feature', properties: {}, geometry: zone.outline }]));
  const local = planeAround(middle, south);
  const ours = commonArea(local.shape([window.geometry]), local.shape([zone.outline]));
  expect(ours / area(theirs ?? window)).toBeCloseTo(1, 2);
});
