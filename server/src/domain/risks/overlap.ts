import type { MultiPolygon, Polygon, Position } from 'geojson';
import type { Place } from './facts.ts';
import type { Overlap, Placed } from './findings.ts';
import {
  areaOf,
  boundaryDistance,
  commonArea,
  contains,
  distanceToBoundary,
  planeAround,
  polygonsOf,
  type Plane,
  type Shape,
  WithoutSurface,
} from '#domain/geo/geometry.ts';
import { isSimple, surfaceOf } from '#domain/geo/simple-surface.ts';
import { latest } from '#domain/latest.ts';
import { edgesOf, pointToEdges, surround, type Edge } from '#domain/zones/edges.ts';

/** Online zones are generalised to the scale of the request: nearer than this, the plan itself must be checked. */
const DOUBTFUL_METRES = 30;

/** Smaller overlaps are slivers between two drawings of the same boundary, not a contact. */
const SLIVER_SQUARE_METRES = 1;
const SLIVER_SHARE = 0.01;

/** The property that zones are compared with: the chosen point, and all the parcels as one shape. */
export type Property = {
  plane: Plane;
  point: Shape;
  parcels: Shape;
  /** Edges of each of their polygons as it is drawn, in metres from the chosen point. */
  outlines: Edge[][];
  /** The parcels as polygons, each its outer ring then its holes, in metres from the chosen point. */
  polygons: Position[][][];
  parcelsArea: number;
  inseeCodes: string[];
  /** Its parcels are in several communes. */
  isInSeveral: boolean;
  /** Of several parcels: metres from the point to their farthest corner. */
  farthestMetres: number | null;
};

/** Cached: every heading needs it, and merging parcels is expensive. */
const known = new WeakMap<Place, Property>();

export const propertyAt = latest((place: Place): Property => {
  const property = known.get(place) ?? new Joined(place);
  known.set(place, property);
  return property;
});

/**
 * Shapes are made when they are first needed: most properties lie far from any limit. A class, as an object with getters
 * is many times slower to make and to read.
 */
class Joined implements Property {
  readonly plane: Plane;
  readonly inseeCodes: string[];
  readonly isInSeveral: boolean;
  readonly farthestMetres: number | null;
  readonly #place: Place;
  #point: Shape | null = null;
  #parcels: Shape | null = null;
  #outlines: Edge[][] | null = null;
  #polygons: Position[][][] | null = null;
  #parcelsArea: number | null = null;

  constructor(place: Place) {
    const { longitude, latitude, parcels } = place;
    this.#place = place;
    this.plane = planeAround(longitude, latitude);
    this.inseeCodes = place.inseeCodes;
    this.isInSeveral = parcels.some(({ commune }) => commune !== parcels[0]?.commune);
    this.farthestMetres = parcels.length < 2 ? null : farthest(this.plane, place);
  }

  get point(): Shape {
    return (this.#point ??= this.plane.point([this.#place.longitude, this.#place.latitude]));
  }

  get parcels(): Shape {
    return (this.#parcels ??= this.plane.shape(this.#place.parcels.map(({ outline }) => outline)));
  }

  get outlines(): Edge[][] {
    return (this.#outlines ??= this.#drawn().map(edgesOf));
  }

  get polygons(): Position[][][] {
    return (this.#polygons ??= soundOrJoined(this.#drawn(), () => this.parcels));
  }

  get parcelsArea(): number {
    return (this.#parcelsArea ??= surfaceOf(this.polygons));
  }

  #drawn(): Position[][][] {
    return this.#place.parcels.flatMap(({ outline }) =>
      outline.coordinates.map((rings) => rings.map((ring) => ring.map((position) => this.plane.project(position)))),
    );
  }
}

const soundOrJoined = (drawn: Position[][][], parcels: () => Shape): Position[][][] =>
  isSimple(drawn) ? drawn : polygonsOf(parcels());

function farthest(plane: Plane, { parcels }: Place): number {
  const corners = parcels.flatMap(({ outline }) => outline.coordinates.flat(2));
  return corners.reduce((most, corner) => Math.max(most, Math.hypot(...plane.project(corner))), 0);
}

/** Farther from the point, the lists of sites around all the parcels would be too long for their source. */
const SPREAD_METRES = 1_000;

/** Sites are measured from the point, or from all of several parcels near each other. */
export const isMeasuredFromParcels = ({ farthestMetres }: Property): boolean =>
  farthestMetres !== null && farthestMetres <= SPREAD_METRES;

/** From a position to the parcels as they are drawn; 0 within one. */
export function metresToParcels({ plane, outlines }: Property, position: Position): number {
  const at = plane.project(position);
  let least = Infinity;
  for (const edges of outlines) {
    if (surround(edges, at)) return 0;
    least = Math.min(least, pointToEdges(at, edges));
  }
  return least;
}

/** Overlap of a zone with the property. */
export const overlapOf = (property: Property, outline: Polygon | MultiPolygon): Overlap =>
  relate(property, property.plane.shape([outline]));

function relate(property: Property, zone: Shape): Overlap {
  return classifyOverlap(property, {
    containsPoint: contains(zone, property.point),
    common: property.parcelsArea === 0 ? 0 : commonArea(property.parcels, zone),
    fromPoint: () => distanceToBoundary(zone, property.point),
    fromParcels: () => boundaryDistance(property.parcels, zone),
  });
}

/** `common` in square metres; distances in metres to the zone's boundary, Infinity when there is none near. */
type Measures = { containsPoint: boolean; common: number; fromPoint: () => number; fromParcels: () => number };

/** Shares are rounded to 0.0001, distances to 0.1 m. */
export function classifyOverlap(
  { parcelsArea }: Pick<Property, 'parcelsArea'>,
  { containsPoint, common, fromPoint, fromParcels }: Measures,
): Overlap {
  const pointToBoundary = fromPoint();
  if (parcelsArea === 0) {
    return {
      touchesParcel: false,
      containsPoint,
      shareOfParcel: null,
      distanceMetres: containsPoint ? 0 : tenths(pointToBoundary),
      nearBoundary: pointToBoundary <= DOUBTFUL_METRES,
    };
  }
  const share = Math.min(1, common / parcelsArea);
  const touchesParcel = common >= SLIVER_SQUARE_METRES || share >= SLIVER_SHARE;
  const crossed = touchesParcel && share < 1 - 1e-9;
  const parcelToBoundary = crossed ? 0 : fromParcels();
  return {
    touchesParcel,
    containsPoint,
    shareOfParcel: Math.round(share * 10_000) / 10_000,
    distanceMetres: touchesParcel ? 0 : tenths(parcelToBoundary),
    nearBoundary: Math.min(parcelToBoundary, pointToBoundary) <= DOUBTFUL_METRES,
  };
}

/**
 * The property is in a zone when the zone covers part of a parcel or the chosen point. R125-23 and L112-11 say "in" a
 * zone, and only informing too little has a sanction.
 */
export function isInside(overlap: Overlap): boolean {
  return overlap.touchesParcel || overlap.containsPoint;
}

/** Zones that overlap the property, and those that only pass nearby; drops the others. @throws WithoutSurface */
export function placeZones<Z extends { outline: Polygon | MultiPolygon }>(
  property: Property,
  zones: readonly Z[],
): { zones: Placed<Z>[]; nearby: Placed<Z>[] } {
  const near = zones.filter(({ outline }) => !isFar(property, outline));
  const placed = near.map((zone) => {
    const shape = property.plane.shape([zone.outline]);
    if (areaOf(shape) === 0) throw new WithoutSurface();
    return { ...zone, overlap: relate(property, shape) };
  });
  return {
    zones: placed.filter(({ overlap }) => isInside(overlap)),
    nearby: placed.filter(({ overlap }) => !isInside(overlap) && overlap.nearBoundary),
  };
}

/** It has a surface, and lies farther than any doubt by its box: neither inside nor nearby, JTS need not read it. */
function isFar({ plane, outlines }: Property, outline: Polygon | MultiPolygon): boolean {
  const polygons = outline.type === 'Polygon' ? [outline.coordinates] : outline.coordinates;
  const drawn = polygons.map((rings) => rings.map((ring) => ring.map((position) => plane.project(position))));
  if (!(surfaceOf(drawn) >= SLIVER_SQUARE_METRES)) return false;
  // The chosen point, and the first end of each edge.
  const [west, south, east, north] = boxAround([[0, 0], ...outlines.flat()]);
  const theirs = boxAround(drawn.flat(2));
  return (
    Math.max(theirs[0] - east, west - theirs[2], theirs[1] - north, south - theirs[3]) >
    DOUBTFUL_METRES + ROUNDED_METRES
  );
}

/** Distances are in tenths. */
const ROUNDED_METRES = 0.1;

function boxAround(
  positions: readonly (readonly number[])[],
): [west: number, south: number, east: number, north: number] {
  let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const [x = 0, y = 0] of positions) {
    west = Math.min(west, x);
    south = Math.min(south, y);
    east = Math.max(east, x);
    north = Math.max(north, y);
  }
  return [west, south, east, north];
}

const tenths = (metres: number): number => Math.round(metres * 10) / 10;
