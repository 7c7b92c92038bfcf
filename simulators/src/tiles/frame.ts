import type { Point } from '#territory/geometry.ts';
import { toDegrees } from '#territory/plane.ts';
import type { Pixel } from './canvas.ts';
import { SIZE } from './png.ts';

const HALF_WORLD = Math.PI * 6_378_137;

/** Position of a tile: its west and north edges and the size of a pixel, in Mercator metres. */
export type Frame = { z: number; west: number; north: number; metresPerPixel: number };

export function frameOf(z: number, x: number, y: number): Frame {
  const side = (2 * HALF_WORLD) / 2 ** z;
  return { z, west: -HALF_WORLD + x * side, north: HALF_WORLD - y * side, metresPerPixel: side / SIZE };
}

export function toPixel({ west, north, metresPerPixel }: Frame, [x, y]: Point): Pixel {
  return [(x - west) / metresPerPixel, (north - y) / metresPerPixel];
}

/** `[longitude, latitude]` of the tile's middle. */
export function centreOf({ west, north, metresPerPixel }: Frame): Point {
  const half = (SIZE / 2) * metresPerPixel;
  return toDegrees([west + half, north - half]);
}

/** `[west, south, east, north]` in Mercator metres. */
export function extentOf({ west, north, metresPerPixel }: Frame): [number, number, number, number] {
  const side = SIZE * metresPerPixel;
  return [west, north - side, west + side, north];
}
