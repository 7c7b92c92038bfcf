import type { Position } from 'geojson';
import { latest } from '#domain/latest.ts';
import type { Place } from './place.ts';
import { type Overlap, classifyOverlap, propertyAt, type Property } from './overlap.ts';
import { boxOf, STEP_DEGREES, widened, type Box } from './boxes.ts';
import { commonAreaOfRings } from './common-area.ts';
import { Edges } from './edges.ts';
import { commonPart, polygonsOf } from './shapes.ts';

/** Polygons of a zone, each its outer ring then its holes: x, y, x, y… in degrees, without closing points. */
export type Rings = number[][][];

/** A zone by its row; `ringsNear` gives rings that bound the same surface within the box as the zone itself. */
type StoredZone = { row: number; ringsNear: (box: Box) => Rings };

/** `box`: of a site, or of the zone; `withinMetres`: how far from there the site may be. */
export type StoredBox = { row: number; box: Box; withinMetres: number };

/** The zones and sites of one release. Boxes may be rounded outwards. */
export type ZoneStore = {
  /** Zones whose box touches the window, in the order of their rows. */
  zonesIn(window: Box): StoredZone[];
  /** Boxes that touch the window, or may by the places of an imprecise site, in the order of their rows. */
  boxesIn(window: Box, latitude: number): StoredBox[];
};

/** A zone, by its row in the release, that touches the property or lies within the asked distance. */
export type ZoneRelation = { row: number; overlap: Overlap };

/** Zones that cover part of the property or its point, and those within `metres` of it, by row. */
export function zonesAround(store: ZoneStore, place: Place, metres: number): ZoneRelation[] {
  const known = knownOf(place);
  const window = metres === 0 ? known.window : widened(known.around, place.latitude, metres);
  const relations: ZoneRelation[] = [];
  for (const zone of store.zonesIn(window)) {
    const overlap = overlapOfZone(zone, window, { property: propertyAt(place), known });
    if (overlap.containsPoint || (overlap.distanceMetres ?? Infinity) <= metres) {
      relations.push({ row: zone.row, overlap });
    }
  }
  return relations;
}

/** Degrees of longitude are taken as long as those at the place. */
const PLANE_ERROR = 0.01;

/**
 * Rows of the sites that may lie within `metres`; their distances are the caller's to measure. The gap to the property is
 * not longer than the window's margins: an ellipse at its corners, as margins are as many metres.
 */
export function rowsAround(store: ZoneStore, place: Place, metres: number): number[] {
  const { around } = knownOf(place);
  const window = widened(around, place.latitude, metres * (1 + PLANE_ERROR));
  const [wide, high] = [around[0] - window[0], around[1] - window[1]];
  const rows: number[] = [];
  for (const { row, box, withinMetres } of store.boxesIn(window, place.latitude)) {
    const [west, south, east, north] = withinMetres === 0 ? box : widened(box, box[1], withinMetres);
    const across = Math.max(0, west - around[2], around[0] - east) / wide;
    const along = Math.max(0, south - around[3], around[1] - north) / high;
    if (across * across + along * along <= 1) rows.push(row);
  }
  return rows;
}

/** Rings of a row within that distance of the property, in degrees, closed. */
export function outlineAround(
  store: ZoneStore,
  row: number,
  { place, metres }: { place: Place; metres: number },
): Position[][][] {
  const window = widened(knownOf(place).around, place.latitude, metres);
  const zone = store.zonesIn(window).find((one) => one.row === row);
  const rings = zone?.ringsNear(window) ?? [];
  // A ring that does not enter the window is left with one or two positions.
  const drawn = rings.map((polygon) => polygon.filter(({ length }) => length >= 6).map(closed));
  return cutTo(window, drawn, place);
}

/** The parts of polygons in the window; a polygon that lies wholly in it stays as it is. */
function cutTo(window: Box, polygons: Position[][][], place: Place): Position[][][] {
  const [west, south, east, north] = window;
  const corners = [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
    [west, south],
  ];
  const { plane } = propertyAt(place);
  const frame = plane.shape([{ type: 'Polygon', coordinates: [corners] }]);
  return polygons.flatMap((polygon) => {
    const box = boxOf(polygon[0] ?? []);
    if (polygon[0] === undefined || !touches(box, window)) return [];
    if (isWithin(box, window)) return [polygon];
    const part = commonPart(plane.shape([{ type: 'Polygon', coordinates: polygon }]), frame);
    return polygonsOf(part).map((rings) => rings.map((ring) => ring.map((position) => plane.unproject(position))));
  });
}

function closed(ring: number[]): Position[] {
  const positions: Position[] = [];
  for (let i = 0; i < ring.length; i += 2) positions.push([ring[i]!, ring[i + 1]!]);
  return [...positions, positions[0]!];
}

const touches = (one: Box, other: Box): boolean =>
  one[0] <= other[2] && one[2] >= other[0] && one[1] <= other[3] && one[3] >= other[1];

const isWithin = (one: Box, other: Box): boolean =>
  one[0] >= other[0] && one[2] <= other[2] && one[1] >= other[1] && one[3] <= other[3];

type Asked = { property: Property; known: Known };

function overlapOfZone({ ringsNear }: StoredZone, window: Box, { property, known }: Asked): Overlap {
  const polygons = ringsNear(window).map((rings) => new Edges(rings.flatMap(edgesOfRing)));
  const isWithin = ([x = 0, y = 0]: Position): boolean => polygons.some((polygon) => polygon.surround(x, y));
  const near = polygons.flatMap(({ numbers }) => edgesAcross(numbers, window));
  const edges = new Edges(inMetres(near, property));
  const containsPoint = isWithin(known.point);
  const distances = {
    fromPoint: () => edges.metresFrom(0, 0),
    fromParcels: () => (near.length === 0 ? Infinity : property.edges.metresTo(edges)),
  };
  if (known.corner === null) return classifyOverlap({ parcelsArea: 0 }, { containsPoint, common: 0, ...distances });
  if (edgesAcross(near, known.box).length === 0) {
    // Wholly inside or wholly outside, whatever the area.
    const common = isWithin(known.corner) ? 1 : 0;
    return classifyOverlap({ parcelsArea: 1 }, { containsPoint, common, ...distances });
  }
  const common = commonAreaOfRings(property.polygons, signedRings(ringsNear(grown(known.box)), property));
  return classifyOverlap(property, { containsPoint, common, ...distances });
}

/** x1, y1, x2, y2, x1… */
function edgesOfRing(ring: number[]): number[] {
  const edges: number[] = [];
  for (let i = 0; i < ring.length; i += 2) {
    const next = (i + 2) % ring.length;
    edges.push(ring[i]!, ring[i + 1]!, ring[next]!, ring[next + 1]!);
  }
  return edges;
}

/** Leaves out edges whose ends are both on the same outer side of the box. */
function edgesAcross(edges: readonly number[], [west, south, east, north]: Box): number[] {
  const across: number[] = [];
  for (let i = 0; i < edges.length; i += 4) {
    const [x1, y1, x2, y2] = [edges[i]!, edges[i + 1]!, edges[i + 2]!, edges[i + 3]!];
    const isBetween = Math.max(x1, x2) >= west && Math.min(x1, x2) <= east;
    if (isBetween && Math.max(y1, y2) >= south && Math.min(y1, y2) <= north) across.push(x1, y1, x2, y2);
  }
  return across;
}

const signedRings = (polygons: Rings, property: Property) =>
  polygons.flatMap((rings) => rings.map((ring, i) => ({ ring: inMetres(ring, property), sign: i === 0 ? 1 : -1 })));

/** x, y, x, y… from degrees to metres from the point. */
function inMetres(degrees: readonly number[], { plane }: Property): number[] {
  const { centre, metresPerLongitude, metresPerLatitude } = plane;
  const metres: number[] = [];
  for (let i = 0; i < degrees.length; i += 2) {
    metres.push((degrees[i]! - centre[0]) * metresPerLongitude, (degrees[i + 1]! - centre[1]) * metresPerLatitude);
  }
  return metres;
}

/** `box` of the parcels, `around` with the chosen point, `window` a little wider; `corner` is one of the parcels. */
type Known = { box: Box; around: Box; window: Box; point: Position; corner: Position | null };

/** Every dataset is asked about the same place. */
const knownOf = latest((place: Place): Known => {
  const { longitude, latitude, parcels } = place;
  const point: Position = [longitude, latitude];
  const corners = parcels.flatMap(({ outline }) => outline.coordinates.flatMap(([outer = []]) => outer));
  const around = boxOf([...corners, point]);
  const window = widened(around, latitude, 0);
  return { box: boxOf(corners), around, window, point, corner: corners[0] ?? null };
});

const grown = ([west, south, east, north]: Box): Box => [
  west - STEP_DEGREES,
  south - STEP_DEGREES,
  east + STEP_DEGREES,
  north + STEP_DEGREES,
];
