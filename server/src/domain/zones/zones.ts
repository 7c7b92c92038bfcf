import type Flatbush from 'flatbush';
import type { Position } from 'geojson';
import { boundaryOf, distanceTo, polygonsOf } from '#domain/geo/geometry.ts';
import type { Place } from '#domain/risks/facts.ts';
import type { Overlap } from '#domain/risks/findings.ts';
import { judgeOverlap, propertyAt, type Property } from '#domain/risks/overlap.ts';
import { commonAreaOf } from './common-area.ts';
import { boxOf, isInside, positionAt, positionsOf, toUnits, UNITS_PER_DEGREE, type Box, type Piece } from './piece.ts';
import { clip } from './split.ts';

/** The zones of one release: boxes of all pieces, the row of each, and how to read a piece. */
export type ZoneStore = { boxes: Flatbush; owners: Uint32Array; piece: (index: number) => Piece };

/** A zone, by its row in the release, that touches the property or lies within the asked distance. */
export type ZoneRelation = { row: number; overlap: Overlap };

const METRES_PER_DEGREE = 111_195;

/** Zones that cover part of the property or its point, and those within `metres` of it, by row. */
export function zonesAround(store: ZoneStore, place: Place, metres: number): ZoneRelation[] {
  const property = propertyAt(place);
  const window = widened(boxAround(place), place.latitude, metres);
  const found = store.boxes.search(...window).map((index) => ({ index, row: store.owners[index] ?? 0 }));
  return [...Map.groupBy(found, ({ row }) => row)]
    .toSorted(([one], [other]) => one - other)
    .flatMap(([row, parts]) => {
      const pieces = parts.map(({ index }) => store.piece(index));
      const overlap = overlapOfPieces(pieces, { property, place, window });
      const isNear = (overlap.distanceMetres ?? Infinity) <= metres || overlap.containsPoint;
      return isNear ? [{ row, overlap }] : [];
    });
}

/** Rows of the sites in the box around the property; their distances are the caller's to measure. */
export function rowsAround({ boxes, owners }: ZoneStore, place: Place, metres: number): number[] {
  const window = widened(boxAround(place), place.latitude, metres);
  return [...new Set(boxes.search(...window).map((index) => owners[index] ?? 0))].toSorted((one, other) => one - other);
}

type Asked = { property: Property; place: Place; window: Box };

function overlapOfPieces(pieces: Piece[], { property, place, window }: Asked): Overlap {
  const edges = pieces.flatMap((piece) => edgesIn(piece, window));
  const boundary = property.plane.lines(edges);
  return judgeOverlap(property, {
    containsPoint: isIn(pieces, place.longitude, place.latitude),
    common: commonWith(pieces, place, property),
    fromPoint: () => distanceTo(boundary, property.point),
    fromParcels: () => distanceTo(boundary, boundaryOf(property.parcels)),
  });
}

/** In square metres. Without an edge among the parcels, they are wholly inside or wholly outside. */
function commonWith(pieces: Piece[], place: Place, { parcels, parcelsArea, plane }: Property): number {
  const corner = place.parcels[0]?.outline.coordinates[0]?.[0]?.[0];
  if (corner === undefined) return 0;
  const box = boxOfParcels(place);
  if (pieces.every((piece) => edgesIn(piece, box).length === 0)) {
    return isIn(pieces, corner[0], corner[1]) ? parcelsArea : 0;
  }
  const parts = pieces
    .map((piece) => clip(piece, grown(box)))
    .map((piece) => positionsOf(piece).map((ring) => ring.map((position) => plane.project(position))));
  return commonAreaOf(polygonsOf(parcels), parts);
}

function isIn(pieces: Piece[], longitude: number, latitude: number): boolean {
  const [x, y] = [toUnits(longitude), toUnits(latitude)];
  return pieces.some((piece) => isInside(piece, x, y));
}

/** Edges of the original rings that may meet a box, as lines in degrees. */
function edgesIn(piece: Piece, box: Box): [Position, Position][] {
  const found: [Position, Position][] = [];
  for (const { points, cuts } of piece) {
    for (let i = 0; i < points.length; i += 2) {
      const next = (i + 2) % points.length;
      if (cuts?.[i / 2] === 1 || isBeside(points, [i, next], box)) continue;
      found.push([positionAt(points, i), positionAt(points, next)]);
    }
  }
  return found;
}

/** Both ends of an edge on the same outer side of a box. */
function isBeside(points: Int32Array, [i, next]: [number, number], [west, south, east, north]: Box): boolean {
  const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = [points[i], points[i + 1], points[next], points[next + 1]];
  const isAcross = Math.max(x1, x2) >= west && Math.min(x1, x2) <= east;
  return !isAcross || Math.max(y1, y2) < south || Math.min(y1, y2) > north;
}

function boxOfParcels(place: Place): Box {
  const corners = place.parcels.flatMap(({ outline }) => outline.coordinates.flatMap(([outer]) => outer ?? []));
  return boxOf([{ points: Int32Array.from(corners.flat(), toUnits), cuts: null }]);
}

function boxAround(place: Place): Box {
  const [west, south, east, north] = boxOfParcels(place);
  const [x, y] = [toUnits(place.longitude), toUnits(place.latitude)];
  return [Math.min(west, x), Math.min(south, y), Math.max(east, x), Math.max(north, y)];
}

/** A unit more on each side: rounding moves a vertex by half of one. */
const grown = ([west, south, east, north]: Box): Box => [west - 1, south - 1, east + 1, north + 1];

function widened([west, south, east, north]: Box, latitude: number, metres: number): Box {
  const high = Math.ceil((metres / METRES_PER_DEGREE) * UNITS_PER_DEGREE) + 1;
  const wide = Math.ceil(high / Math.cos((latitude * Math.PI) / 180));
  return [west - wide, south - high, east + wide, north + high];
}
