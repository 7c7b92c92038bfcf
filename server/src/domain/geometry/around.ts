import { bbox, bboxClip, feature, multiPoint } from '@turf/turf';
import type { MultiPolygon, Polygon } from 'geojson';
import type { Place } from './place.ts';
import { distanceTo, planeAround } from './shapes.ts';

/** Some hundred metres beyond the property: anything farther changes neither its share nor its distance. */
const AROUND_DEGREES = 0.01;

/** The part of an outline around the property: a plan may have a hundred thousand points along a whole valley. */
export function aroundProperty(
  outline: Polygon | MultiPolygon,
  { longitude, latitude, parcels }: Place,
): Polygon | MultiPolygon {
  const all = [[longitude, latitude], ...parcels.flatMap((parcel) => parcel.outline.coordinates.flat(2))];
  const box = bbox(multiPoint(all));
  const [west, south, east, north] = box.map((edge, index) => edge + (index < 2 ? -1 : 1) * AROUND_DEGREES);
  return bboxClip(feature(outline), [west ?? 0, south ?? 0, east ?? 0, north ?? 0]).geometry as Polygon | MultiPolygon;
}

/** Metres from the chosen point to the nearest parcel of the place; 0 inside. */
export function metresToParcel({ longitude, latitude, parcels }: Place): number {
  const plane = planeAround(longitude, latitude);
  const point = plane.point([longitude, latitude]);
  // One after the other: joining them takes longer.
  return Math.min(...parcels.map(({ outline }) => distanceTo(plane.shape([outline]), point)));
}
