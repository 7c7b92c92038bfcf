import type Flatbush from 'flatbush';
import type { Position } from 'geojson';
import { polygonsOf } from '#domain/geo/geometry.ts';
import type { Place } from '#domain/risks/facts.ts';
import type { Overlap } from '#domain/risks/findings.ts';
import { classifyOverlap, propertyAt, type Property } from '#domain/risks/overlap.ts';
import { commonAreaOf } from './common-area.ts';
import { edgeBetween, edgesOf, edgesToEdges, pointToEdges, type Edge } from './edges.ts';
import { isInside, positionAt, positionsOf, toUnits, UNITS_PER_DEGREE, type Box, type Piece } from './piece.ts';
import { clip } from './split.ts';

/** The zones of one release: boxes of all pieces, the row of each, and how to read a piece. */
export type ZoneStore = { boxes: Flatbush; owners: Uint32Array; piece: (index: number) => Piece };

/** A zone, by its row in the release, that touches the property or lies within the asked distance. */
export type ZoneRelation = { row: number; overlap: Overlap };

const METRES_PER_DEGREE = 111_195;

/** Zones that cover part of the property or its point, and those within `metres` of it, by row. */
export function zonesAround(store: ZoneStore, place: Place, metres: number): ZoneRelation[] {
  const window = widened(knownOf(place).around, place.latitude, metres);
  const asked = { property: propertyAt(place), place, window };
  const found = store.boxes.search(...window).map((index) => ({ index, row: store.owners[index] ?? 0 }));
  return [...Map.groupBy(found, ({ row }) => row)]
    .toSorted(([one], [other]) => one - other)
    .flatMap(([row, parts]) => {
      const pieces = parts.map(({ index }) => store.piece(index));
      const overlap = overlapOfPieces(pieces, asked);
      const isNear = (overlap.distanceMetres ?? Infinity) <= metres || overlap.containsPoint;
      return isNear ? [{ row, overlap }] : [];
    });
}

/** Rows of the sites that may lie within `metres`; their distances are the caller's to measure. */
export function rowsAround({ boxes, owners }: ZoneStore, place: Place, metres: number): number[] {
  const window = widened(knownOf(place).around, place.latitude, metres);
  return [...new Set(boxes.search(...window).map((index) => owners[index] ?? 0))].toSorted((one, other) => one - other);
}

/** Rings of a row's pieces within that distance of the property, in degrees; none of a site. */
export function outlineAround(
  { boxes, owners, piece }: ZoneStore,
  row: number,
  { place, metres }: { place: Place; metres: number },
): Position[][][] {
  const window = widened(knownOf(place).around, place.latitude, metres);
  return boxes
    .search(...window)
    .filter((index) => owners[index] === row)
    .map((index) => positionsOf(clip(piece(index), window)))
    .filter((rings) => rings.length > 0);
}

type Asked = { property: Property; place: Place; window: Box };

function overlapOfPieces(pieces: Piece[], asked: Asked): Overlap {
  const { property, place } = asked;
  const containsPoint = isIn(pieces, place.longitude, place.latitude);
  const edges = pieces.flatMap((piece) => edgesIn(piece, asked));
  const distances = {
    fromPoint: () => pointToEdges([0, 0], edges),
    fromParcels: () => edgesToEdges(knownOf(place).edges, edges),
  };
  const corner = place.parcels[0]?.outline.coordinates[0]?.[0]?.[0];
  if (corner === undefined) return classifyOverlap({ parcelsArea: 0 }, { containsPoint, common: 0, ...distances });
  const box = knownOf(place).box;
  if (pieces.some((piece) => hasEdgeIn(piece, box))) {
    return classifyOverlap(property, { containsPoint, common: commonWith(pieces, asked), ...distances });
  }
  // Wholly inside or wholly outside, whatever the area.
  const common = isIn(pieces, corner[0], corner[1]) ? 1 : 0;
  return classifyOverlap({ parcelsArea: 1 }, { containsPoint, common, ...distances });
}

/** In square metres. */
function commonWith(pieces: Piece[], { property: { plane }, place }: Asked): number {
  const { box, polygons } = knownOf(place);
  const parts = pieces
    .map((piece) => clip(piece, grown(box)))
    .map((piece) => positionsOf(piece).map((ring) => ring.map((position) => plane.project(position))));
  return commonAreaOf(polygons, parts);
}

/** `box` of the parcels, `around` with the chosen point; `edges` and `polygons` of the parcels, in metres from it. */
type Known = { box: Box; around: Box; readonly edges: Edge[]; readonly polygons: Position[][][] };

/** Every dataset is asked about the same place. */
const known = new WeakMap<Place, Known>();

function knownOf(place: Place): Known {
  const found = known.get(place) ?? measured(place);
  known.set(place, found);
  return found;
}

function measured(place: Place): Known {
  const box = boxOfParcels(place);
  const [west, south, east, north] = box;
  const [x, y] = [toUnits(place.longitude), toUnits(place.latitude)];
  let edges: Edge[] | null = null;
  let polygons: Position[][][] | null = null;
  return {
    box,
    around: [Math.min(west, x), Math.min(south, y), Math.max(east, x), Math.max(north, y)],
    get edges() {
      return (edges ??= edgesOf(ringsOf(place)));
    },
    get polygons() {
      return (polygons ??= polygonsOf(propertyAt(place).parcels));
    },
  };
}

/** Rings of all parcels, in metres from the chosen point. */
function ringsOf(place: Place): Position[][] {
  const { plane } = propertyAt(place);
  return place.parcels.flatMap(({ outline }) =>
    outline.coordinates.flat().map((ring) => ring.map((position) => plane.project(position))),
  );
}

function isIn(pieces: Piece[], longitude: number, latitude: number): boolean {
  const [x, y] = [toUnits(longitude), toUnits(latitude)];
  return pieces.some((piece) => isInside(piece, x, y));
}

/** Edges of the original rings that may meet the window, in metres from the chosen point. */
function edgesIn(piece: Piece, { window, property: { plane } }: Asked): Edge[] {
  const found: Edge[] = [];
  for (const { points, cuts } of piece) {
    for (let i = 0; i < points.length; i += 2) {
      const next = (i + 2) % points.length;
      if (cuts?.[i / 2] === 1 || isBeside(points, [i, next], window)) continue;
      found.push(edgeBetween(plane.project(positionAt(points, i)), plane.project(positionAt(points, next))));
    }
  }
  return found;
}

function hasEdgeIn(piece: Piece, box: Box): boolean {
  return piece.some(({ points, cuts }) => {
    for (let i = 0; i < points.length; i += 2) {
      if (cuts?.[i / 2] !== 1 && !isBeside(points, [i, (i + 2) % points.length], box)) return true;
    }
    return false;
  });
}

/** Both ends of an edge on the same outer side of a box. */
function isBeside(points: Int32Array, [i, next]: [number, number], [west, south, east, north]: Box): boolean {
  const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = [points[i], points[i + 1], points[next], points[next + 1]];
  const isAcross = Math.max(x1, x2) >= west && Math.min(x1, x2) <= east;
  return !isAcross || Math.max(y1, y2) < south || Math.min(y1, y2) > north;
}

function boxOfParcels(place: Place): Box {
  let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const { outline } of place.parcels) {
    for (const [outer = []] of outline.coordinates) {
      for (const [longitude = 0, latitude = 0] of outer) {
        const [x, y] = [toUnits(longitude), toUnits(latitude)];
        [west, south, east, north] = [Math.min(west, x), Math.min(south, y), Math.max(east, x), Math.max(north, y)];
      }
    }
  }
  return [west, south, east, north];
}

/** A unit more on each side: rounding moves a vertex by half of one. */
const grown = ([west, south, east, north]: Box): Box => [west - 1, south - 1, east + 1, north + 1];

/** With so many metres more on each side. */
export function widened([west, south, east, north]: Box, latitude: number, metres: number): Box {
  const high = Math.ceil((metres / METRES_PER_DEGREE) * UNITS_PER_DEGREE) + 1;
  const wide = Math.ceil(high / Math.cos((latitude * Math.PI) / 180));
  return [west - wide, south - high, east + wide, north + high];
}
