import type { Polygon, Position } from 'geojson';
import { describe, expect, it } from 'vitest';
import { boundaryDistance, distanceToBoundary, planeAround } from './shapes.ts';
import { Edges, edgesOf } from './edges.ts';

/** At latitude 0, a hundred-thousandth of a degree is 1.11195 m both ways. */
const UNIT = 1.11195;
const plane = planeAround(0, 0);

/** A triangle of some twenty units, its corners on whole ones so that some touch, cross or share a side. */
function triangle(seed: number): Position[] {
  const at = (i: number): number => Math.floor((((seed * 8 + i) ** 2 * 0.618034) % 1) * 12);
  const [x, y] = [at(1), at(2)];
  const corners: Position[] = [
    [x, y],
    [x + 2 + (at(3) % 8), y + (at(4) % 2)],
    [x + (at(5) % 2), y + 2 + (at(6) % 8)],
  ];
  return [...corners, corners[0] ?? []];
}
const inDegrees = (ring: Position[]): Polygon => ({
  type: 'Polygon',
  coordinates: [ring.map(([x = 0, y = 0]) => [x * 1e-5, y * 1e-5])],
});
const inMetres = (ring: Position[]) => edgesOf([ring.map(([x = 0, y = 0]) => [x * UNIT, y * UNIT])]);

describe('distances to edges', () => {
  it('are those of JTS, whether boundaries are apart, touch or cross', () => {
    const found: number[] = [];
    for (let i = 0; i < 400; i += 1) {
      const [one, other] = [triangle(i), triangle(i + 1_000)];
      const expected = boundaryDistance(plane.shape([inDegrees(one)]), plane.shape([inDegrees(other)]));
      found.push(inMetres(one).metresTo(inMetres(other)));
      expect([i, found.at(-1)]).toEqual([i, expect.closeTo(expected, 6)]);
    }
    expect(found.filter((metres) => metres < 1e-9).length).toBeGreaterThan(20);
    expect(found.filter((metres) => metres > 1).length).toBeGreaterThan(200);
  });

  it('are those of JTS from a point, inside or outside', () => {
    for (let i = 0; i < 100; i += 1) {
      const [ring, [x = 0, y = 0] = []] = [triangle(i), triangle(i + 500)[0]];
      const expected = distanceToBoundary(plane.shape([inDegrees(ring)]), plane.point([x * 1e-5, y * 1e-5]));
      expect(inMetres(ring).metresFrom(x * UNIT, y * UNIT)).toBeCloseTo(expected, 6);
    }
  });

  it('are endless without an edge', () => {
    expect(new Edges([]).metresFrom(0, 0)).toBe(Infinity);
    expect(new Edges([]).metresTo(inMetres(triangle(1)))).toBe(Infinity);
  });
});
