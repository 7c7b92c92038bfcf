import jsqr from 'jsqr';
import { expect, it } from 'vitest';
import { qr } from './qr.ts';
import type { Qr } from './qr.ts';

const PIXELS = 4;
/** Modules of white that a reader asks for around the code. */
const QUIET = 4;

/** The path's rectangles, as a reader's camera sees them. */
function painted({ size, path }: Qr): { pixels: Uint8ClampedArray; side: number } {
  const side = (size + 2 * QUIET) * PIXELS;
  const pixels = new Uint8ClampedArray(side * side * 4).fill(255);
  for (const [, x = '', y = '', width = ''] of path.matchAll(/M(\d+) (\d+)h(\d+)v1h-\3z/gu)) {
    const [left, top] = [(Number(x) + QUIET) * PIXELS, (Number(y) + QUIET) * PIXELS];
    for (let row = top; row < top + PIXELS; row += 1)
      for (let column = left; column < left + Number(width) * PIXELS; column += 1)
        pixels.fill(0, (row * side + column) * 4, (row * side + column) * 4 + 3);
  }
  return { pixels, side };
}

it.each(['https://clairisque.fr/verification/ERP-2026-000123', `https://example.org/${'verification/'.repeat(12)}-R1`])(
  'draws %s so that a reader finds it',
  (address) => {
    const { pixels, side } = painted(qr(address));
    expect(jsqr.default(pixels, side, side)?.data).toBe(address);
  },
);

it('keeps to its square', () => {
  const { size, path } = qr('https://clairisque.fr/verification/ERP-2026-000123');
  const ends = [...path.matchAll(/M(\d+) (\d+)h(\d+)/gu)].map(([, x, , width]) => Number(x) + Number(width));
  expect([size, Math.max(...ends)]).toEqual([33, 33]);
  expect(path.replaceAll(/M\d+ \d+h(\d+)v1h-\1z/gu, '')).toBe('');
});
