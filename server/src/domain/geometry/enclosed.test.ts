import type { Position } from 'geojson';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { propertyRuns } from '../../../../tests/harness/property-runs.ts';
import { areaOf, boundaryDistance, commonArea, contains, planeAround, type Shape } from './shapes.ts';

const plane = planeAround(0, 0);
const degrees = ([x = 0, y = 0]: Position): Position => plane.unproject([x, y]);
const shape = (...polygons: Position[][][]): Shape =>
  plane.shape(
    polygons.map((rings) => ({ type: 'Polygon' as const, coordinates: rings.map((ring) => ring.map(degrees)) })),
  );
const square = (x: number, y: number, side: number): Position[] => [[x, y], [x + side, y], [x + side, y + side], [x, y + side], [x, y]]; // prettier-ignore
const TRIANGLE: Position[] = [[0, 0], [60, 0], [0, 60], [0, 0]]; // prettier-ignore

test.each<[string, Position[][], number]>([
  ['a triangle drawn twice over', [[...TRIANGLE, ...TRIANGLE.slice(1)]], 1800],
  [
    'both lobes of a bow tie',
    [
      [
        [0, 0],
        [60, 60],
        [60, 0],
        [0, 60],
        [0, 0],
      ],
    ],
    1800,
  ],
  [
    'a square with a spike',
    [
      [
        [0, 0],
        [60, 0],
        [90, 0],
        [60, 0],
        [60, 60],
        [0, 60],
        [0, 0],
      ],
    ],
    3600,
  ],
  ['two squares that overlap in one ring', [[...square(0, 0, 60), ...square(0, 0, 30)]], 3600],
  ['a hole drawn twice over', [square(0, 0, 60), [...square(10, 10, 20), ...square(10, 10, 20).slice(1)]], 3200],
  [
    'a hole that is a bow tie',
    [
      square(0, 0, 60),
      [
        [10, 10],
        [30, 30],
        [30, 10],
        [10, 30],
        [10, 10],
      ],
    ],
    3400,
  ],
  [
    'nothing but a line',
    [
      [
        [0, 0],
        [60, 0],
        [0, 0],
        [0, 0],
      ],
    ],
    0,
  ],
  [
    'fewer corners than a surface',
    [
      [
        [0, 0],
        [60, 0],
        [0, 0],
      ],
    ],
    0,
  ],
])('the surface of %s', (_, rings, expected) => {
  expect(areaOf(shape(rings))).toBeCloseTo(expected, 0);
});

test('whatever is drawn: what a ring turns around is inside, and measures never throw', () => {
  // On a coarse grid, edges often meet, overlap and are drawn again.
  const step = fc.integer({ min: -4, max: 4 }).map((steps) => steps * 10);
  const ring = fc.array(fc.tuple(step, step), { minLength: 2, maxLength: 7 });
  const polygon = fc.array(ring, { minLength: 1, maxLength: 2 });
  const drawing = fc.array(polygon, { minLength: 1, maxLength: 2 });
  const at = fc.tuple(fc.double({ min: -45, max: 45, noNaN: true }), fc.double({ min: -45, max: 45, noNaN: true }));
  fc.assert(
    fc.property(drawing, drawing, at, (one, other, point) => {
      const [a, b] = [shape(...one), shape(...other)];
      const common = commonArea(a, b);
      expect(common).toBeLessThanOrEqual(Math.min(areaOf(a), areaOf(b)) + 0.01);
      expect(common).toBeCloseTo(commonArea(b, a), 1);
      expect(boundaryDistance(a, b)).toBeGreaterThanOrEqual(0);
      const here = plane.point(degrees(point));
      if (one.flat().some((ring) => isOnEdge(ring, point))) return;
      const isInside = one.some(
        ([outer = [], ...holes]) => turns(outer, point) && !holes.some((hole) => turns(hole, point)),
      );
      expect(contains(a, here)).toBe(isInside);
    }),
    propertyRuns(120),
  );
});

/** Within the centimetre of our coordinates; each edge, also of rings without a surface. */
function isOnEdge(ring: Position[], [x = 0, y = 0]: Position): boolean {
  return [...ring, ...ring.slice(0, 1)].slice(1).some(([x2 = 0, y2 = 0], i) => {
    const [x1 = 0, y1 = 0] = ring[i] ?? [];
    const length = (x2 - x1) ** 2 + (y2 - y1) ** 2;
    const along = length === 0 ? 0 : Math.max(0, Math.min(1, ((x - x1) * (x2 - x1) + (y - y1) * (y2 - y1)) / length));
    return Math.hypot(x - x1 - along * (x2 - x1), y - y1 - along * (y2 - y1)) < 0.05;
  });
}

/** By the angles under which a point sees the edges. */
function turns(ring: Position[], [x, y]: Position): boolean {
  if (ring.length < 3) return false;
  const seen = [...ring, ...ring.slice(0, 1)].map(([east = 0, north = 0]) =>
    Math.atan2(north - (y ?? 0), east - (x ?? 0)),
  );
  const sum = seen
    .slice(1)
    .reduce((all, angle, i) => all + Math.atan2(Math.sin(angle - (seen[i] ?? 0)), Math.cos(angle - (seen[i] ?? 0))), 0);
  return Math.abs(sum) > 1;
}
