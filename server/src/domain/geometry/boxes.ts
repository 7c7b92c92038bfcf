import type { Position } from 'geojson';

/** `[west, south, east, north]` in degrees. */
export type Box = readonly [west: number, south: number, east: number, north: number];

/** A ten-millionth of a degree, about a centimetre: stored coordinates are multiples of it. */
export const STEP_DEGREES = 1e-7;
const STEPS_PER_DEGREE = 1e7;
const METRES_PER_DEGREE = 111_195;

export const rounded = (degrees = 0): number => Math.round(degrees * STEPS_PER_DEGREE) / STEPS_PER_DEGREE;

export function boxOf(positions: Iterable<Position>): Box {
  let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const [x = 0, y = 0] of positions) {
    if (x < west) west = x;
    if (y < south) south = y;
    if (x > east) east = x;
    if (y > north) north = y;
  }
  return [west, south, east, north];
}

/** Adds so many metres on each side, and a step more: rounding moves a corner by half of one. */
export function widened([west, south, east, north]: Box, latitude: number, metres: number): Box {
  const high = metres / METRES_PER_DEGREE + STEP_DEGREES;
  const wide = high / Math.cos((latitude * Math.PI) / 180);
  return [west - wide, south - high, east + wide, north + high];
}
