import type { Geometry } from 'geojson';
import { bbox, booleanPointInPolygon, distance, polygon } from '@turf/turf';
import { polygonsOf } from '#domain/geometry/shapes.ts';
import type { Place } from '#domain/geometry/place.ts';
import { isMeasuredFromParcels, metresToParcels, propertyAt } from '#domain/geometry/overlap.ts';
import { middleOf, stretchesAt, type Part, type Point } from '#domain/geometry/interior-point.ts';

/** A part wider than this is also queried at its extremities. */
const LARGE_PART_METRES = 250;
/** Maximum of calls for one place: more than the parcels of a statement, most of which are in one part. */
const MAX_POINTS = 60;
/** A point covers everything this near: the tolerance already accepted for generalised drawings. */
const POINT_REACH_METRES = 30;
/** Three families of plans and the clearing obligation query each of them, at a source that allows 5 calls a second. */
const MAX_SPREAD_POINTS = 9;
/** Rows, and points on each stretch of a row, from which the spread points are chosen. */
const GRID = 10;

/**
 * Points of the property for a supplier that only takes points: one inside each part of each parcel, the user's own
 * when it is inside; only the user's without a parcel.
 */
export function interiorPoints(place: Place): Point[] {
  const points = partsOf(place).map((part) => interiorPoint(part, place));
  return points.length === 0 ? [place] : withoutRepeats(points);
}

/**
 * The interior points and the four extremities of every large part, so that a zone that only cuts a corner is found. Of
 * several parcels, one point stands for its neighbours within 30 m.
 */
export function coveringPoints(place: Place): Point[] {
  const interior = interiorPoints(place);
  const needed = place.parcels.length < 2 ? interior : farApart(interior);
  return withoutRepeats([...needed, ...partsOf(place).filter(isLarge).flatMap(extremities)]);
}

/** Every point is within 30 m of a kept one. */
function farApart(points: Point[]): Point[] {
  const kept: Point[] = [];
  for (const point of points) {
    if (!kept.some((one) => metresFrom(one, point) <= POINT_REACH_METRES)) kept.push(point);
  }
  return kept;
}

/**
 * Points spread over the property, the user's or interior ones first, until all of it is within 30 m of one, nine at
 * most. `reachAll` is false when part of it is farther, or without a parcel: « non » at the points then proves nothing
 * for the whole.
 */
export function spreadPoints(place: Place): Spread {
  const found = spread.get(place) ?? spreadOver(place);
  spread.set(place, found);
  return found;
}

type Spread = { points: readonly Point[]; reachAll: boolean };
/** Cached: six queries need the points of one place. */
const spread = new WeakMap<Place, Spread>();

function spreadOver(place: Place): Spread {
  const interior = interiorPoints(place);
  // The first of many parts may be side by side: the points are spread from the first.
  const points = interior.length > MAX_SPREAD_POINTS ? interior.slice(0, 1) : interior;
  const parts = partsOf(place);
  if (parts.length === 0) return { points, reachAll: false };
  const inside = parts.flatMap(gridInside).map(farAway);
  const everywhere = [...inside, ...parts.flatMap(cornersOf).map(farAway)];
  for (const point of points) approach(everywhere, point);
  while (points.length < MAX_SPREAD_POINTS && !isReached(everywhere)) {
    const next = farthest(inside);
    if (next === null) break;
    points.push(next.point);
    approach(everywhere, next.point);
  }
  return { points, reachAll: isReached(everywhere) };
}

/** `metres` is to the nearest point so far: fifty parcels have thousands of candidates. */
type Candidate = { point: Point; metres: number };
const farAway = (point: Point): Candidate => ({ point, metres: Infinity });

function approach(candidates: Candidate[], from: Point): void {
  for (const candidate of candidates) candidate.metres = Math.min(candidate.metres, metresFrom(from, candidate.point));
}

const isReached = (candidates: Candidate[]): boolean => candidates.every(({ metres }) => metres <= POINT_REACH_METRES);

function farthest(candidates: Candidate[]): Candidate | null {
  let most: Candidate | null = null;
  for (const candidate of candidates) if (candidate.metres > (most?.metres ?? 0)) most = candidate;
  return most;
}

/** The margin that is added to the radius. */
export const REACH_MARGIN_METRES = 100;
/** Radius around the user's point that covers the whole property, with a margin. */
export function reachMetres(place: Place): number {
  const corners = partsOf(place).flatMap((part) => part[0] ?? []);
  const farthest = corners.reduce((most, corner) => Math.max(most, metresBetween(place, corner)), 0);
  return Math.ceil(farthest) + REACH_MARGIN_METRES;
}

/** The haversine formula of Turf's `distance`, without the objects that it makes. */
export function metresBetween({ longitude, latitude }: Point, to: readonly [number, number]): number {
  const [north, south] = [radians(latitude), radians(to[1])];
  const across = Math.sin(radians(to[0] - longitude) / 2);
  const along = Math.sin(radians(to[1] - latitude) / 2);
  const half = along * along + across * across * Math.cos(north) * Math.cos(south);
  return EARTH_METRES * 2 * Math.atan2(Math.sqrt(half), Math.sqrt(1 - half));
}

const EARTH_METRES = 6_371_008.8;
const radians = (degrees: number): number => (degrees * Math.PI) / 180;

/** Distance from the chosen point, or from all of several parcels near each other. */
export function metresToSite(place: Place, at: readonly [number, number]): number {
  const property = propertyAt(place);
  return isMeasuredFromParcels(property) ? metresToParcels(property, [...at]) : metresBetween(place, at);
}

/** Six decimals (0.1 m), never an exponent, which the geocoder refuses: `2.352200,48.856600`. */
export function lonLat({ longitude, latitude }: Point): string {
  return `${longitude.toFixed(6)},${latitude.toFixed(6)}`;
}

function partsOf(place: Place): Part[] {
  return place.parcels.flatMap((parcel) => parcel.outline.coordinates);
}

function interiorPoint(part: Part, place: Place): Point {
  if (booleanPointInPolygon([place.longitude, place.latitude], polygon(part))) return place;
  return middleOf(part);
}

const metresFrom = (from: Point, { longitude, latitude }: Point): number => metresBetween(from, [longitude, latitude]);

/** Points strictly inside a part: on its boundary, the neighbour's zone would be returned. */
function gridInside(part: Part): Point[] {
  const [, south, , north] = bbox(polygon(part));
  const steps = Array.from({ length: GRID }, (_, i) => (i + 0.5) / GRID);
  return steps.flatMap((up) => {
    const latitude = south + up * (north - south);
    return stretchesAt(part, latitude).flatMap(([from, to]) =>
      steps.map((along) => ({ longitude: from + along * (to - from), latitude })),
    );
  });
}

function isLarge(part: Part): boolean {
  const [west, south, east, north] = bbox(polygon(part));
  return distance([west, south], [east, north], { units: 'meters' }) > LARGE_PART_METRES;
}

function extremities(part: Part): Point[] {
  const corners = cornersOf(part);
  const most = (rank: (point: Point) => number): Point[] =>
    corners.toSorted((one, other) => rank(other) - rank(one)).slice(0, 1);
  return [
    ...most((point) => point.longitude),
    ...most((point) => -point.longitude),
    ...most((point) => point.latitude),
    ...most((point) => -point.latitude),
  ];
}

function cornersOf(part: Part): Point[] {
  return (part[0] ?? []).map(([longitude, latitude]) => ({ longitude, latitude }));
}

function withoutRepeats(points: Point[]): Point[] {
  const seen = new Map(
    points.map((point) => [lonLat(point), { longitude: point.longitude, latitude: point.latitude }]),
  );
  return [...seen.values()].slice(0, MAX_POINTS);
}

/**
 * The parcels as one geometry, or the point when none is known. Neighbours are united: polygons that share an edge are
 * no valid multi-polygon.
 */
export function surfaceOf(place: Place): Geometry {
  if (place.parcels.length === 0) return { type: 'Point', coordinates: [place.longitude, place.latitude] };
  if (place.parcels.length > 1) return unitedSurface(place);
  return { type: 'MultiPolygon', coordinates: place.parcels.flatMap(({ outline }) => outline.coordinates) };
}

function unitedSurface(place: Place): Geometry {
  const { parcels, plane } = propertyAt(place);
  const coordinates = polygonsOf(parcels).map((rings) =>
    rings.map((ring) => ring.map((position) => plane.unproject(position))),
  );
  return { type: 'MultiPolygon', coordinates };
}
