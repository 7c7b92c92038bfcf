import jsqr from 'jsqr';
import { expect, it } from 'vitest';
import { qr } from './qr.ts';
import type { Qr } from './qr.ts';

const PIXELS = 4;
/** White modules that a reader needs around the code. */
const QUIET = 4;

/** The rows as a camera sees them. */
function painted({ rows }: Qr): { pixels: Uint8ClampedArray; side: number } {
  const side = (rows.length + 2 * QUIET) * PIXELS;
  const pixels = new Uint8ClampedArray(side * side * 4).fill(255);
  for (let y = 0; y < side; y += 1)
    for (let x = 0; x < side; x += 1) {
      const row = rows[Math.floor(y / PIXELS) - QUIET] ?? '';
      if (row[Math.floor(x / PIXELS) - QUIET] === '1') pixels.fill(0, (y * side + x) * 4, (y * side + x) * 4 + 3);
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

it('is a square', () => {
  const { rows } = qr('https://clairisque.fr/verification/ERP-2026-000123');
  expect(rows.map(({ length }) => length)).toEqual(rows.map(() => 33));
  expect(rows).toHaveLength(33);
});
