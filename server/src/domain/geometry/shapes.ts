import type { MultiPolygon, Polygon, Position } from 'geojson';
import Coordinate from 'jsts/org/locationtech/jts/geom/Coordinate.js';
import type Geometry from 'jsts/org/locationtech/jts/geom/Geometry.js';
import TopologyException from 'jsts/org/locationtech/jts/geom/TopologyException.js';
import GeometryFactory from 'jsts/org/locationtech/jts/geom/GeometryFactory.js';
import GeoJSONReader from 'jsts/org/locationtech/jts/io/GeoJSONReader.js';
import GeoJSONWriter from 'jsts/org/locationtech/jts/io/GeoJSONWriter.js';
import BoundaryOp from 'jsts/org/locationtech/jts/operation/BoundaryOp.js';
import BufferOp from 'jsts/org/locationtech/jts/operation/buffer/BufferOp.js';
import DistanceOp from 'jsts/org/locationtech/jts/operation/distance/DistanceOp.js';
import SnapIfNeededOverlayOp from 'jsts/org/locationtech/jts/operation/overlay/snap/SnapIfNeededOverlayOp.js';
import RelateOp from 'jsts/org/locationtech/jts/operation/relate/RelateOp.js';
import IsValidOp from 'jsts/org/locationtech/jts/operation/valid/IsValidOp.js';
import { commonAreaOf } from './common-area.ts';
import { enclosedBy } from './enclosed.ts';

/**
 * Geometry around one place, in metres, by JTS: its overlays are robust. The turf family took some 60 ms on a noise
 * plan and may throw on nearly equal edges.
 */
export type Shape = Geometry;
export type Plane = {
  /** Longitude and latitude. */
  centre: readonly [number, number];
  metresPerLongitude: number;
  metresPerLatitude: number;
  /** Metres east and north of the centre. */
  project(position: Position): Position;
  /** Degrees, to about a centimetre. */
  unproject(position: Position): [number, number];
  point(position: Position): Shape;
  shape(outlines: readonly (Polygon | MultiPolygon)[]): Shape;
};

const METRES_PER_DEGREE = 111_195;
const factory = new GeometryFactory();
const reader = new GeoJSONReader(factory);
const writer = new GeoJSONWriter();
const EMPTY: MultiPolygon = { type: 'MultiPolygon', coordinates: [] };

/**
 * Local projection centred on a point: exact to 1 ‰ within some kilometres. It is affine, so a straight edge stays
 * straight and "inside" means the same as in degrees.
 */
export function planeAround(longitude: number, latitude: number): Plane {
  const metresPerLongitude = METRES_PER_DEGREE * Math.cos((latitude * Math.PI) / 180);
  const project = ([lon = 0, lat = 0]: Position): Position => [
    (lon - longitude) * metresPerLongitude,
    (lat - latitude) * METRES_PER_DEGREE,
  ];
  return {
    centre: [longitude, latitude],
    metresPerLongitude,
    metresPerLatitude: METRES_PER_DEGREE,
    project,
    unproject: ([x = 0, y = 0]) => [
      Number((longitude + x / metresPerLongitude).toFixed(7)),
      Number((latitude + y / METRES_PER_DEGREE).toFixed(7)),
    ],
    point: (position) => {
      const [x, y] = project(position);
      return factory.createPoint(new Coordinate(x, y));
    },
    shape: (outlines) => {
      const polygons = outlines.flatMap((outline) =>
        outline.type === 'Polygon' ? [outline.coordinates] : outline.coordinates,
      );
      return surfaceOf(polygons.map((rings) => rings.map((ring) => closed(ring.map(project)))).flatMap(withSurface));
    },
  };
}

function closed(ring: Position[]): Position[] {
  const [first, last] = [ring[0], ring.at(-1)];
  return first === undefined || (first[0] === last?.[0] && first[1] === last?.[1]) ? ring : [...ring, first];
}

/** A ring of fewer corners encloses nothing, and JTS refuses it. */
function withSurface([outer = [], ...holes]: Position[][]): Position[][][] {
  return outer.length < 4 ? [] : [[outer, ...holes.filter(({ length }) => length >= 4)]];
}

/** Parts of one property may overlap slightly: takes their union. */
function surfaceOf(polygons: Position[][][]): Shape {
  const drawn = read(polygons);
  if (IsValidOp.isValid(drawn)) return drawn;
  const sound = read(polygons.flatMap(soundOf));
  if (IsValidOp.isValid(sound)) return sound;
  return unlessUnreadable(
    () => BufferOp.bufferOp(sound, 0),
    () => read(enclosedBy(polygons)),
  );
}

const read = (coordinates: Position[][][]): Shape => reader.read({ type: 'MultiPolygon', coordinates });

/** A polygon whose rings do not cross themselves. */
function soundOf(rings: Position[][]): Position[][][] {
  const drawn = read([rings]);
  if (IsValidOp.isValid(drawn)) return [rings];
  return unlessUnreadable(
    () => {
      const repaired = BufferOp.bufferOp(drawn, 0);
      // Rings that only run twice along a cut have the area of their union.
      const isWhole = Math.abs(areaOf(drawn) - areaOf(repaired)) <= SAME_SQUARE_METRES;
      return isWhole ? polygonsOf(repaired) : enclosedBy([rings]);
    },
    () => enclosedBy([rings]),
  );
}

/** Less than the smallest contact that counts, and more than rounding. */
const SAME_SQUARE_METRES = 0.01;

function unlessUnreadable<T>(make: () => T, otherwise: () => T): T {
  try {
    return make();
  } catch (error) {
    if (!isUnreadableDrawing(error)) throw error;
    return otherwise();
  }
}

/** True inside a polygon and outside its holes. */
export function contains(shape: Shape, point: Shape): boolean {
  return Boolean(RelateOp.intersects(shape, point));
}

/** Area in square metres. */
export function areaOf(shape: Shape): number {
  return shape.getArea();
}

/** False when their boxes are apart. */
export function mayMeet(a: Shape, b: Shape): boolean {
  return a.getEnvelopeInternal().intersects(b.getEnvelopeInternal());
}

/** Area common to both shapes, in square metres. */
export function commonArea(a: Shape, b: Shape): number {
  if (!mayMeet(a, b)) return 0;
  return unlessUnreadable(
    () => SnapIfNeededOverlayOp.intersection(a, b).getArea(),
    () => commonAreaOf(polygonsOf(a), polygonsOf(b)),
  );
}

/** The surface common to both shapes; empty when they only share an edge. */
export function commonPart(a: Shape, b: Shape): Shape {
  if (!mayMeet(a, b)) return reader.read(EMPTY);
  // Where only edges meet, the intersection has lines: a buffer of no width keeps the surfaces.
  return BufferOp.bufferOp(SnapIfNeededOverlayOp.intersection(a, b), 0);
}

/** The shape and all that lies within that distance of it; without its edge when the distance is negative. */
export function grown(shape: Shape, metres: number): Shape {
  return BufferOp.bufferOp(shape, metres);
}

/** Shortest distance in metres; Infinity when one shape is empty. */
export function distanceTo(shape: Shape, from: Shape): number {
  return isEmpty(shape) || isEmpty(from) ? Infinity : Number(DistanceOp.distance(from, shape));
}

/** Shortest distance in metres between a shape or point and the boundary of another, holes included; Infinity when one is empty. */
export function distanceToBoundary(shape: Shape, from: Shape): number {
  return isEmpty(shape) ? Infinity : distanceTo(boundaryOf(shape), from);
}

/** Shortest distance in metres between two boundaries; 0 when they cross. */
export function boundaryDistance(a: Shape, b: Shape): number {
  return isEmpty(a) ? Infinity : distanceToBoundary(b, boundaryOf(a));
}

/** The rings of a surface, as lines. */
function boundaryOf(shape: Shape): Shape {
  return BoundaryOp.getBoundary(shape);
}

/** Polygons of a surface in its plane, each its outer ring then its holes. */
export function polygonsOf(shape: Shape): Position[][][] {
  if (isEmpty(shape)) return [];
  const { type, coordinates } = writer.write(shape) as Polygon | MultiPolygon;
  return type === 'Polygon' ? [coordinates] : coordinates;
}

/** Thrown for a zone that has no surface: neither inside nor outside means anything. */
export class WithoutSurface extends Error {}

/** A drawing that cannot be compared with the property throws one of these. */
export const isUnreadableDrawing = (error: unknown): boolean =>
  error instanceof TopologyException || error instanceof WithoutSurface;

function isEmpty(shape: Shape): boolean {
  return shape.getEnvelopeInternal().isNull();
}
