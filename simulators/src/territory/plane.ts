import type { Point } from './geometry.ts';

/**
 * The plane on which streets and parcels are ruled. Degrees become Web Mercator metres, where tiles are squares, then a
 * wave bends the rules so that streets are not straight. Both waves shift one axis by the other, so they undo exactly.
 */

const EARTH_RADIUS = 6_378_137;
const RADIAN = Math.PI / 180;
/** Amplitude and wavelength / 2π, in Mercator metres (one of them is 0.7 m on the ground at 46° N). */
export const WAVE_X = { amplitude: 70, length: 420 };
export const WAVE_Y = { amplitude: 50, length: 350 };

export function toMercator([longitude, latitude]: Point): Point {
  return [EARTH_RADIUS * longitude * RADIAN, EARTH_RADIUS * Math.log(Math.tan(Math.PI / 4 + (latitude * RADIAN) / 2))];
}

export function toDegrees([x, y]: Point): Point {
  return [x / EARTH_RADIUS / RADIAN, (2 * Math.atan(Math.exp(y / EARTH_RADIUS)) - Math.PI / 2) / RADIAN];
}

/** Mercator metres to the straight plane. */
export function straighten([x, y]: Point): Point {
  const u = x - WAVE_X.amplitude * Math.sin(y / WAVE_X.length);
  return [u, y - WAVE_Y.amplitude * Math.sin(u / WAVE_Y.length)];
}

export function bend([u, v]: Point): Point {
  const y = v + WAVE_Y.amplitude * Math.sin(u / WAVE_Y.length);
  return [u + WAVE_X.amplitude * Math.sin(y / WAVE_X.length), y];
}

export function planeFromDegrees(point: Point): Point {
  return straighten(toMercator(point));
}

/** Rounded to 8 decimals as the cadastre's: the same corner is the same number in every parcel that has it. */
export function degreesFromPlane(point: Point): Point {
  const [longitude, latitude] = toDegrees(bend(point));
  return [Math.round(longitude * 1e8) / 1e8, Math.round(latitude * 1e8) / 1e8];
}
