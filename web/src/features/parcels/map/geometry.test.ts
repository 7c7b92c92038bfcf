import type { MultiPolygon } from '@clairisque/contract/parcels.ts';
import { describe, expect, it } from 'vitest';
import { contains, isInFrance, pointInside } from './geometry.ts';

const shape = (...polygons: [number, number][][][]): MultiPolygon => ({ type: 'MultiPolygon', coordinates: polygons });
const square = (x: number, y: number, side: number): [number, number][] => [
  [x, y],
  [x + side, y],
  [x + side, y + side],
  [x, y + side],
  [x, y],
];
const U: [number, number][] = [
  [0, 0],
  [9, 0],
  [9, 9],
  [8, 9],
  [8, 1],
  [1, 1],
  [1, 9],
  [0, 9],
  [0, 0],
];

describe('a point that stands for a parcel', () => {
  it.each([
    ['a square', shape([square(2, 48, 1)])],
    ['a U, whose centroid is outside', shape([U])],
    ['a square with a hole in its middle', shape([square(0, 0, 9), square(2, 2, 5)])],
    ['two parts', shape([square(0, 0, 1)], [square(5, 0, 4)])],
  ])('lies inside %s', (_, parcel) => {
    expect(contains(parcel, pointInside(parcel))).toBe(true);
  });

  it('is not in a hole', () => {
    expect(contains(shape([square(0, 0, 9), square(2, 2, 5)]), { longitude: 4, latitude: 4 })).toBe(false);
  });
});

describe('France', () => {
  it.each([
    ['Paris', 2.3522, 48.8566, true],
    ['Bonifacio', 9.16, 41.39, true],
    ['Saint-Denis de La Réunion', 55.45, -20.88, true],
    ['Cayenne', -52.33, 4.93, true],
    ['Mamoudzou', 45.23, -12.78, true],
    ['Londres', -0.12, 51.5, false],
    ['the Atlantic', -30, 45, false],
    ['swapped coordinates', 48.8566, 2.3522, false],
  ])('%s', (...[, longitude, latitude, expected]) => {
    expect(isInFrance({ longitude, latitude })).toBe(expected);
  });
});
