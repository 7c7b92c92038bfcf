import type { Position } from 'geojson';

/**
 * Area common to a surface and the parts of a cut zone, in the square of their unit. The surface is a signed sum of
 * triangles from one point; a zone's ring clipped by a triangle (Sutherland–Hodgman) has an exact area, even where it
 * runs twice along a cut. JTS would first repair such rings, and may drop a part.
 *
 * `surface`: polygons, each its outer ring then its holes. `zone`: the same; rings may be closed or not.
 */
export function commonAreaOf(surface: Position[][][], zone: Position[][][]): number {
  const origin = surface[0]?.[0]?.[0];
  if (origin === undefined) return 0;
  const parts = zone.flatMap((rings) => rings.map((ring, i) => ({ ring, sign: i === 0 ? 1 : -1 })));
  const fans = surface.flatMap((rings) => rings.map((ring, i) => ({ ring, sign: i === 0 ? 1 : -1 })));
  const total = fans.reduce((sum, { ring, sign }) => sum + sign * Math.abs(fanArea(ring, origin, parts)), 0);
  return Math.max(0, total);
}

type Part = { ring: Position[]; sign: number };

/** Zone's area within one ring, signed by the ring's direction. */
function fanArea(ring: Position[], origin: Position, parts: Part[]): number {
  return ring.reduce((sum, corner, i) => {
    const next = ring[(i + 1) % ring.length] ?? corner;
    const doubled = turn(origin, corner, next);
    if (doubled === 0) return sum;
    const triangle = doubled > 0 ? [origin, corner, next] : [origin, next, corner];
    const area = parts.reduce((all, part) => all + part.sign * areaWithin(part.ring, triangle), 0);
    return sum + Math.sign(doubled) * area;
  }, 0);
}

/** Area of a ring within a triangle that turns left. */
function areaWithin(ring: Position[], triangle: Position[]): number {
  let kept = ring;
  for (let i = 0; i < 3 && kept.length > 0; i += 1) {
    kept = leftOf(kept, triangle[i] ?? [], triangle[(i + 1) % 3] ?? []);
  }
  return Math.abs(ringArea(kept));
}

function leftOf(ring: Position[], from: Position, to: Position): Position[] {
  const kept: Position[] = [];
  const sides = ring.map((point) => turn(from, to, point));
  for (const [i, point] of ring.entries()) {
    const j = (i + 1) % ring.length;
    const side = sides[i] ?? 0;
    const nextSide = sides[j] ?? 0;
    if (side >= 0) kept.push(point);
    if (side >= 0 === nextSide >= 0) continue;
    const share = side / (side - nextSide);
    kept.push(between(point, ring[j] ?? point, share));
  }
  return kept;
}

const between = ([x = 0, y = 0]: Position, [toX = 0, toY = 0]: Position, share: number): Position => [
  x + share * (toX - x),
  y + share * (toY - y),
];

/** Twice the area of a triangle, positive when it turns left. */
function turn([x1 = 0, y1 = 0]: Position, [x2 = 0, y2 = 0]: Position, [x3 = 0, y3 = 0]: Position): number {
  return (x2 - x1) * (y3 - y1) - (y2 - y1) * (x3 - x1);
}

function ringArea(ring: Position[]): number {
  const doubled = ring.reduce((sum, [x1 = 0, y1 = 0], i) => {
    const [x2 = 0, y2 = 0] = ring[(i + 1) % ring.length] ?? [];
    return sum + x1 * y2 - x2 * y1;
  }, 0);
  return doubled / 2;
}
