import type { Position } from 'geojson';
import ArrayList from 'jsts/java/util/ArrayList.js';
import Coordinate from 'jsts/org/locationtech/jts/geom/Coordinate.js';
import type Geometry from 'jsts/org/locationtech/jts/geom/Geometry.js';
import GeometryFactory from 'jsts/org/locationtech/jts/geom/GeometryFactory.js';
import PrecisionModel from 'jsts/org/locationtech/jts/geom/PrecisionModel.js';
import GeoJSONWriter from 'jsts/org/locationtech/jts/io/GeoJSONWriter.js';
import NodedSegmentString from 'jsts/org/locationtech/jts/noding/NodedSegmentString.js';
import MCIndexSnapRounder from 'jsts/org/locationtech/jts/noding/snapround/MCIndexSnapRounder.js';
import Polygonizer from 'jsts/org/locationtech/jts/operation/polygonize/Polygonizer.js';
import { middleOf, type Part } from './interior-point.ts';

/** Rings are cut where they cross, on a grid of a millimetre: there this cannot fail. */
const PER_METRE = 1000;
const factory = new GeometryFactory();
const writer = new GeoJSONWriter();

/**
 * The surface of polygons, in metres, whose rings may cross themselves and each other: every place around which an outer
 * ring turns, less those around which one of its holes does. JTS's buffer of no width drops one lobe of a bow tie, and
 * throws for a triangle drawn twice.
 */
export function enclosedBy(polygons: Position[][][]): Position[][][] {
  const onGrid = polygons.map((rings) => rings.map((ring) => scaled(ring, PER_METRE).map(rounded)));
  const isIn = (face: Face): boolean => {
    const { longitude: x, latitude: y } = middleOf(face as Part);
    return onGrid.some(
      ([outer = [], ...holes]) => turnsAround(outer, x, y) && !holes.some((hole) => turnsAround(hole, x, y)),
    );
  };
  const inside = facesOf(cutAtCrossings(onGrid.flat())).filter(isIn);
  // Without the segments between two of them, the faces are whole parts and holes.
  const parts = facesOf(inside.flatMap((face) => face.flatMap(segmentsOf))).filter(isIn);
  return parts.map((part) => part.map((ring) => scaled(ring, 1 / PER_METRE)));
}

/** An outer ring, then its holes. */
type Face = Position[][];
type Segment = [Position, Position];

const scaled = (ring: Position[], by: number): Position[] => ring.map(([x = 0, y = 0]) => [x * by, y * by]);
const rounded = ([x = 0, y = 0]: Position): Position => [Math.round(x), Math.round(y)];

function segmentsOf(ring: Position[]): Segment[] {
  return ring.slice(1).flatMap((to, i): Segment[] => {
    const from = ring[i] ?? to;
    return from[0] === to[0] && from[1] === to[1] ? [] : [[from, to]];
  });
}

/** Cuts segments where they cross; each is there once. */
function cutAtCrossings(rings: Position[][]): Segment[] {
  const strings = new ArrayList(null);
  for (const segment of rings.flatMap(segmentsOf)) strings.add(new NodedSegmentString(segment.map(coordinate), null));
  const noder = new MCIndexSnapRounder(new PrecisionModel(1));
  noder.computeNodes(strings);
  const cut = (noder.getNodedSubstrings() as { toArray(): NodedSegmentString[] }).toArray();
  const segments = cut.flatMap((string) =>
    segmentsOf((string.getCoordinates() as Coordinate[]).map(({ x, y }) => [x, y])),
  );
  return [...bySides(segments).values()].flatMap(([segment]) => (segment === undefined ? [] : [segment]));
}

/** The smallest surfaces between segments, of which those that occur twice are left out. */
function facesOf(segments: Segment[]): Face[] {
  const polygonizer = new Polygonizer(false);
  for (const [segment, again] of bySides(segments).values()) {
    if (segment !== undefined && again === undefined)
      polygonizer.add(factory.createLineString(segment.map(coordinate)));
  }
  const found = (polygonizer.getPolygons() as { toArray(): Geometry[] }).toArray();
  return found.map((polygon) => (writer.write(polygon) as { coordinates: Face }).coordinates);
}

const coordinate = ([x, y]: Position): Coordinate => new Coordinate(x, y);

/** Segments by their ends, in either order. */
const bySides = (segments: Segment[]): Map<string, Segment[]> =>
  Map.groupBy(segments, (ends) => ends.map(String).toSorted().join(' '));

/** Whether a ring winds around a point, in either direction, once or more. */
function turnsAround(ring: Position[], x: number, y: number): boolean {
  let turns = 0;
  for (const [[x1 = 0, y1 = 0], [x2 = 0, y2 = 0]] of segmentsOf(ring)) {
    if (y1 > y === y2 > y) continue;
    if (x < x1 + ((y - y1) / (y2 - y1)) * (x2 - x1)) turns += y2 > y1 ? 1 : -1;
  }
  return turns !== 0;
}
