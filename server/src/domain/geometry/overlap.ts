import type { MultiPolygon, Polygon, Position } from 'geojson';
import type { Place } from './place.ts';
import {
  areaOf,
  boundaryDistance,
  commonArea,
  contains,
  distanceToBoundary,
  isUnreadableDrawing,
  planeAround,
  polygonsOf,
  type Plane,
  type Shape,
  WithoutSurface,
} from './shapes.ts';
import { isSimple, surfaceOf } from './simple-surface.ts';
import { latest } from '#domain/latest.ts';
import { commonAreaOf } from './common-area.ts';
import { Edges, edgesOf } from './edges.ts';

/** How a delimited zone overlaps the property, when its outline is known. */
export type Overlap = {
  /** The zone covers at least 1 m² or 1 % of a parcel: a shared edge is not a contact. */
  touchesParcel: boolean;
  /** The zone contains the point chosen by the user. */
  containsPoint: boolean;
  /** 0 to 1, of the parcels' drawn area. */
  shareOfParcel: number | null;
  /** From the parcels, or from the point when none is known; 0 when the zone touches them. */
  distanceMetres: number | null;
  /** The point or parcel is within 30 m of the zone's generalised boundary: to be checked on the plan itself. */
  nearBoundary: boolean;
};

/** A zone with its overlap. */
export type Placed<Z> = Z & { overlap: Overlap };

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
  /** Edges of each of their polygons as it is drawn, in metres from the chosen point; `edges` are all of them. */
  outlines: Edges[];
  edges: Edges;
  /** The parcels as polygons, each its outer ring then its holes, in metres from the chosen point. */
  polygons: Position[][][];
  parcelsArea: number;
  inseeCodes: string[];
  /** Its parcels are in several communes. */
  isInSeveral: boolean;
  /** Metres from the point to the farthest corner of several parcels. */
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
  #outlines: Edges[] | null = null;
  #edges: Edges | null = null;
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

  get outlines(): Edges[] {
    return (this.#outlines ??= this.#drawn().map(edgesOf));
  }

  get edges(): Edges {
    return (this.#edges ??= joinedEdges(this.outlines));
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

function joinedEdges(outlines: Edges[]): Edges {
  const [only] = outlines;
  return only !== undefined && outlines.length === 1 ? only : new Edges(outlines.flatMap(({ numbers }) => numbers));
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
  const [x = 0, y = 0] = plane.project(position);
  let least = Infinity;
  for (const edges of outlines) {
    if (edges.surround(x, y)) return 0;
    least = Math.min(least, edges.metresFrom(x, y));
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

/** Less in common, in square metres, is no contact. */
export const isTouched = ({ parcelsArea }: Pick<Property, 'parcelsArea'>, common: number): boolean =>
  common >= SLIVER_SQUARE_METRES || common / parcelsArea >= SLIVER_SHARE;

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
  const touchesParcel = isTouched({ parcelsArea }, common);
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

/** `unreadable` may be inside, nearby or neither: their drawing encloses no surface, or cannot be compared. */
type PlacedZones<Z> = { zones: Placed<Z>[]; nearby: Placed<Z>[]; unreadable: Z[] };

/** Zones that overlap the property, and those that only pass nearby; drops the others. */
export function placeZones<Z extends { outline: Polygon | MultiPolygon }>(
  property: Property,
  zones: readonly Z[],
): PlacedZones<Z> {
  const placed: Placed<Z>[] = [];
  const unreadable: Z[] = [];
  for (const zone of zones) {
    try {
      const drawn = drawnBy(property.plane, zone.outline);
      if (!isFar(property, drawn)) placed.push({ ...zone, overlap: overlapWith(property, zone.outline, drawn) });
    } catch (error) {
      if (!isUnreadableDrawing(error)) throw error;
      unreadable.push(zone);
    }
  }
  return {
    zones: placed.filter(({ overlap }) => isInside(overlap)),
    nearby: placed.filter(({ overlap }) => !isInside(overlap) && overlap.nearBoundary),
    unreadable,
  };
}

/** Its polygons, in metres from the chosen point. */
function drawnBy(plane: Plane, outline: Polygon | MultiPolygon): Position[][][] {
  const polygons = outline.type === 'Polygon' ? [outline.coordinates] : outline.coordinates;
  return polygons.map((rings) => rings.map((ring) => ring.map((position) => plane.project(position))));
}

/** JTS repairs what plain arithmetic cannot be sure of, in a hundred times longer. @throws WithoutSurface */
function overlapWith(property: Property, outline: Polygon | MultiPolygon, drawn: Position[][][]): Overlap {
  if (isSimple(drawn) && surfaceOf(drawn) > 0) return relateSimple(property, drawn);
  const shape = property.plane.shape([outline]);
  if (areaOf(shape) === 0) throw new WithoutSurface();
  return relate(property, shape);
}

/** Nearer to a boundary, a point is on it: a zone contains its boundary. */
const ON_BOUNDARY_METRES = 1e-9;

function relateSimple(property: Property, drawn: Position[][][]): Overlap {
  const edges = edgesOf(drawn.flat());
  const pointToBoundary = edges.metresFrom(0, 0);
  return classifyOverlap(property, {
    containsPoint: edges.surround(0, 0) || pointToBoundary <= ON_BOUNDARY_METRES,
    common: property.parcelsArea === 0 ? 0 : commonAreaOf(property.polygons, drawn),
    fromPoint: () => pointToBoundary,
    fromParcels: () => property.edges.metresTo(edges),
  });
}

/** It has a surface, and lies farther than any doubt by its box: neither inside nor nearby, its edges need not be read. */
function isFar({ edges }: Property, drawn: Position[][][]): boolean {
  if (!(surfaceOf(drawn) >= SLIVER_SQUARE_METRES)) return false;
  const ours = newBox();
  // The chosen point, and the first end of each edge.
  extend(ours, 0, 0);
  for (let i = 0; i < edges.numbers.length; i += 4) extend(ours, edges.numbers[i]!, edges.numbers[i + 1]!);
  const theirs = newBox();
  for (const [outer = []] of drawn) for (const [x = 0, y = 0] of outer) extend(theirs, x, y);
  const gap = Math.max(
    theirs.west - ours.east,
    ours.west - theirs.east,
    theirs.south - ours.north,
    ours.south - theirs.north,
  );
  return gap > DOUBTFUL_METRES + ROUNDED_METRES;
}

/** Distances are rounded to tenths of a metre. */
const ROUNDED_METRES = 0.1;

const newBox = () => ({ west: Infinity, south: Infinity, east: -Infinity, north: -Infinity });

function extend(box: ReturnType<typeof newBox>, x: number, y: number): void {
  if (x < box.west) box.west = x;
  if (x > box.east) box.east = x;
  if (y < box.south) box.south = y;
  if (y > box.north) box.north = y;
}

const tenths = (metres: number): number => Math.round(metres * 10) / 10;
