import { OUTLINES, parcelCode, type NearbyParcel } from '@clairisque/contract/parcels.ts';
import { boundsOf, type Bounds, type Point } from './map/geometry.ts';

/** What the map shows, and its middle; `zoom` is prescribed (18 at most). */
export type Viewport = { bounds: Bounds; center: Point; zoom: number };

/** Below it a screen has more parcels than can be drawn. */
const OUTLINES_FROM_ZOOM = 17;
/** On a larger screen there are too many anyway. */
const MOST_TILES = 12;

export type Tile = { x: number; y: number };

/** The tiles that the viewport meets; `far` and `too-many` when outlines are not asked. */
export function tilesOf({ bounds: [west, south, east, north], zoom }: Viewport): Tile[] | 'far' | 'too-many' {
  if (zoom < OUTLINES_FROM_ZOOM - 0.01) return 'far';
  const [left, right] = [columnOf(west), columnOf(east)];
  const [top, bottom] = [rowOf(north), rowOf(south)];
  if ((right - left + 1) * (bottom - top + 1) > MOST_TILES) return 'too-many';
  return range(left, right).flatMap((x) => range(top, bottom).map((y) => ({ x, y })));
}

const TILES = 2 ** OUTLINES.zoom;
const columnOf = (longitude: number): number => inWorld(((longitude + 180) / 360) * TILES);
const rowOf = (latitude: number): number =>
  inWorld(((1 - Math.asinh(Math.tan((latitude * Math.PI) / 180)) / Math.PI) / 2) * TILES);
const inWorld = (index: number): number => Math.min(TILES - 1, Math.max(0, Math.floor(index)));
const range = (from: number, to: number): number[] => Array.from({ length: to - from + 1 }, (_, i) => from + i);

/** Once each: a parcel may meet several tiles. */
export function distinctParcels(lists: readonly (readonly NearbyParcel[])[]): NearbyParcel[] {
  return [...new Map(lists.flat().map((parcel) => [parcelCode(parcel), parcel])).values()];
}

/** Those that the viewport shows, by their boxes; null beyond the cap. */
export function shownIn(parcels: readonly NearbyParcel[], [west, south, east, north]: Bounds): NearbyParcel[] | null {
  const shown = parcels.filter(({ multiPolygon }) => {
    const [left, bottom, right, top] = boundsOf(multiPolygon);
    return left < east && right > west && bottom < north && top > south;
  });
  return shown.length > OUTLINES.most ? null : shown;
}
