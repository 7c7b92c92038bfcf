import type { Position } from 'geojson';
import { latest } from '#domain/latest.ts';
import type { Place } from '#domain/risks/facts.ts';
import type { Overlap } from '#domain/risks/findings.ts';
import { classifyOverlap, propertyAt, type Property } from '#domain/risks/overlap.ts';
import { commonAreaOf } from './common-area.ts';
import { edgeBetween, edgesToEdges, pointToEdges, type Edge } from './edges.ts';
import {
  CORNER_INSIDE,
  meet,
  POINT_INSIDE,
  unpack,
  isAcross,
  type PackedPiece,
  type Positions,
  type UnitEdge,
} from './packed-piece.ts';
import { positionsOf, toUnits, UNITS_PER_DEGREE, type Box } from './piece.ts';
import { clip } from './split.ts';
import type { ZoneIndex } from './zone-index.ts';

/** The zones of one release: index of all pieces, the row of each, and how to read a piece, until the next is read. */
export type ZoneStore = { index: ZoneIndex; owners: Uint32Array; piece: (index: number) => PackedPiece };

/** A zone, by its row in the release, that touches the property or lies within the asked distance. */
export type ZoneRelation = { row: number; overlap: Overlap };

const METRES_PER_DEGREE = 111_195;

/** Zones that cover part of the property or its point, and those within `metres` of it, by row. */
export function zonesAround(store: ZoneStore, place: Place, metres: number): ZoneRelation[] {
  const { owners } = store;
  const known = knownOf(place);
  const window = widened(known.around, place.latitude, metres);
  const found = store.index(window);
  if (found.length === 0) return [];
  if (found.length > 1) found.sort((one, other) => owners[one]! - owners[other]! || one - other);
  const asked = { property: propertyAt(place), known, window };
  const relations: ZoneRelation[] = [];
  for (let first = 0, next = 0; first < found.length; first = next) {
    const row = owners[found[first]!]!;
    while (next < found.length && owners[found[next]!] === row) next += 1;
    const overlap = overlapOfPieces(store, found.slice(first, next), asked);
    if (overlap.containsPoint || (overlap.distanceMetres ?? Infinity) <= metres) relations.push({ row, overlap });
  }
  return relations;
}

/** Rows of the sites that may lie within `metres`; their distances are the caller's to measure. */
export function rowsAround({ index, owners }: ZoneStore, place: Place, metres: number): number[] {
  const { around } = knownOf(place);
  const found = index(widened(around, place.latitude, metres), isNear(around, place.latitude, metres));
  if (found.length === 0) return found;
  const rows = found.map((piece) => owners[piece]!);
  return rows.sort((one, other) => one - other).filter((row, i) => row !== rows[i - 1]);
}

/** Rings of a row's pieces within that distance of the property, in degrees; none of a site. */
export function outlineAround(
  { index, owners, piece }: ZoneStore,
  row: number,
  { place, metres }: { place: Place; metres: number },
): Position[][][] {
  const window = widened(knownOf(place).around, place.latitude, metres);
  return index(window)
    .filter((found) => owners[found] === row)
    .map((found) => positionsOf(clip(unpack(piece(found)), window)))
    .filter((rings) => rings.length > 0);
}

/** Without the corners of the window, which are farther: a hundredth more is for measures on the sphere. */
function isNear([west, south, east, north]: Box, latitude: number, metres: number): (box: Box) => boolean {
  const most = 1.01 * (metres / METRES_PER_DEGREE) * UNITS_PER_DEGREE + 1;
  const narrowing = Math.cos((latitude * Math.PI) / 180);
  return (box) => {
    const apart = narrowing * Math.max(0, box[0] - east, west - box[2]);
    const above = Math.max(0, box[1] - north, south - box[3]);
    return apart * apart + above * above <= most * most;
  };
}

type Asked = { property: Property; known: Known; window: Box };

function overlapOfPieces(store: ZoneStore, pieces: number[], { property, known, window }: Asked): Overlap {
  const { plane } = property;
  const edges: Edge[] = [];
  let inside = 0;
  let crossesParcels = false;
  const met = {
    window,
    positions: known.positions,
    onEdge(edge: UnitEdge): void {
      edges.push(edgeBetween(plane.project(inDegrees(edge.x1, edge.y1)), plane.project(inDegrees(edge.x2, edge.y2))));
      crossesParcels ||= isAcross(edge, known.box);
    },
  };
  for (const piece of pieces) inside |= meet(store.piece(piece), met);
  const containsPoint = (inside & POINT_INSIDE) !== 0;
  const distances = {
    fromPoint: () => pointToEdges([0, 0], edges),
    fromParcels: () => (edges.length === 0 ? Infinity : edgesToEdges(property.outlines.flat(), edges)),
  };
  if (!known.hasParcels) return classifyOverlap({ parcelsArea: 0 }, { containsPoint, common: 0, ...distances });
  if (crossesParcels) {
    const common = commonWith(store, pieces, { property, known });
    return classifyOverlap(property, { containsPoint, common, ...distances });
  }
  // Wholly inside or wholly outside, whatever the area.
  const common = (inside & CORNER_INSIDE) === 0 ? 0 : 1;
  return classifyOverlap({ parcelsArea: 1 }, { containsPoint, common, ...distances });
}

/** In square metres. */
function commonWith(store: ZoneStore, pieces: number[], { property, known }: Omit<Asked, 'window'>): number {
  const { plane, polygons } = property;
  const parts = pieces
    .map((piece) => clip(unpack(store.piece(piece)), grown(known.box)))
    .map((piece) => positionsOf(piece).map((ring) => ring.map((position) => plane.project(position))));
  return commonAreaOf(polygons, parts);
}

/** `box` of the parcels, `around` with the chosen point; `positions` are that point and a corner of the parcels. */
type Known = { box: Box; around: Box; hasParcels: boolean; positions: Positions };

/** Every dataset is asked about the same place. */
const knownOf = latest((place: Place): Known => {
  const box = boxOfParcels(place);
  const x = toUnits(place.longitude);
  const y = toUnits(place.latitude);
  const corner = place.parcels[0]?.outline.coordinates[0]?.[0]?.[0];
  const cornerX = corner === undefined ? x : toUnits(corner[0]);
  const cornerY = corner === undefined ? y : toUnits(corner[1]);
  return {
    box,
    around: [Math.min(box[0], x), Math.min(box[1], y), Math.max(box[2], x), Math.max(box[3], y)],
    hasParcels: corner !== undefined,
    positions: { pointX: x, pointY: y, cornerX, cornerY },
  };
});

const inDegrees = (x: number, y: number): Position => [x / UNITS_PER_DEGREE, y / UNITS_PER_DEGREE];

function boxOfParcels(place: Place): Box {
  let west = Infinity;
  let south = Infinity;
  let east = -Infinity;
  let north = -Infinity;
  for (const { outline } of place.parcels) {
    for (const rings of outline.coordinates) {
      for (const position of rings[0] ?? []) {
        const x = toUnits(position[0]);
        const y = toUnits(position[1]);
        if (x < west) west = x;
        if (x > east) east = x;
        if (y < south) south = y;
        if (y > north) north = y;
      }
    }
  }
  return [west, south, east, north];
}

/** A unit more on each side: rounding moves a vertex by half of one. */
const grown = ([west, south, east, north]: Box): Box => [west - 1, south - 1, east + 1, north + 1];

/** With so many metres more on each side. */
export function widened(box: Box, latitude: number, metres: number): Box {
  const high = Math.ceil((metres / METRES_PER_DEGREE) * UNITS_PER_DEGREE) + 1;
  const wide = Math.ceil(high / Math.cos((latitude * Math.PI) / 180));
  return [box[0] - wide, box[1] - high, box[2] + wide, box[3] + high];
}
