import type { Position } from 'geojson';

/**
 * Area common to a surface and the parts of a cut zone, in the square of their unit. The surface is a signed sum of
 * triangles from one point; a zone's ring clipped by a triangle (Sutherland–Hodgman) has an exact area, even where it
 * runs twice along a cut. JTS would first repair such rings, and may drop a part.
 *
 * `surface`: polygons, each its outer ring then its holes. `zone`: the same; rings may be closed or not.
 */
export function commonAreaOf(surface: Position[][][], zone: Position[][][]): number {
  return commonAreaOfRings(
    surface,
    zone.flatMap((rings) => rings.map((ring, i) => ({ ring: ring.flat(), sign: i === 0 ? 1 : -1 }))),
  );
}

/** A ring of a part, x, y, x, y…; `sign` is -1 for a hole. */
export type SignedRing = { ring: number[]; sign: number };

/** Measures the common area with the rings of all the parts of the zone. */
export function commonAreaOfRings(surface: Position[][][], zone: SignedRing[]): number {
  const origin = surface[0]?.[0]?.[0];
  if (origin === undefined) return 0;
  let total = 0;
  for (const rings of surface) {
    for (const [i, ring] of rings.entries()) {
      total += (i === 0 ? 1 : -1) * Math.abs(fanArea(ring, origin, zone));
    }
  }
  return Math.max(0, total);
}

/** Zone's area within one ring, signed by the ring's direction. */
function fanArea(ring: Position[], origin: Position, parts: SignedRing[]): number {
  let total = 0;
  for (const [i, corner] of ring.entries()) {
    const next = ring[(i + 1) % ring.length]!;
    const doubled = turn(origin, corner, next);
    if (doubled === 0) continue;
    const triangle = doubled > 0 ? [origin, corner, next] : [origin, next, corner];
    let area = 0;
    for (const part of parts) area += part.sign * areaWithin(part.ring, triangle);
    total += Math.sign(doubled) * area;
  }
  return total;
}

/** Vertices in the making, x, y, x, y…: memory that is used again. */
type Scratch = { numbers: Float64Array; length: number };
let [from, to]: [Scratch, Scratch] = [
  { numbers: new Float64Array(1_024), length: 0 },
  { numbers: new Float64Array(1_024), length: 0 },
];

/** Area of a ring within a triangle that turns left. */
function areaWithin(ring: number[], triangle: Position[]): number {
  // A cut at most doubles the vertices.
  if (from.numbers.length < 8 * ring.length) {
    from.numbers = new Float64Array(16 * ring.length);
    to.numbers = new Float64Array(16 * ring.length);
  }
  from.numbers.set(ring);
  from.length = ring.length;
  for (let i = 0; i < 3 && from.length > 0; i += 1) {
    keepLeft(triangle[i]!, triangle[(i + 1) % 3]!);
    [from, to] = [to, from];
  }
  return Math.abs(ringArea(from));
}

/** The part of a ring on the left of a line. */
function keepLeft(start: Position, end: Position): void {
  const ring = from.numbers;
  const kept = to.numbers;
  const startX = start[0]!;
  const startY = start[1]!;
  const eastward = end[0]! - startX;
  const northward = end[1]! - startY;
  let length = 0;
  let x = ring[from.length - 2]!;
  let y = ring[from.length - 1]!;
  let side = eastward * (y - startY) - northward * (x - startX);
  for (let i = 0; i < from.length; i += 2) {
    const nextX = ring[i]!;
    const nextY = ring[i + 1]!;
    const nextSide = eastward * (nextY - startY) - northward * (nextX - startX);
    if (side >= 0 !== nextSide >= 0) {
      const share = side / (side - nextSide);
      kept[length++] = x + share * (nextX - x);
      kept[length++] = y + share * (nextY - y);
    }
    if (nextSide >= 0) {
      kept[length++] = nextX;
      kept[length++] = nextY;
    }
    x = nextX;
    y = nextY;
    side = nextSide;
  }
  to.length = length;
}

/** Twice the area of a triangle, positive when it turns left. */
const turn = (a: Position, b: Position, c: Position): number =>
  (b[0]! - a[0]!) * (c[1]! - a[1]!) - (b[1]! - a[1]!) * (c[0]! - a[0]!);

function ringArea({ numbers, length }: Scratch): number {
  let doubled = 0;
  for (let i = 0; i < length; i += 2) {
    const next = (i + 2) % length;
    doubled += numbers[i]! * numbers[next + 1]! - numbers[next]! * numbers[i + 1]!;
  }
  return doubled / 2;
}
