import type { Lot } from './grid.ts';

type Corners = readonly [number, number][];

/** Part of a lot, in shares of its width (from its first edge) and depth (from its street). */
export type Plot = { across: readonly [number, number]; deep: readonly [number, number] };

export const HOUSE: Plot = { across: [0.14, 0.8], deep: [0.12, 0.5] };

/** The four corners of a plot within the four corners of its lot, in degrees or in pixels. */
export function plotIn(corners: Corners, side: Lot['side'], { across: [left, right], deep }: Plot): [number, number][] {
  const [a, b, c, d] = corners;
  if (!a || !b || !c || !d) return [];
  // Fronts are near the street: the first edge on one side of the band, the third on the other.
  const [front, back] = side === 0 ? deep : [1 - deep[0], 1 - deep[1]];
  const inside = (along: number, away: number): [number, number] => [
    (a[0] + (b[0] - a[0]) * along) * (1 - away) + (d[0] + (c[0] - d[0]) * along) * away,
    (a[1] + (b[1] - a[1]) * along) * (1 - away) + (d[1] + (c[1] - d[1]) * along) * away,
  ];
  return [inside(left, front), inside(right, front), inside(right, back), inside(left, back)];
}
