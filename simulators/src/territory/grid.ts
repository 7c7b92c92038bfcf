import { METRES_PER_DEGREE } from './geometry.ts';
import type { Point } from './geometry.ts';
import { hash3 } from './hash.ts';
import { degreesFromPlane } from './plane.ts';

/**
 * The ruled plane, in Mercator metres. Blocks of 600 (some 400 m on the ground) hold five bands; a band is a street and,
 * north of it, two rows of lots back to back. A street runs along the west of every block. Lots of one band share their
 * corners, so they meet exactly; across a street nothing touches.
 */
export const BLOCK = 600;
export const BANDS = 5;
export const BAND = BLOCK / BANDS;
export const STREET = 14;
const MIDDLE = (STREET + BAND) / 2;
const MIN_LOTS = 11;

export type Block = { column: number; row: number };
/** `band` counts from the equator, five to a block. */
export type Band = { column: number; band: number };
/** `side` 0 has its front on the band's own street, 1 on the next one to the north. */
export type Lot = Band & { side: 0 | 1; index: number };

/** `[longitude, latitude]` of the middle of the block. */
export function blockCentre({ column, row }: Block): Point {
  return degreesFromPlane([(column + 0.5) * BLOCK, (row + 0.5) * BLOCK]);
}

/** Lots on each side of the band: 11 to 15. */
export function lotsIn({ column, band }: Band): number {
  return MIN_LOTS + (hash3(column, band, 1) % 5);
}

/** The four corners in degrees, counter-clockwise, the ring closed. */
export function lotRing({ column, band, side, index }: Lot): Point[] {
  const ring = [
    corner({ column, band }, index, side),
    corner({ column, band }, index + 1, side),
    corner({ column, band }, index + 1, side + 1),
    corner({ column, band }, index, side + 1),
  ].map(degreesFromPlane);
  return [...ring, ...ring.slice(0, 1)];
}

/** Boundary `index` of the band at `level` 0 (its street), 1 (back to back) or 2 (next street), in the plane. */
export function corner(band: Band, index: number, level: number): Point {
  const lots = lotsIn(band);
  const width = (BLOCK - STREET) / lots;
  const inner = index > 0 && index < lots;
  const shift = inner ? 0.4 * jitter(band, index * 4) + 0.1 * jitter(band, index * 4 + 1 + level) : 0;
  const level1 = MIDDLE + (level === 1 ? 14 * jitter(band, index * 4 + 900) : 0);
  const north = level === 0 ? STREET : level === 1 ? level1 : BAND;
  return [band.column * BLOCK + STREET + width * (index + shift), band.band * BAND + north];
}

/** The lots whose corners may hold a point of the box of the plane, and a few more. */
export function lotsInBox([west, south]: Point, [east, north]: Point): Lot[] {
  const lots: Lot[] = [];
  for (let band = Math.floor(south / BAND); band <= Math.floor(north / BAND); band += 1) {
    for (let column = Math.floor(west / BLOCK); column <= Math.floor(east / BLOCK); column += 1) {
      const count = lotsIn({ column, band });
      const indexOf = (u: number): number => Math.floor(((u - column * BLOCK - STREET) / (BLOCK - STREET)) * count);
      const last = Math.min(count - 1, indexOf(east) + 1);
      for (let index = Math.max(0, indexOf(west) - 1); index <= last; index += 1) {
        lots.push({ column, band, side: 0, index }, { column, band, side: 1, index });
      }
    }
  }
  return lots;
}

/** Square metres on the ground of a ring in degrees. */
export function groundArea(ring: readonly Point[]): number {
  const scale = Math.cos((ring[0]?.[1] ?? 0) * (Math.PI / 180)) * METRES_PER_DEGREE ** 2;
  const [x0, y0] = ring[0] ?? [0, 0];
  let twice = 0;
  for (let i = 1; i < ring.length; i += 1) {
    const [a, b] = [ring[i - 1], ring[i]];
    if (a && b) twice += (a[0] - x0) * (b[1] - y0) - (b[0] - x0) * (a[1] - y0);
  }
  return Math.abs(twice / 2) * scale;
}

function jitter({ column, band }: Band, salt: number): number {
  return hash3(column, band, salt + 16) / 2 ** 32 - 0.5;
}
