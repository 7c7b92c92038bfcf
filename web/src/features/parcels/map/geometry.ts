import type { MultiPolygon } from '@clairisque/contract/parcels.ts';

export type Point = { longitude: number; latitude: number };
type Ring = readonly (readonly [number, number])[];

/**
 * Approximate bounds of French parcels: mainland and Corsica, then overseas (the cadastre also covers Saint-Barthélemy,
 * Saint-Martin and Saint-Pierre-et-Miquelon). `[west, south, east, north]`
 */
const TERRITORIES: readonly (readonly [number, number, number, number])[] = [
  [-5.6, 41.2, 9.8, 51.3],
  [-63.3, 15.7, -60.8, 18.3],
  [-61.4, 14.2, -60.6, 15.1],
  [-54.8, 2, -51.4, 6],
  [55, -21.5, 56, -20.7],
  [44.8, -13.2, 45.5, -12.4],
  [-56.6, 46.6, -56, 47.3],
];

/** A coarse filter to avoid useless calls: just across the border, the cadastre answers that there is no parcel. */
export function isInFrance({ longitude, latitude }: Point): boolean {
  return TERRITORIES.some(
    ([west, south, east, north]) => longitude >= west && longitude <= east && latitude >= south && latitude <= north,
  );
}

/** Longitudes where the ring crosses a parallel, in order. */
function crossings(ring: Ring, latitude: number): number[] {
  const found: number[] = [];
  for (let i = 0, j = ring.length - 1; i < ring.length; j = i, i += 1) {
    const [x1, y1] = ring[i] ?? [0, 0];
    const [x2, y2] = ring[j] ?? [0, 0];
    if (y1 > latitude !== y2 > latitude) found.push(x1 + ((latitude - y1) * (x2 - x1)) / (y2 - y1));
  }
  return found;
}

export function contains(shape: MultiPolygon, { longitude, latitude }: Point): boolean {
  return shape.coordinates.some(
    (rings) => rings.flatMap((ring) => crossings(ring, latitude)).filter((x) => x > longitude).length % 2 === 1,
  );
}

/** West, south, east, north. */
export type Bounds = [number, number, number, number];

export function boundsOf(...shapes: readonly MultiPolygon[]): Bounds {
  const positions = shapes.flatMap(({ coordinates }) => coordinates.flat(2));
  const longitudes = positions.map(([x]) => x);
  const latitudes = positions.map(([, y]) => y);
  return [Math.min(...longitudes), Math.min(...latitudes), Math.max(...longitudes), Math.max(...latitudes)];
}

/**
 * A point inside the shape, outside its holes: the middle of the widest stretch of its middle parallel. For a parcel
 * chosen in the list, which the searched address, often on the street, does not touch.
 */
export function pointInside(shape: MultiPolygon): Point {
  const [west, south, east, north] = boundsOf(shape);
  // Slightly off the middle, so that a vertex on it is improbable.
  const latitude = south + (north - south) * 0.4973;
  let best = { width: -1, longitude: (west + east) / 2 };
  for (const rings of shape.coordinates) {
    const found = rings.flatMap((ring) => crossings(ring, latitude)).sort((a, b) => a - b);
    for (let i = 0; i + 1 < found.length; i += 2) {
      const [left = 0, right = 0] = found.slice(i, i + 2);
      if (right - left > best.width) best = { width: right - left, longitude: (left + right) / 2 };
    }
  }
  return { longitude: best.longitude, latitude };
}
