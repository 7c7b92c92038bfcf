import type { Point } from '#territory/geometry.ts';
import { BANDS, corner, lotsInBox } from '#territory/grid.ts';
import type { Lot } from '#territory/grid.ts';
import { bend, straighten } from '#territory/plane.ts';
import { communeOfBlock } from '#territory/sections.ts';
import type { Pixel } from './canvas.ts';
import { extentOf, toPixel } from './frame.ts';
import type { Frame } from './frame.ts';

/** The waves move the plane's corners by no more than this, in Mercator metres, within a tile. */
const SLACK = 30;

/** The lots that show in a tile of zoom 16 or nearer, with their four corners in pixels. */
export function lotsOfFrame(frame: Frame): { lot: Lot; ring: Pixel[] }[] {
  const [west, south, east, north] = extentOf(frame);
  const middle: Point[] = [
    [(west + east) / 2, south],
    [(west + east) / 2, north],
    [west, (south + north) / 2],
    [east, (south + north) / 2],
  ];
  const corners = [
    ...middle,
    ...([
      [west, south],
      [west, north],
      [east, south],
      [east, north],
    ] as Point[]),
  ].map(straighten);
  const [us, vs] = [corners.map(([u]) => u), corners.map(([, v]) => v)];
  const low: Point = [Math.min(...us) - SLACK, Math.min(...vs) - SLACK];
  const high: Point = [Math.max(...us) + SLACK, Math.max(...vs) + SLACK];
  return lotsInBox(low, high)
    .filter(({ column, band }) => communeOfBlock({ column, row: Math.floor(band / BANDS) }))
    .map((lot) => ({ lot, ring: pixels(frame, lot) }));
}

function pixels(frame: Frame, lot: Lot): Pixel[] {
  return [
    corner(lot, lot.index, lot.side),
    corner(lot, lot.index + 1, lot.side),
    corner(lot, lot.index + 1, lot.side + 1),
    corner(lot, lot.index, lot.side + 1),
  ].map((point) => toPixel(frame, bend(point)));
}
