import type { Position } from 'geojson';
import { latest } from '#domain/latest.ts';
import type { Place } from './place.ts';
import { type Overlap, classifyOverlap, propertyAt, type Property } from './overlap.ts';
import type { BoxIndex } from './box-index.ts';
import { commonAreaOfRings, type SignedRing } from './common-area.ts';
import { Edges } from './edges.ts';
import { Meeting, type Positions } from './meeting.ts';
import { ringsNear, unpack, type PackedPiece } from './packed-piece.ts';
import { positionsOf, toUnits, UNITS_PER_DEGREE, type Box } from './piece.ts';
import { clip } from './split.ts';

/** The zones of one release: boxes of all pieces, the row of each, and how to read a piece, until the next is read. */
export type ZoneStore = { boxes: BoxIndex; owners: Uint32Array; piece: (index: number) => PackedPiece };

/** A zone, by its row in the release, that touches the property or lies within the asked distance. */
export type ZoneRelation = { row: number; overlap: Overlap };

const METRES_PER_DEGREE = 111_195;

/** Zones that cover part of the property or its point, and those within `metres` of it, by row. */
export function zonesAround(store: ZoneStore, place: Place, metres: number): ZoneRelation[] {
  const { owners } = store;
  const known = knownOf(place);
  const window = metres === 0 ? known.window : widened(known.around, place.latitude, metres);
  const found = piecesIn(store, window);
  const relations: ZoneRelation[] = [];
  if (found.length === 0) return relations;
  const asked = { property: propertyAt(place), known, meeting: new Meeting(window, known.positions) };
  for (let first = 0, next = 0; first < found.length; first = next) {
    const row = owners[found[first]!]!;
    while (next < found.length && owners[found[next]!] === row) next += 1;
    const overlap = overlapOfPieces(store, found.slice(first, next), asked);
    if (overlap.containsPoint || (overlap.distanceMetres ?? Infinity) <= metres) relations.push({ row, overlap });
  }
  return relations;
}

/** Pieces whose box touches the window, by their row. */
function piecesIn({ boxes, owners }: ZoneStore, window: Box): number[] {
  const count = boxes.search(window);
  const found: number[] = [];
  for (let i = 0; i < count; i += 1) found.push(boxes.found[i]!);
  return count > 1 ? found.sort((one, other) => owners[one]! - owners[other]! || one - other) : found;
}

/** Rows of the sites that may lie within `metres`; their distances are the caller's to measure. */
export function rowsAround({ boxes, owners }: ZoneStore, place: Place, metres: number): number[] {
  const { around } = knownOf(place);
  const count = boxes.searchWithin(around, widened(around, place.latitude, metres * (1 + PLANE_ERROR)));
  const rows: number[] = [];
  for (let i = 0; i < count; i += 1) rows.push(owners[boxes.found[i]!]!);
  return count > 1 ? rows.sort((one, other) => one - other).filter((row, i) => row !== rows[i - 1]) : rows;
}

/** Degrees of longitude are taken as long as those at the place. */
const PLANE_ERROR = 0.01;

/** Rings of a row's pieces within that distance of the property, in degrees; none of a site. */
export function outlineAround(
  store: ZoneStore,
  row: number,
  { place, metres }: { place: Place; metres: number },
): Position[][][] {
  const window = widened(knownOf(place).around, place.latitude, metres);
  return piecesIn(store, window)
    .filter((index) => store.owners[index] === row)
    .map((index) => positionsOf(clip(unpack(store.piece(index)), window)))
    .filter((rings) => rings.length > 0);
}

type Asked = { property: Property; known: Known; meeting: Meeting };

function overlapOfPieces(store: ZoneStore, pieces: number[], { property, known, meeting }: Asked): Overlap {
  meeting.clear();
  for (const piece of pieces) meeting.add(store.piece(piece));
  const { containsPoint, containsCorner } = meeting;
  const edges = new Edges(inMetres(meeting.edges, property));
  const distances = {
    fromPoint: () => edges.metresFrom(0, 0),
    fromParcels: () => (edges.numbers.length === 0 ? Infinity : property.edges.metresTo(edges)),
  };
  if (!known.hasParcels) return classifyOverlap({ parcelsArea: 0 }, { containsPoint, common: 0, ...distances });
  if (mayCross(meeting.edges, known.box)) {
    const common = commonWith(store, pieces, { property, known });
    return classifyOverlap(property, { containsPoint, common, ...distances });
  }
  // Wholly inside or wholly outside, whatever the area.
  return classifyOverlap({ parcelsArea: 1 }, { containsPoint, common: containsCorner ? 1 : 0, ...distances });
}

/** One of the edges is not wholly on one side of the box. */
function mayCross(edges: number[], [west, south, east, north]: Box): boolean {
  for (let i = 0; i < edges.length; i += 4) {
    const [x1, y1, x2, y2] = [edges[i]!, edges[i + 1]!, edges[i + 2]!, edges[i + 3]!];
    const isBetween = Math.max(x1, x2) >= west && Math.min(x1, x2) <= east;
    if (isBetween && Math.max(y1, y2) >= south && Math.min(y1, y2) <= north) return true;
  }
  return false;
}

/** In square metres. */
function commonWith(store: ZoneStore, pieces: number[], { property, known }: Omit<Asked, 'meeting'>): number {
  const rings: SignedRing[] = [];
  for (const piece of pieces) {
    for (const [i, ring] of ringsNear(store.piece(piece), grown(known.box)).entries()) {
      if (ring.length >= 6) rings.push({ ring: inMetres(ring, property), sign: i === 0 ? 1 : -1 });
    }
  }
  return commonAreaOfRings(property.polygons, rings);
}

/** x, y, x, y… from units to metres from the point. */
function inMetres(units: number[], { plane: { centre, metresPerLongitude, metresPerLatitude } }: Property): number[] {
  const metres: number[] = [];
  for (let i = 0; i < units.length; i += 2) {
    metres.push(
      (units[i]! / UNITS_PER_DEGREE - centre[0]) * metresPerLongitude,
      (units[i + 1]! / UNITS_PER_DEGREE - centre[1]) * metresPerLatitude,
    );
  }
  return metres;
}

/**
 * `box` of the parcels, `around` with the chosen point, `window` a little wider; `positions` are that point and a corner of
 * the parcels.
 */
type Known = { box: Box; around: Box; window: Box; hasParcels: boolean; positions: Positions };

/** Every dataset is asked about the same place. */
const knownOf = latest((place: Place): Known => {
  const box = boxOfParcels(place);
  const x = toUnits(place.longitude);
  const y = toUnits(place.latitude);
  const corner = place.parcels[0]?.outline.coordinates[0]?.[0]?.[0];
  const cornerX = corner === undefined ? x : toUnits(corner[0]);
  const cornerY = corner === undefined ? y : toUnits(corner[1]);
  const around: Box = [Math.min(box[0], x), Math.min(box[1], y), Math.max(box[2], x), Math.max(box[3], y)];
  return {
    box,
    around,
    window: widened(around, place.latitude, 0),
    hasParcels: corner !== undefined,
    positions: { pointX: x, pointY: y, cornerX, cornerY },
  };
});

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

/** A unit more on each side: rounding moves a corner by half of one. */
const grown = ([west, south, east, north]: Box): Box => [west - 1, south - 1, east + 1, north + 1];

/** With so many metres more on each side. */
export function widened(box: Box, latitude: number, metres: number): Box {
  const high = Math.ceil((metres / METRES_PER_DEGREE) * UNITS_PER_DEGREE) + 1;
  const wide = Math.ceil(high / Math.cos((latitude * Math.PI) / 180));
  return [box[0] - wide, box[1] - high, box[2] + wide, box[3] + high];
}
