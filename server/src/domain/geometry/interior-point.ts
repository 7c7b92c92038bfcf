import type { MultiPolygon } from '@clairisque/contract/parcels.ts';
import { area, bbox, booleanPointInPolygon, polygon } from '@turf/turf';
import type { Place } from './place.ts';

/** Longitude and latitude in degrees, WGS 84. */
export type Point = { longitude: number; latitude: number };
/** One polygon of a parcel's outline: its ring, then its holes. */
export type Part = MultiPolygon['coordinates'][number];

/**
 * The place with its point on the property: the chosen point if it lies there, otherwise the middle of the largest
 * part. A point beside the property would give wrong distances and a wrong address. Unchanged without an outline.
 */
export function onTheProperty(place: Place): Place {
  const parts = place.parcels.flatMap(({ outline }) => outline.coordinates);
  const chosen = [place.longitude, place.latitude];
  if (parts.some((part) => booleanPointInPolygon(chosen, polygon(part)))) return place;
  const [largest] = parts.toSorted((one, other) => area(polygon(other)) - area(polygon(one)));
  return largest === undefined ? place : { ...place, ...middleOf(largest) };
}

/**
 * Middle of the widest stretch at half height: inside the shape despite holes and hollows. A centroid may fall outside,
 * and a vertex lies on the boundary.
 */
export function middleOf(part: Part): Point {
  const [, south, , north] = bbox(polygon(part));
  const latitude = (south + north) / 2;
  const [widest] = stretchesAt(part, latitude).toSorted(([a, b], [c, d]) => d - c - (b - a));
  return { longitude: widest ? (widest[0] + widest[1]) / 2 : (part[0]?.[0]?.[0] ?? 0), latitude };
}

/** Intervals of longitude where a latitude lies inside a part. */
export function stretchesAt(part: Part, latitude: number): [number, number][] {
  const crossings = part.flatMap((ring) => crossingsAt(ring, latitude)).toSorted((one, other) => one - other);
  return crossings.flatMap((from, i): [number, number][] => (i % 2 === 0 ? [[from, crossings[i + 1] ?? from]] : []));
}

/** Longitudes where a ring crosses a latitude. */
function crossingsAt(ring: Part[number], latitude: number): number[] {
  return ring.slice(1).flatMap(([x2, y2], i) => {
    const [x1, y1] = ring[i] ?? [x2, y2];
    if (y1 > latitude === y2 > latitude) return [];
    return [x1 + ((latitude - y1) / (y2 - y1)) * (x2 - x1)];
  });
}
