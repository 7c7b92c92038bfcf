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

/**
 * Geometry around one place, in metres, by JTS: its overlays are robust. The turf family took some 60 ms on a noise
 * plan and may throw on nearly equal edges.
 */
export type Shape = Geometry;
export type Plane = {
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
      const coordinates = polygons.map((rings) => rings.map((ring) => ring.map(project)));
      const drawn = reader.read({ type: 'MultiPolygon', coordinates });
      // Parts of one property may slightly overlap or self-intersect: take their union.
      return IsValidOp.isValid(drawn) ? drawn : BufferOp.bufferOp(drawn, 0);
    },
  };
}

/** True inside a polygon and outside its holes. */
export function contains(shape: Shape, point: Shape): boolean {
  return Boolean(RelateOp.intersects(shape, point));
}

/** Area in square metres. */
export function areaOf(shape: Shape): number {
  return shape.getArea();
}

/** Area common to both shapes, in square metres. */
export function commonArea(a: Shape, b: Shape): number {
  if (!a.getEnvelopeInternal().intersects(b.getEnvelopeInternal())) return 0;
  return SnapIfNeededOverlayOp.intersection(a, b).getArea();
}

/** The surface common to both shapes; empty when they only share an edge. */
export function commonPart(a: Shape, b: Shape): Shape {
  if (!a.getEnvelopeInternal().intersects(b.getEnvelopeInternal())) return reader.read(EMPTY);
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

/** Thrown for a drawing that crosses itself beyond repair. */
export const isUnreadableDrawing = (error: unknown): boolean => error instanceof TopologyException;

function isEmpty(shape: Shape): boolean {
  return shape.getEnvelopeInternal().isNull();
}
