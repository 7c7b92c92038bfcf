import type { Position } from 'geojson';

/** Ten-millionths of a degree, about a centimetre: the unit of every stored coordinate. */
export const UNITS_PER_DEGREE = 1e7;

/**
 * A ring without its closing point: x, y, x, y… in units. `cuts[i]` is 1 when the edge that leaves vertex i is a cut of
 * ours, not an edge of the original ring; null when none is.
 */
export type Ring = { points: Int32Array; cuts: Uint8Array | null };

/**
 * Part of a zone, its outer ring first, then its holes. After a cut, rings may run twice along it: inside is even-odd.
 * A single ring of one point is a site.
 */
export type Piece = readonly Ring[];

/** `[west, south, east, north]` in units. */
export type Box = readonly [west: number, south: number, east: number, north: number];

export const toUnits = (degrees: number): number => Math.round(degrees * UNITS_PER_DEGREE);

/** GeoJSON rings to a piece; drops closing points, repeated points and rings without an area. */
export function pieceOf(rings: readonly (readonly Position[])[]): Piece {
  const [outer, ...holes] = rings.map(ringOf);
  if (outer === undefined || outer.points.length < 6) return [];
  return [outer, ...holes.filter(({ points }) => points.length >= 6)];
}

export const siteOf = ([longitude = 0, latitude = 0]: Position): Piece => [
  { points: Int32Array.of(toUnits(longitude), toUnits(latitude)), cuts: null },
];

function ringOf(positions: readonly Position[]): Ring {
  const points = new Int32Array(2 * positions.length);
  let length = 0;
  for (const [longitude = 0, latitude = 0] of positions) {
    const x = toUnits(longitude);
    const y = toUnits(latitude);
    if (length > 0 && x === points[length - 2] && y === points[length - 1]) continue;
    points[length] = x;
    points[length + 1] = y;
    length += 2;
  }
  const isClosed = length > 2 && points[0] === points[length - 2] && points[1] === points[length - 1];
  return { points: points.slice(0, isClosed ? length - 2 : length), cuts: null };
}

/** GeoJSON rings of a piece, closed. */
export function positionsOf(piece: Piece): Position[][] {
  return piece.map(({ points }) => {
    const ring: Position[] = [];
    for (let i = 0; i < points.length; i += 2) ring.push(positionAt(points, i));
    return [...ring, positionAt(points, 0)];
  });
}

/** The vertex that starts at that number, in degrees. */
function positionAt(points: Int32Array, i: number): Position {
  return [(points[i] ?? 0) / UNITS_PER_DEGREE, (points[i + 1] ?? 0) / UNITS_PER_DEGREE];
}

export function boxOf(piece: Piece): Box {
  let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity];
  const points = piece[0]?.points ?? [];
  for (let i = 0; i < points.length; i += 2) {
    const x = points[i] ?? 0;
    const y = points[i + 1] ?? 0;
    if (x < west) west = x;
    if (x > east) east = x;
    if (y < south) south = y;
    if (y > north) north = y;
  }
  return [west, south, east, north];
}

export const verticesOf = (piece: Piece): number => piece.reduce((sum, { points }) => sum + points.length / 2, 0);
