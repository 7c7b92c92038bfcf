import { bboxClip, polygon } from '@turf/turf';
import type { Polygon, Position } from 'geojson';
import { stretchesAt } from '#domain/geometry/interior-point.ts';
import type { Place } from '#domain/geometry/place.ts';
import type {
  BuildingShape,
  MappedBuilding,
  MappedHeading,
  MappedZone,
  ZoneShape,
} from '#domain/printing/map-frames.ts';
import { shareOf, windowOf } from './maps/mercator.ts';
import type { Window } from './maps/mercator.ts';

/** Zones are cut a little outside the map, so that the cut itself is not drawn. */
const MARGIN = 0.05;
/** A tenth of a millimetre of a printed map. */
const FINEST = 0.0006;
/** Less of the map is nothing: in a hole as large as the map, the zone's ring and the hole's are both its edge. */
const LEAST_AREA = 1e-4;
/** Fully covered: no boundary of the zone is visible. */
const COVERED = 0.98;
/** Smaller, a house is less than a millimetre of a printed map. */
const LOWEST_BUILDING_ZOOM = 15;
/** The scale of the cadastral plan. */
const CLOSEST_ZOOM = 18;
/** About twenty kilometres: wider, the property is invisible. */
const LOWEST_ZOOM = 12;

/**
 * The zoom of a heading's map: the cadastre's when all these zones are small, else the situation's (`from`), or the
 * closest one that shows a boundary of one of them.
 */
export function zoomToSee(place: Place, focus: MappedHeading['focus'], from: number): number {
  if (focus.length === 0) return from;
  if (focus.every((outline) => isWithin(outline, windowOf(place, CLOSEST_ZOOM)))) return CLOSEST_ZOOM;
  for (let zoom = from; zoom > LOWEST_ZOOM; zoom -= 1) {
    const window = windowOf(place, zoom);
    if (focus.some((outline) => areaOf(cut({ outline }, window, 0)) < COVERED)) return zoom;
  }
  return LOWEST_ZOOM;
}

function isWithin(outline: MappedZone['outline'], window: Window): boolean {
  return outline.coordinates
    .flat(outline.type === 'Polygon' ? 1 : 2)
    .every((position) => shareOf(position as Position, window).every((share) => share >= 0 && share <= 1));
}

/** Points of all zones of a map, beyond which their drawing is made coarser. */
const MOST_POINTS = 8000;

/** The zones' shapes on a map, in shares of its width and height; no ring when a zone is elsewhere. */
export function shapesOf(zones: MappedZone[], window: Window): ZoneShape[] {
  // Not one that is drawn beyond the edge only: its name would be looked for.
  const seen = zones.map((zone) => (areaOf(cut(zone, window, 0)) > LEAST_AREA ? zone : { ...zone, outline: null }));
  for (let finest = FINEST; ; finest *= 2) {
    const shapes = seen.map(({ outline, ...zone }) => {
      const rings = outline === null ? [] : ringsIn({ outline }, window, finest);
      return { ...zone, rings, at: zone.mark === null ? null : roomFor(zone.mark, rings) };
    });
    const points = shapes.reduce((sum, { rings }) => sum + rings.flat().length, 0);
    if (points <= MOST_POINTS || finest > 0.05) return shapes;
  }
}

/** Boxes that the template places over the map: inset, north, scale, attribution, and the property in the middle. */
const TAKEN = [
  { left: 0, right: 0.29, top: 0, bottom: 0.32 },
  { left: 0.92, right: 1, top: 0, bottom: 0.22 },
  { left: 0, right: 0.3, top: 0.84, bottom: 1 },
  { left: 0.55, right: 1, top: 0.9, bottom: 1 },
  { left: 0.44, right: 0.56, top: 0.4, bottom: 0.6 },
];
const ROWS = Array.from({ length: 15 }, (_, row) => 0.06 + row * 0.0625);
/** Sizes of a letter and of a label's margins, in shares of the width. */
const LETTER = 0.011;
const MARGINS = 0.02;

/** The middle of the widest free stretch of a zone, for its mark; null when it fits nowhere. */
function roomFor(mark: string, rings: [number, number][][]): [number, number] | null {
  const least = mark.length * LETTER + MARGINS;
  let best: { at: [number, number]; length: number } | null = null;
  for (const y of ROWS) {
    for (const [from, to] of freeStretches(rings, y)) {
      if (to - from >= least && to - from > (best?.length ?? 0)) best = { at: [(from + to) / 2, y], length: to - from };
    }
  }
  return best === null ? null : best.at;
}

function freeStretches(rings: [number, number][][], y: number): [number, number][] {
  const taken = TAKEN.filter(({ top, bottom }) => y >= top && y <= bottom);
  const within = stretchesAt(rings, y).map(([from, to]): [number, number] => [
    Math.max(from, 0.01),
    Math.min(to, 0.99),
  ]);
  return taken.reduce<[number, number][]>(
    (stretches, { left, right }) =>
      stretches.flatMap(([from, to]): [number, number][] =>
        to <= left || from >= right
          ? [[from, to]]
          : [
              [from, Math.min(to, left)],
              [Math.max(from, right), to],
            ],
      ),
    within,
  );
}

/** Footprints that a map shows. */
export function buildingsOn(buildings: MappedBuilding[], window: Window): BuildingShape[] {
  if (window.zoom < LOWEST_BUILDING_ZOOM) return [];
  const shapes = buildings.map((building) => ({
    isLargest: building.isLargest,
    rings: ringsIn(building, window, FINEST),
  }));
  return shapes.filter(({ rings }) => rings.length > 0);
}

const ringsIn = (drawn: Pick<MappedZone, 'outline'>, window: Window, finest: number): [number, number][][] =>
  cut(drawn, window, MARGIN)
    .filter((polygon) => areaOf([polygon]) > LEAST_AREA / 100)
    .flatMap((rings) => rings.map((ring, index) => turned(ring, index === 0)))
    .map((ring) => thinned(ring, finest))
    .filter((ring) => ring.length > 3);

/** Holes turn the other way: drawn by winding, two answers about one zone that overlap do not cancel each other. */
const turned = (ring: [number, number][], isOuter: boolean): [number, number][] =>
  doubledArea(ring) > 0 === isOuter ? ring : ring.toReversed();

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

const ringArea = (ring: [number, number][]): number => Math.abs(doubledArea(ring)) / 2;

/** Positive or negative by the turn of the ring. */
function doubledArea(ring: [number, number][]): number {
  const doubled = ring.map(([x, y], index) => {
    const [nextX, nextY] = ring[(index + 1) % ring.length] ?? [x, y];
    return x * nextY - nextX * y;
  });
  return doubled.reduce((total, value) => total + value, 0);
}

/** Removes points closer than the eye can see, except the last. */
function thinned(ring: [number, number][], finest: number): [number, number][] {
  const kept: [number, number][] = [];
  for (const [index, [x, y]] of ring.entries()) {
    const [lastX, lastY] = kept.at(-1) ?? [Infinity, Infinity];
    const far = Math.abs(x - lastX) > finest || Math.abs(y - lastY) > finest;
    if (far || index === ring.length - 1) kept.push([x, y]);
  }
  return kept;
}
