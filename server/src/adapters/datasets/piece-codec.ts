import type { Piece, Ring } from '#domain/zones/piece.ts';

/** Int32: number of rings, then for each its vertices (negative when it has cuts), its points, its cut marks. */
export function encodePiece(piece: Piece): Buffer {
  const words = piece.reduce(
    (sum, { points, cuts }) => sum + 1 + points.length + (cuts === null ? 0 : wordsOf(cuts)),
    1,
  );
  const numbers = new Int32Array(words);
  numbers[0] = piece.length;
  let at = 1;
  for (const { points, cuts } of piece) {
    numbers[at] = cuts === null ? points.length / 2 : -points.length / 2;
    numbers.set(points, at + 1);
    at += 1 + points.length;
    if (cuts === null) continue;
    for (const [i, cut] of cuts.entries())
      if (cut === 1) numbers[at + (i >> 5)] = (numbers[at + (i >> 5)] ?? 0) | (1 << (i & 31));
    at += wordsOf(cuts);
  }
  return Buffer.from(numbers.buffer);
}

/** 32 marks in each number. */
const wordsOf = (cuts: Uint8Array): number => Math.ceil(cuts.length / 32);

/** `bytes` starts at a multiple of four in its buffer. */
export function decodePiece(bytes: Buffer): Piece {
  const numbers = new Int32Array(bytes.buffer, bytes.byteOffset, bytes.length / 4);
  const piece: Ring[] = [];
  let at = 1;
  for (let ring = 0; ring < (numbers[0] ?? 0); ring += 1) {
    const vertices = numbers[at] ?? 0;
    const length = 2 * Math.abs(vertices);
    const points = numbers.subarray(at + 1, at + 1 + length);
    at += 1 + length;
    const marks = Math.ceil(length / 64);
    piece.push({ points, cuts: vertices < 0 ? unpacked(numbers.subarray(at, at + marks), length / 2) : null });
    if (vertices < 0) at += marks;
  }
  return piece;
}

function unpacked(words: Int32Array, count: number): Uint8Array {
  return Uint8Array.from({ length: count }, (_, i) => ((words[i >> 5] ?? 0) >>> (i & 31)) & 1);
}
