import { boxOf, verticesOf, type Piece, type Ring } from './piece.ts';

/** A query reads whole pieces: short ones keep it fast, whatever the size of the zone. */
export const MAX_VERTICES = 256;

/**
 * Splits a polygon at half its longer side until each piece has at most 256 vertices. The pieces cover the polygon
 * without overlap, to a unit; their cuts are marked, so that distances are measured to the original rings.
 */
export function split(piece: Piece, maxVertices = MAX_VERTICES): Piece[] {
  if (verticesOf(piece) <= maxVertices) return piece.length === 0 ? [] : [piece];
  const [west, south, east, north] = boxOf(piece);
  // Crowded vertices: no line separates them.
  if (east - west < 2 && north - south < 2) return [piece];
  const line: Line =
    east - west >= north - south
      ? { axis: 0, at: Math.floor((west + east) / 2) }
      : { axis: 1, at: Math.floor((south + north) / 2) };
  return [
    ...split(half(piece, { ...line, side: -1 }), maxVertices),
    ...split(half(piece, { ...line, side: 1 }), maxVertices),
  ];
}

/** The part of a piece within a box; cuts are marked. */
export function clip(piece: Piece, [west, south, east, north]: readonly [number, number, number, number]): Piece {
  const sides: Side[] = [
    { axis: 0, at: west, side: 1 },
    { axis: 0, at: east, side: -1 },
    { axis: 1, at: south, side: 1 },
    { axis: 1, at: north, side: -1 },
  ];
  return sides.reduce(half, piece);
}

/** `axis` 0 is x = `at`, 1 is y = `at`; `side` -1 keeps the lesser coordinates, 1 the greater. */
type Line = { axis: 0 | 1; at: number };
type Side = Line & { side: -1 | 1 };

/** Sutherland–Hodgman, ring by ring: exact for the even-odd rule and for areas, whatever the shape. */
function half(piece: Piece, side: Side): Piece {
  const [outer, ...holes] = piece.map((ring) => halfOf(ring, side));
  if (outer === undefined || isFlat(outer, side)) return [];
  return [outer, ...holes.filter((hole) => !isFlat(hole, side))];
}

/** Nothing left but the cut. */
function isFlat({ points }: Ring, { axis, at }: Side): boolean {
  if (points.length < 6) return true;
  for (let i = axis; i < points.length; i += 2) if (points[i] !== at) return false;
  return true;
}

function halfOf(ring: Ring, line: Side): Ring {
  const { points, cuts } = ring;
  const { axis, at, side } = line;
  const { kept, marks, add } = vertices();
  const isKept = (i: number): boolean => ((points[i + axis] ?? 0) - at) * side >= 0;
  for (let i = 0; i < points.length; i += 2) {
    const next = (i + 2) % points.length;
    const cut = cuts?.[i / 2] ?? 0;
    const isIn = isKept(i);
    if (isIn) add(points[i] ?? 0, points[i + 1] ?? 0, cut);
    if (isIn === isKept(next)) continue;
    const [x, y] = crossing(points, [i, next], line);
    add(x, y, isIn ? 1 : cut);
  }
  return closed(kept, marks);
}

/** A ring in the making; a repeated vertex takes the mark of its last edge. */
function vertices() {
  const kept: number[] = [];
  const marks: number[] = [];
  const add = (x: number, y: number, cut: number): void => {
    if (kept.length > 0 && kept.at(-2) === x && kept.at(-1) === y) marks.pop();
    else kept.push(x, y);
    marks.push(cut);
  };
  return { kept, marks, add };
}

/** Gives one point from both sides: an edge is crossed in the order of its coordinates, not of its ring. */
function crossing(points: Int32Array, [one, other]: [number, number], { axis, at }: Line): [number, number] {
  const isOrdered = (points[one + axis] ?? 0) < (points[other + axis] ?? 0);
  const [i, j] = isOrdered ? [one, other] : [other, one];
  const from = points[i + axis] ?? 0;
  const across = 1 - axis;
  const start = points[i + across] ?? 0;
  const value = Math.round(
    start + ((at - from) / ((points[j + axis] ?? 0) - from)) * ((points[j + across] ?? 0) - start),
  );
  return axis === 0 ? [at, value] : [value, at];
}

function closed(kept: number[], marks: number[]): Ring {
  const isRepeated = kept.length > 2 && kept[0] === kept.at(-2) && kept[1] === kept.at(-1);
  const points = Int32Array.from(isRepeated ? kept.slice(0, -2) : kept);
  const cuts = Uint8Array.from(isRepeated ? marks.slice(0, -1) : marks);
  return { points, cuts: cuts.includes(1) ? cuts : null };
}
