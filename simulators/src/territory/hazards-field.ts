import { METRES_PER_DEGREE, type Point } from './geometry.ts';
import { hash, hash3 } from './hash.ts';

/**
 * Value noise over the globe, in [0, 1] around 0.5, a pure function of the coordinates: the same place has the same
 * hazards in every process, and neighbours resemble each other. Nothing of it is a fact about France.
 * `wavelengthMetres` is the distance between two independent values.
 */
export function field(seed: string, [longitude, latitude]: Point, wavelengthMetres: number): number {
  const degrees = wavelengthMetres / METRES_PER_DEGREE;
  const x = (longitude * Math.cos((latitude * Math.PI) / 180)) / degrees;
  const y = latitude / degrees;
  const column = Math.floor(x);
  const row = Math.floor(y);
  const key = hash(seed);
  const corner = (east: number, north: number) => hash3(key, column + east, row + north) / 2 ** 32;
  const south = smooth(corner(0, 0), corner(1, 0), x - column);
  const north = smooth(corner(0, 1), corner(1, 1), x - column);
  return smooth(south, north, y - row);
}

/** Winding bands, like valley floors: 1 on the axis, 0 outside. */
export function ribbon(seed: string, point: Point, wavelengthMetres: number): number {
  return Math.max(0, 1 - Math.abs(field(seed, point, wavelengthMetres) - 0.5) / 0.13);
}

/** Large blobs: up to 1 in their middle, 0 outside. */
export function patch(seed: string, point: Point, wavelengthMetres: number): number {
  return Math.max(0, (field(seed, point, wavelengthMetres) - 0.45) / 0.55);
}

export function centreOf(place: { longitude: number; latitude: number }): Point {
  return [place.longitude, place.latitude];
}

function smooth(from: number, to: number, share: number): number {
  return from + (to - from) * share * share * (3 - 2 * share);
}
