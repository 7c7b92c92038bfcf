import { expect, it } from 'vitest';
import { pack, unpack } from './packed-piece.ts';
import type { Piece } from './piece.ts';

/** Vertices some steps apart, `reach` units at most. */
const points = (vertices: number, reach: number): Int32Array =>
  Int32Array.from({ length: 2 * vertices }, (_, i) => 35_000_000 + Math.floor(((i * 0.618034) % 1) * reach));

it('a piece is the same after it was packed: short and long steps, with and without cuts, sites', () => {
  const cuts = Uint8Array.from({ length: 70 }, (_, i) => (i % 31 === 0 || i > 66 ? 1 : 0));
  const pieces: Piece[] = [
    [{ points: points(1, 10), cuts: null }],
    [{ points: points(32, 32_000), cuts: null }],
    [{ points: points(33, 2e9), cuts: null }],
    [
      { points: points(70, 30_000), cuts },
      { points: points(70, 40_000_000), cuts },
      { points: Int32Array.of(0, 0, 32_767, -32_768, 0, 0), cuts: null },
      { points: Int32Array.of(0, 0, 32_768, -32_769, 0, 0), cuts: null },
    ],
  ];
  for (const piece of pieces) {
    const words = Int32Array.of(7, 7, ...pack(piece));
    expect(unpack({ words, at: 2 })).toEqual(piece);
  }
  // A word for each short step, two for each long one; a ring has three others.
  expect(pieces.slice(0, 3).map((piece) => pack(piece).length)).toEqual([4, 4 + 31, 4 + 64]);
});
