import { z } from 'zod';
import { insideRing } from './geometry.ts';
import type { Point } from './geometry.ts';
import type { Box } from './parcels.ts';

const Position = z
  .array(z.number())
  .min(2)
  .transform(([x = 0, y = 0]): Point => [x, y]);
const Line = z.array(Position).min(2);
const Ring = z.array(Position).min(4);

/** A GeoJSON geometry, as API Carto accepts it; anything else is refused. */
export const Geometry = z.discriminatedUnion('type', [
  z.object({ type: z.literal('Point'), coordinates: Position }),
  z.object({ type: z.literal('MultiPoint'), coordinates: z.array(Position).min(1) }),
  z.object({ type: z.literal('LineString'), coordinates: Line }),
  z.object({ type: z.literal('MultiLineString'), coordinates: z.array(Line).min(1) }),
  z.object({ type: z.literal('Polygon'), coordinates: z.array(Ring).min(1) }),
  z.object({ type: z.literal('MultiPolygon'), coordinates: z.array(z.array(Ring).min(1)).min(1) }),
]);
export type Geometry = z.infer<typeof Geometry>;

/** Any geometry as points, open or closed lines, and surfaces by their rings. */
export type Shape = { points: Point[]; lines: Point[][]; surfaces: Point[][][]; box: Box };

export function shapeOf(geometry: Geometry): Shape {
  const [points, lines, surfaces] = parts(geometry);
  const all = [...points, ...lines.flat(), ...surfaces.flat(2)];
  const [xs, ys] = [all.map(([x]) => x), all.map(([, y]) => y)];
  return { points, lines, surfaces, box: [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)] };
}

/** True when the shape and one of the polygons share a point. */
export function meets(shape: Shape, polygons: readonly Point[][][]): boolean {
  return polygons.some(
    (rings) =>
      overlaps(shape.box, boxOf(rings)) &&
      (shape.points.some((point) => insideRings(rings, point)) ||
        shape.lines.some((line) => line.some((point) => insideRings(rings, point)) || crosses(line, rings)) ||
        shape.surfaces.some((surface) => surfacesMeet(surface, rings))),
  );
}

function parts(geometry: Geometry): [Point[], Point[][], Point[][][]] {
  switch (geometry.type) {
    case 'Point':
      return [[geometry.coordinates], [], []];
    case 'MultiPoint':
      return [geometry.coordinates, [], []];
    case 'LineString':
      return [[], [geometry.coordinates], []];
    case 'MultiLineString':
      return [[], geometry.coordinates, []];
    case 'Polygon':
      return [[], [], [geometry.coordinates]];
    case 'MultiPolygon':
      return [[], [], geometry.coordinates];
  }
}

function insideRings(rings: Point[][], point: Point): boolean {
  return rings.filter((ring) => insideRing(ring, point)).length % 2 === 1;
}

function surfacesMeet(a: Point[][], b: Point[][]): boolean {
  return (
    a.flat().some((point) => insideRings(b, point)) ||
    b.flat().some((point) => insideRings(a, point)) ||
    a.some((ring) => crosses(ring, b))
  );
}

function crosses(line: Point[], rings: Point[][]): boolean {
  return segments(line).some(([a, b]) =>
    rings.some((ring) => segments(ring).some(([c, d]) => segmentsCross([a, b], [c, d]))),
  );
}

function segments(line: Point[]): [Point, Point][] {
  return line.slice(1).map((point, i) => [line[i] ?? point, point]);
}

function segmentsCross([a, b]: [Point, Point], [c, d]: [Point, Point]): boolean {
  return turn(a, b, c) * turn(a, b, d) < 0 && turn(c, d, a) * turn(c, d, b) < 0;
}

function turn(a: Point, b: Point, c: Point): number {
  return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
}

function boxOf(rings: Point[][]): Box {
  const box: Box = [Infinity, Infinity, -Infinity, -Infinity];
  for (const [x, y] of rings[0] ?? []) {
    box[0] = Math.min(box[0], x);
    box[1] = Math.min(box[1], y);
    box[2] = Math.max(box[2], x);
    box[3] = Math.max(box[3], y);
  }
  return box;
}

function overlaps(a: Box, b: Box): boolean {
  return a[0] <= b[2] && b[0] <= a[2] && a[1] <= b[3] && b[1] <= a[3];
}
