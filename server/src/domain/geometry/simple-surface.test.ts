import type { Position } from 'geojson';
import GeometryFactory from 'jsts/org/locationtech/jts/geom/GeometryFactory.js';
import IsValidOp from 'jsts/org/locationtech/jts/operation/valid/IsValidOp.js';
import GeoJSONReader from 'jsts/org/locationtech/jts/io/GeoJSONReader.js';
import { expect, it } from 'vitest';
import { isSimple, surfaceOf } from './simple-surface.ts';

const reader = new GeoJSONReader(new GeometryFactory());
const drawn = (coordinates: Position[][][]) => reader.read({ type: 'MultiPolygon', coordinates });

/** Corners in any order, on a small grid: some rings cross, touch or turn back on themselves. */
function ring(seed: number): Position[] {
  const at = (i: number): number => Math.floor((((seed * 16 + i) ** 2 * 0.618034) % 1) * 9);
  const corners = Array.from({ length: 3 + (seed % 5) }, (_, i): Position => [at(2 * i), at(2 * i + 1)]);
  return [...corners, corners[0] ?? []];
}

it('what it calls simple is valid for JTS, with the same area', () => {
  let [simple, valid] = [0, 0];
  for (let seed = 0; seed < 4_000; seed += 1) {
    const other = ring(seed + 7_000).map(([x = 0, y = 0]): Position => [x + (seed % 3) * 5, y]);
    const polygons = seed % 4 === 0 ? [[ring(seed)], [other]] : [[ring(seed)]];
    const shape = drawn(polygons);
    if (IsValidOp.isValid(shape)) valid += 1;
    if (!isSimple(polygons)) continue;
    simple += 1;
    expect([seed, IsValidOp.isValid(shape)]).toEqual([seed, true]);
    expect(surfaceOf(polygons)).toBeCloseTo(shape.getArea(), 9);
  }
  expect(simple).toBeGreaterThan(500);
  expect(simple / valid).toBeGreaterThan(0.8);
});

it('leaves holes, open rings and repeated corners to JTS', () => {
  const square: Position[] = [
    [0, 0],
    [4, 0],
    [4, 4],
    [0, 4],
    [0, 0],
  ];
  expect(isSimple([[square]])).toBe(true);
  expect(isSimple([[square, square.map(([x = 0, y = 0]) => [1 + x / 4, 1 + y / 4])]])).toBe(false);
  expect(isSimple([[square.slice(0, -1)]])).toBe(false);
  expect(isSimple([[square.toSpliced(1, 0, [0, 0])]])).toBe(false);
  expect(isSimple([[square], [square.map(([x = 0, y = 0]) => [x + 4, y])]])).toBe(false);
});
