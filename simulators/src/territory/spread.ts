import { shifted } from './geometry.ts';
import type { Point } from './geometry.ts';

const GOLDEN_ANGLE = Math.PI * (3 - Math.sqrt(5));
/** Limit of a spiral that finds only sea. */
const MAX_TURNS = 12;

/**
 * `count` points evenly spread on a sunflower spiral from the circle's centre outwards, leaving out those that are not
 * `free`; the spiral grows past the circle when many are left out, and is short of points only when there is no room.
 */
export function spreadOver(
  [longitude, latitude, radiusKm]: readonly [number, number, number],
  count: number,
  free: (longitude: number, latitude: number) => boolean,
): Point[] {
  const points: Point[] = [];
  const spacing = (radiusKm * 1000) / Math.sqrt(Math.max(1, count));
  for (let k = 0; points.length < count && k < count * MAX_TURNS; k += 1) {
    const [radius, angle] = [spacing * Math.sqrt(k + 0.5), k * GOLDEN_ANGLE];
    const point = shifted([longitude, latitude], radius * Math.cos(angle), radius * Math.sin(angle));
    if (free(...point)) points.push(point);
  }
  return points;
}
