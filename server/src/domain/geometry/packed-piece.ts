import type { Box, Piece, Ring } from './piece.ts';

/**
 * A piece as releases store it, from that word: number of rings; then for each its vertices shifted by two bits (1: it has
 * cuts, 2: its steps are short), its first vertex in two words, the steps to the next ones, its cut marks, 32 in each
 * word. A short step is one word, east in its lower half and north in its upper one; a long one is two.
 */
export type PackedPiece = { words: Int32Array; at: number };

export const HAS_CUTS = 1;
export const IS_SHORT = 2;
export const FLAG_BITS = 2;

export const marksOf = (vertices: number): number => (vertices + 31) >> 5;

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

export const markAt = (words: Int32Array, marks: number, i: number): number =>
  ((words[marks + (i >> 5)] ?? 0) >>> (i & 31)) & 1;

/**
 * Rings of a piece, x, y, x, y… in units. Where several vertices that follow lie beyond the same side of the box, only the
 * first and the last are kept: within the box, the rings bound the same area.
 */
export function ringsNear(packed: PackedPiece, box: Box): number[][] {
  return ringsOf(packed).map((ring) => near(ring, box));
}

function near({ words, first, end, flags }: PackedRing, box: Box): number[] {
  const isShort = (flags & IS_SHORT) !== 0;
  const kept: number[] = [];
  let x = words[first - 2]!;
  let y = words[first - 1]!;
  let side = sidesOf(x, y, box);
  // Sides that all vertices from the last kept one have in common; none before the first one, which is kept.
  let common = 0;
  for (let at = first; at < end; at += isShort ? 1 : 2) {
    const nextX = x + (isShort ? (words[at]! << 16) >> 16 : words[at]!);
    const nextY = y + (isShort ? words[at]! >> 16 : words[at + 1]!);
    const next = sidesOf(nextX, nextY, box);
    if ((common & next) === 0) {
      kept.push(x, y);
      common = side;
    }
    common &= next;
    x = nextX;
    y = nextY;
    side = next;
  }
  kept.push(x, y);
  return kept;
}

/** Bits of the sides of the box beyond which a position lies. */
const sidesOf = (x: number, y: number, [west, south, east, north]: Box): number =>
  (x < west ? 1 : 0) | (x > east ? 2 : 0) | (y < south ? 4 : 0) | (y > north ? 8 : 0);
