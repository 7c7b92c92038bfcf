import type { Box, Piece, Ring } from './piece.ts';

/**
 * A piece as releases store it, from that word: number of rings; then for each its vertices shifted by two bits (1: it has
 * cuts, 2: its steps are short), its first vertex in two words, the steps to the next ones, its cut marks, 32 in each
 * word. A short step is one word, east in its lower half and north in its upper one; a long one is two.
 */
export type PackedPiece = { words: Int32Array; at: number };

const HAS_CUTS = 1;
const IS_SHORT = 2;
const FLAG_BITS = 2;

const marksOf = (vertices: number): number => (vertices + 31) >> 5;

export function pack(piece: Piece): Int32Array {
  const rings = piece.map(packedRing);
  const words = new Int32Array(rings.reduce((sum, ring) => sum + ring.length, 1));
  words[0] = piece.length;
  let at = 1;
  for (const ring of rings) {
    words.set(ring, at);
    at += ring.length;
  }
  return words;
}

function packedRing({ points, cuts }: Ring): Int32Array {
  const vertices = points.length / 2;
  const isShort = areShort(points);
  const end = 3 + (vertices - 1) * (isShort ? 1 : 2);
  const words = new Int32Array(end + (cuts === null ? 0 : marksOf(vertices)));
  words[0] = (vertices << FLAG_BITS) | (cuts === null ? 0 : HAS_CUTS) | (isShort ? IS_SHORT : 0);
  words[1] = points[0]!;
  words[2] = points[1]!;
  for (let i = 2, at = 3; i < points.length; i += 2) {
    const [east, north] = [points[i]! - points[i - 2]!, points[i + 1]! - points[i - 1]!];
    if (isShort) words[at++] = (east & 0xffff) | (north << 16);
    else [words[at++], words[at++]] = [east, north];
  }
  cuts?.forEach((cut, i) => {
    if (cut === 1) words[end + (i >> 5)]! |= 1 << (i & 31);
  });
  return words;
}

/** Each step, 327 metres at most, is a number of 16 bits. */
function areShort(points: Int32Array): boolean {
  for (let i = 2; i < points.length; i += 1) {
    const step = points[i]! - points[i - 2]!;
    if (step !== (step << 16) >> 16) return false;
  }
  return true;
}

/** A copy: the words may be in a buffer that is used again. */
export function unpack(packed: PackedPiece): Piece {
  return ringsOf(packed).map(({ words, first, end, vertices, flags }): Ring => {
    const points = new Int32Array(2 * vertices);
    points[0] = words[first - 2]!;
    points[1] = words[first - 1]!;
    for (let i = 2, at = first; i < points.length; i += 2) {
      const isShort = (flags & IS_SHORT) !== 0;
      points[i] = points[i - 2]! + (isShort ? (words[at]! << 16) >> 16 : words[at]!);
      points[i + 1] = points[i - 1]! + (isShort ? words[at]! >> 16 : words[at + 1]!);
      at += isShort ? 1 : 2;
    }
    const hasCuts = (flags & HAS_CUTS) !== 0;
    return { points, cuts: hasCuts ? Uint8Array.from({ length: vertices }, (_, i) => markAt(words, end, i)) : null };
  });
}

/** The steps of a ring are from one word to another, which its marks follow. */
type PackedRing = { words: Int32Array; first: number; end: number; vertices: number; flags: number };

function ringsOf({ words, at }: PackedPiece): PackedRing[] {
  const rings: PackedRing[] = [];
  let start = at + 1;
  for (let left = words[at] ?? 0; left > 0; left -= 1) {
    const [vertices, flags] = [words[start]! >> FLAG_BITS, words[start]!];
    const first = start + 3;
    const end = first + (vertices - 1) * ((flags & IS_SHORT) === 0 ? 2 : 1);
    rings.push({ words, first, end, vertices, flags });
    start = (flags & HAS_CUTS) === 0 ? end : end + marksOf(vertices);
  }
  return rings;
}

const markAt = (words: Int32Array, marks: number, i: number): number =>
  ((words[marks + (i >> 5)] ?? 0) >>> (i & 31)) & 1;

/** In units. */
export type UnitEdge = { x1: number; y1: number; x2: number; y2: number };

/** Two positions within a window, in units. */
export type Positions = { pointX: number; pointY: number; cornerX: number; cornerY: number };

/** `onEdge` is called for each original edge that may meet the window. */
export type Met = { window: Box; positions: Positions; onEdge: (edge: UnitEdge) => void };

export const POINT_INSIDE = 1;
export const CORNER_INSIDE = 2;

/** One pass over a piece: bits for the positions that are inside, by the even-odd rule. */
export function meet(packed: PackedPiece, met: Met): number {
  let inside = 0;
  for (const ring of ringsOf(packed)) inside ^= meetRing(ring, met);
  return inside;
}

function meetRing(ring: PackedRing, met: Met): number {
  const { words, first, vertices, flags } = ring;
  const south = met.window[1];
  const north = met.window[3];
  const step = (flags & IS_SHORT) === 0 ? 2 : 1;
  let inside = 0;
  let x1 = words[first - 2]!;
  let y1 = words[first - 1]!;
  for (let i = 1, at = first; i < vertices; i += 1, at += step) {
    const x2 = x1 + (step === 1 ? (words[at]! << 16) >> 16 : words[at]!);
    const y2 = y1 + (step === 1 ? words[at]! >> 16 : words[at + 1]!);
    // Most edges are on one side of the window.
    const isBetween = (y1 <= north || y2 <= north) && (y1 >= south || y2 >= south);
    if (isBetween) inside ^= meetEdge({ x1, y1, x2, y2 }, ring, { met, i });
    x1 = x2;
    y1 = y2;
  }
  return inside ^ meetEdge({ x1, y1, x2: words[first - 2]!, y2: words[first - 1]! }, ring, { met, i: vertices });
}

/** The edge that leads to that vertex. */
function meetEdge(edge: UnitEdge, { words, end, flags }: PackedRing, { met, i }: { met: Met; i: number }): number {
  const isCut = (flags & HAS_CUTS) !== 0 && markAt(words, end, i - 1) === 1;
  if (!isCut && isAcross(edge, met.window)) met.onEdge(edge);
  return crossed(edge, met.positions);
}

/** Bits of the positions from which a ray to the east crosses the edge. */
function crossed(edge: UnitEdge, { pointX, pointY, cornerX, cornerY }: Positions): number {
  return (isLeftOf(edge, pointX, pointY) ? POINT_INSIDE : 0) | (isLeftOf(edge, cornerX, cornerY) ? CORNER_INSIDE : 0);
}

const isLeftOf = ({ x1, y1, x2, y2 }: UnitEdge, x: number, y: number): boolean =>
  y1 > y !== y2 > y && x < x1 + ((y - y1) / (y2 - y1)) * (x2 - x1);

/** False when both ends of the edge are on the same outer side of the box. */
export function isAcross({ x1, y1, x2, y2 }: UnitEdge, box: Box): boolean {
  const isBetween = Math.max(x1, x2) >= box[0] && Math.min(x1, x2) <= box[2];
  return isBetween && Math.max(y1, y2) >= box[1] && Math.min(y1, y2) <= box[3];
}
