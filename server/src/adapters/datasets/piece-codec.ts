import type { Piece, Ring } from '#domain/zones/piece.ts';

/** Int32: number of rings, then for each its vertices (negative when it has cuts), its points, its cut marks. */
export function encodePiece(piece: Piece): Buffer {
  const numbers = [piece.length];
  for (const { points, cuts } of piece) {
    numbers.push(cuts === null ? points.length / 2 : -points.length / 2);
    for (const value of points) numbers.push(value);
    if (cuts !== null) numbers.push(...packed(cuts));
  }
  return Buffer.from(Int32Array.from(numbers).buffer);
}

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

/** 32 marks in each number. */
function packed(cuts: Uint8Array): number[] {
  return Array.from({ length: Math.ceil(cuts.length / 32) }, (_, word) => {
    let bits = 0;
    for (let bit = 0; bit < 32; bit += 1) if (cuts[word * 32 + bit] === 1) bits |= 1 << bit;
    return bits;
  });
}

function unpacked(words: Int32Array, count: number): Uint8Array {
  return Uint8Array.from({ length: count }, (_, i) => ((words[i >> 5] ?? 0) >>> (i & 31)) & 1);
}
