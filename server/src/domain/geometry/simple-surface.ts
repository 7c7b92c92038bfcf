import type { Position } from 'geojson';

/** Beyond, comparing edges may take longer than JTS. */
const MAX_EDGES = 600;
/** A micrometre: nearer than this, an edge may touch another. */
const APART_METRES = 1e-6;

/**
 * True when plain arithmetic is sure that these polygons are a valid surface as they are drawn: each has one ring, no two
 * edges touch but at their common corner, and none is within another. False proves nothing: JTS is then asked.
 */
export function isSimple(polygons: readonly Position[][][]): boolean {
  const rings = polygons.map(([outer = []]) => outer);
  const edges = rings.reduce((sum, ring) => sum + ring.length - 1, 0);
  if (edges > MAX_EDGES || polygons.some(({ length }) => length !== 1)) return false;
  return (
    rings.every(isSimpleRing) && rings.every((ring, i) => rings.slice(i + 1).every((other) => areApart(ring, other)))
  );
}

/** Area of polygons, each its outer ring then its holes. */
export function surfaceOf(polygons: readonly Position[][][]): number {
  const ofPolygon = (rings: Position[][]): number =>
    rings.reduce((sum, ring, i) => sum + (i === 0 ? 1 : -1) * Math.abs(ringArea(ring)), 0);
  return polygons.reduce((sum, rings) => sum + ofPolygon(rings), 0);
}

function ringArea(ring: Position[]): number {
  let doubled = 0;
  for (let i = 1; i < ring.length; i += 1) doubled += cross(ring[0]!, ring[i - 1]!, ring[i]!);
  return doubled / 2;
}

/** Closed, of three edges or more; an edge only meets the next one, which does not turn back on it. */
function isSimpleRing(ring: Position[]): boolean {
  const edges = ring.length - 1;
  if (edges < 3 || !areSame(ring[0]!, ring[edges]!)) return false;
  for (let i = 0; i < edges; i += 1) {
    if (!isOpenCorner(ring[i]!, ring[i + 1]!, ring[i + 2] ?? ring[1]!)) return false;
  }
  return !meetsItself(ring);
}

/** Two edges that do not follow each other may meet. Sorted from west to east, an edge has few others beside it. */
function meetsItself(ring: Position[]): boolean {
  const boxes = boxesOf(ring);
  const order = Array.from({ length: ring.length - 1 }, (_, edge) => edge);
  order.sort((one, other) => boxes[4 * one]! - boxes[4 * other]!);
  for (let i = 0; i < order.length; i += 1) {
    const edge = order[i]!;
    const east = boxes[4 * edge + 2]!;
    for (let j = i + 1; j < order.length && boxes[4 * order[j]!]! <= east; j += 1) {
      if (!boxesTouch(boxes, edge, order[j]!) || areNext(edge, order[j]!, order.length)) continue;
      if (mayMeet(edgeAt(ring, edge), edgeAt(ring, order[j]!))) return true;
    }
  }
  return false;
}

const edgeAt = (ring: Position[], edge: number): Edge => [ring[edge]!, ring[edge + 1]!];

/** The last edge is next to the first one. */
function areNext(one: number, other: number, edges: number): boolean {
  const apart = Math.abs(one - other);
  return apart === 1 || apart === edges - 1;
}

/** West, south, east and north of each edge, a micrometre wider. */
function boxesOf(ring: Position[]): Float64Array {
  const boxes = new Float64Array(4 * (ring.length - 1));
  for (let i = 0; i + 1 < ring.length; i += 1) {
    const [x1, y1, x2, y2] = [ring[i]![0]!, ring[i]![1]!, ring[i + 1]![0]!, ring[i + 1]![1]!];
    boxes[4 * i] = Math.min(x1, x2) - APART_METRES;
    boxes[4 * i + 1] = Math.min(y1, y2) - APART_METRES;
    boxes[4 * i + 2] = Math.max(x1, x2) + APART_METRES;
    boxes[4 * i + 3] = Math.max(y1, y2) + APART_METRES;
  }
  return boxes;
}

/** Most edges are beside each other. */
const boxesTouch = (boxes: Float64Array, i: number, j: number): boolean =>
  boxes[4 * i]! <= boxes[4 * j + 2]! &&
  boxes[4 * j]! <= boxes[4 * i + 2]! &&
  boxes[4 * i + 1]! <= boxes[4 * j + 3]! &&
  boxes[4 * j + 1]! <= boxes[4 * i + 3]!;

const areSame = (one: Position, other: Position): boolean => one[0] === other[0] && one[1] === other[1];

/** Both edges have a length, and the second leaves the line of the first, or goes on along it. */
function isOpenCorner(from: Position, corner: Position, to: Position): boolean {
  if (metresBetween(from, corner) <= APART_METRES || metresBetween(corner, to) <= APART_METRES) return false;
  const isStraight = Math.abs(cross(from, corner, to)) <= APART_METRES * metresBetween(from, corner);
  return !isStraight || metresBetween(from, to) > metresBetween(from, corner) + APART_METRES;
}

type Edge = readonly [Position, Position];

/** False when all of one edge is beside the other, or on one side of its line. */
function mayMeet(one: Edge, other: Edge): boolean {
  return !areBeside(one, other, 0) && !areBeside(one, other, 1) && !isOnOneSide(one, other) && !isOnOneSide(other, one);
}

function areBeside([a, b]: Edge, [c, d]: Edge, axis: 0 | 1): boolean {
  const [low, high] = [Math.min(a[axis]!, b[axis]!), Math.max(a[axis]!, b[axis]!)];
  return Math.min(c[axis]!, d[axis]!) > high + APART_METRES || Math.max(c[axis]!, d[axis]!) < low - APART_METRES;
}

function isOnOneSide([a, b]: Edge, [c, d]: Edge): boolean {
  const margin = APART_METRES * metresBetween(a, b);
  const [one, other] = [cross(a, b, c), cross(a, b, d)];
  return (one > margin && other > margin) || (one < -margin && other < -margin);
}

/** Two rings are apart when their boxes are. */
function areApart(one: Position[], other: Position[]): boolean {
  return ([0, 1] as const).some((axis) => {
    const [ours, theirs] = [one.map((at) => at[axis]!), other.map((at) => at[axis]!)];
    return (
      Math.min(...ours) > Math.max(...theirs) + APART_METRES || Math.max(...ours) < Math.min(...theirs) - APART_METRES
    );
  });
}

const metresBetween = (one: Position, other: Position): number =>
  Math.sqrt((one[0]! - other[0]!) ** 2 + (one[1]! - other[1]!) ** 2);

/** Twice the area of a triangle, positive when it turns left. */
const cross = (a: Position, b: Position, c: Position): number =>
  (b[0]! - a[0]!) * (c[1]! - a[1]!) - (b[1]! - a[1]!) * (c[0]! - a[0]!);
