import type { Position } from 'geojson';
import type { Place } from '#domain/geometry/place.ts';

/** Web Mercator, as the tile services divide it. */
export const TILE = 256;
/** Size of a map's picture: at most four tiles by three, wherever the centre is. */
export const WIDTH = 768;
export const HEIGHT = 384;

/** A window in pixels of the whole world at a zoom, from its top left. */
export type Window = { zoom: number; left: number; top: number };

export function pixelOf([longitude = 0, latitude = 0]: Position, zoom: number): [number, number] {
  const world = TILE * 2 ** zoom;
  const sine = Math.sin((latitude * Math.PI) / 180);
  return [((longitude + 180) / 360) * world, (0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI)) * world];
}

/** The picture centred on the parcels, or on the point without any. */
export function windowOf(place: Place, zoom: number): Window {
  const rings = ringsOf(place);
  const [x, y] = pixelOf(rings.length > 0 ? centreOf(rings.flat()) : [place.longitude, place.latitude], zoom);
  return { zoom, left: Math.round(x - WIDTH / 2), top: Math.round(y - HEIGHT / 2) };
}

/** Outer rings and holes of all parcels. */
export const ringsOf = ({ parcels }: Place): Position[][] =>
  parcels.flatMap((parcel) => parcel.outline.coordinates.flat());

/** Rounded: a hundred-thousandth of the map is finer than print. */
export function shareOf(position: Position, { zoom, left, top }: Window): [number, number] {
  const [x, y] = pixelOf(position, zoom);
  return [round((x - left) / WIDTH), round((y - top) / HEIGHT)];
}
const round = (value: number): number => Math.round(value * 1e5) / 1e5;

function centreOf(positions: Position[]): Position {
  const { west, east, south, north } = boxOf(positions);
  return [(west + east) / 2, (south + north) / 2];
}

export function boxOf(positions: Position[]): { west: number; east: number; south: number; north: number } {
  const longitudes = positions.map(([longitude = 0]) => longitude);
  const latitudes = positions.map(([, latitude = 0]) => latitude);
  return {
    west: Math.min(...longitudes),
    east: Math.max(...longitudes),
    south: Math.min(...latitudes),
    north: Math.max(...latitudes),
  };
}

/** Metres on the ground: a Mercator pixel shrinks with the cosine of the latitude. */
export const metresPerPixel = (latitude: number, zoom: number): number =>
  (Math.cos((latitude * Math.PI) / 180) * 2 * Math.PI * 6_378_137) / (TILE * 2 ** zoom);
