import { bboxClip, polygon } from '@turf/turf';
import type { Polygon, Position } from 'geojson';
import type { Place } from '#domain/risks/facts.ts';
import type { BuildingShape, MappedBuilding, MappedZone, ZoneShape } from '#domain/statement-document/map-frames.ts';
import { shareOf, windowOf } from './maps/mercator.ts';
import type { Window } from './maps/mercator.ts';

/** Zones are cut a little outside the map, so that the cut itself is not drawn. */
const MARGIN = 0.05;
/** A tenth of a millimetre of a printed map. */
const FINEST = 0.0006;
/** Fully covered: no boundary of the zone is visible. */
const COVERED = 0.98;
/** Smaller, a house is less than a millimetre of a printed map. */
const LOWEST_BUILDING_ZOOM = 15;
/** The same scale as the cadastral plan. */
const CLOSEST_ZOOM = 18;
/** About twenty kilometres: wider, the property is invisible. */
const LOWEST_ZOOM = 12;

/**
 * The zoom of a heading's map: the cadastre's when all its zones are small, else the situation's (`from`), or the
 * closest one that shows a boundary of the zone.
 */
export function zoomToSee(place: Place, zones: MappedZone[], from: number): number {
  if (zones.every((zone) => isWithin(zone, windowOf(place, CLOSEST_ZOOM)))) return CLOSEST_ZOOM;
  for (let zoom = from; zoom > LOWEST_ZOOM; zoom -= 1) {
    const window = windowOf(place, zoom);
    if (zones.some((zone) => areaOf(cut(zone, window, 0)) < COVERED)) return zoom;
  }
  return LOWEST_ZOOM;
}

function isWithin({ outline }: MappedZone, window: Window): boolean {
  return outline.coordinates
    .flat(outline.type === 'Polygon' ? 1 : 2)
    .every((position) => shareOf(position as Position, window).every((share) => share >= 0 && share <= 1));
}

/** A zone's shape on a map, in shares of its width and height; no ring when the zone is elsewhere. */
export const shapeOf = (zone: MappedZone, window: Window): ZoneShape => ({
  label: zone.label,
  rings: ringsIn(zone, window),
});

/** Footprints that a map shows. */
export function buildingsOn(buildings: MappedBuilding[], window: Window): BuildingShape[] {
  if (window.zoom < LOWEST_BUILDING_ZOOM) return [];
  const shapes = buildings.map((building) => ({ isLargest: building.isLargest, rings: ringsIn(building, window) }));
  return shapes.filter(({ rings }) => rings.length > 0);
}

const ringsIn = (drawn: Pick<MappedZone, 'outline'>, window: Window): [number, number][][] =>
  cut(drawn, window, MARGIN)
    .flat()
    .map(thinned)
    .filter((ring) => ring.length > 3);

/** Polygons as shares of the map, cut at its edge. */
function cut({ outline }: Pick<MappedZone, 'outline'>, window: Window, margin: number): [number, number][][][] {
  const polygons = outline.type === 'Polygon' ? [outline.coordinates] : outline.coordinates;
  return polygons.flatMap((rings) => {
    const shares = polygon(rings.map((ring) => ring.map((position) => shareOf(position, window))));
    // A polygon stays one polygon, even where the edge divides it: it then runs along the edge.
    const { coordinates } = bboxClip(shares, [-margin, -margin, 1 + margin, 1 + margin]).geometry as Polygon;
    return coordinates.length === 0 ? [] : [coordinates.map((ring) => ring.map(pair))];
  });
}

const pair = ([x = 0, y = 0]: Position): [number, number] => [x, y];

/** Polygons of one zone do not overlap: the areas of their outer rings, minus their holes, add up. */
function areaOf(polygons: [number, number][][][]): number {
  const sum = (values: number[]): number => values.reduce((total, value) => total + value, 0);
  return sum(polygons.map(([outer = [], ...holes]) => ringArea(outer) - sum(holes.map(ringArea))));
}

function ringArea(ring: [number, number][]): number {
  const doubled = ring.map(([x, y], index) => {
    const [nextX, nextY] = ring[(index + 1) % ring.length] ?? [x, y];
    return x * nextY - nextX * y;
  });
  return Math.abs(doubled.reduce((total, value) => total + value, 0)) / 2;
}

/** Removes points closer than the eye can see, except the last. */
function thinned(ring: [number, number][]): [number, number][] {
  const kept: [number, number][] = [];
  for (const [index, [x, y]] of ring.entries()) {
    const [lastX, lastY] = kept.at(-1) ?? [Infinity, Infinity];
    const far = Math.abs(x - lastX) > FINEST || Math.abs(y - lastY) > FINEST;
    if (far || index === ring.length - 1) kept.push([x, y]);
  }
  return kept;
}
