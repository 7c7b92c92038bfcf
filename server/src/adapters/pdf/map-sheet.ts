import type { Position } from 'geojson';
import { fromWgs84 } from '#adapters/datasets/formats/projection.ts';
import { systemOf, type System } from '#adapters/datasets/formats/systems.ts';
import { systemInWkt } from '#adapters/datasets/formats/wkt.ts';
import { checkCoordinates } from '#domain/risks/territory.ts';

/** West, south, east, north in a page's own units, before its rotation. */
export type PageBox = readonly [left: number, bottom: number, right: number, top: number];

/** A viewport with a geospatial measure (ISO 32000-2, 12.9 and 12.10), as a file gives it. */
export type Viewport = {
  box: PageBox;
  /** Control points: latitude, longitude, and their places as shares of the box. */
  gpts: number[];
  lpts: number[];
  /** The drawn part, in shares of the box; empty when it is the whole box. */
  bounds: number[];
  epsg: string | null;
  wkt: string | null;
};

/** A map whose ground we know: where each position lies on its page. */
export type MapSheet = {
  /** EPSG code of the coordinate system. */
  epsg: string;
  /** From coordinates of the system to the page: x = a·X + b·Y + c, y = d·X + e·Y + f, from `origin`. */
  affine: readonly [number, number, number, number, number, number];
  origin: readonly [number, number];
  box: PageBox;
  /** What the viewport shows, on the page. */
  bounds: [number, number][];
};

/** In points, a third of a millimetre of the sheet: beyond, the control points disagree. */
const LARGEST_RESIDUAL = 1;
const FEWEST_POINTS = 4;
/** Control points nearer to each other, in shares of the box, would enlarge their own errors. */
const LEAST_SPREAD = 0.25;

/**
 * The sheet that four control points or more agree on; null for a system that we do not know or that is on another
 * datum, and for points that are too few, too near each other, outside France, or that do not fit.
 */
export function sheetOf(viewport: Viewport): MapSheet | null {
  const system = systemFor(viewport);
  const project = system === null ? null : fromWgs84(system.codes[0] ?? '');
  const points = pointsOf(viewport);
  if (system === null || project === null || points === null) return null;
  const known = points.map(({ at, place }) => ({ from: project(at), to: place }));
  const origin = middleOf(known.map(({ from }) => from));
  const affine = fitted(
    known.map(({ from: [x = NaN, y = NaN], to }) => ({ from: [x - origin[0], y - origin[1]], to })),
  );
  if (affine === null) return null;
  const sheet = { epsg: system.codes[0] ?? '', affine, origin, box: viewport.box, bounds: boundsOf(viewport) };
  const isExact = known.every(({ from, to }) => distance(onSheet(sheet, from), to) <= LARGEST_RESIDUAL);
  return isExact && sheet.bounds.length > 2 ? sheet : null;
}

/** The place on the page of coordinates of the sheet's system. */
export function onSheet({ affine, origin }: MapSheet, [x = NaN, y = NaN]: Position): [number, number] {
  const [a, b, c, d, e, f] = affine;
  const [east, north] = [x - origin[0], y - origin[1]];
  return [a * east + b * north + c, d * east + e * north + f];
}

/** An EPSG code and a text that describe two systems leave both in doubt. */
function systemFor({ epsg, wkt }: Viewport): System | null {
  const [coded, described] = [epsg === null ? null : systemOf(epsg), wkt === null ? null : systemInWkt(wkt)];
  if (coded !== null && described !== null && coded !== described) return null;
  return coded ?? (epsg === null ? described : null);
}

type ControlPoint = { at: Position; place: [number, number] };

function pointsOf({ gpts, lpts, box }: Viewport): ControlPoint[] | null {
  const [grounds, shares] = [pairsOf(gpts), pairsOf(lpts)];
  if (grounds.length !== shares.length || grounds.length < FEWEST_POINTS) return null;
  const isUsable =
    grounds.every(([latitude, longitude]) => checkCoordinates({ longitude, latitude }) === null) &&
    shares.flat().every((share) => share >= -1e-3 && share <= 1.001) &&
    [0, 1].every((axis) => spreadOf(shares.map((pair) => pair[axis] ?? NaN)) >= LEAST_SPREAD);
  if (!isUsable) return null;
  return grounds.map(([latitude, longitude], index) => ({
    at: [longitude, latitude],
    place: inBox(shares[index] ?? [NaN, NaN], box),
  }));
}

const spreadOf = (values: number[]): number => Math.max(...values) - Math.min(...values);

export function pairsOf(numbers: number[]): [number, number][] {
  const pairs: [number, number][] = [];
  for (let at = 0; at + 1 < numbers.length; at += 2) pairs.push([numbers[at] ?? NaN, numbers[at + 1] ?? NaN]);
  return pairs;
}

const inBox = ([x, y]: [number, number], [left, bottom, right, top]: PageBox): [number, number] => [
  left + x * (right - left),
  bottom + y * (top - bottom),
];

const boundsOf = ({ bounds, box }: Viewport): [number, number][] =>
  pairsOf(bounds.length === 0 ? [0, 0, 0, 1, 1, 1, 1, 0] : bounds).map((pair) => inBox(pair, box));

const distance = ([x, y]: [number, number], [otherX, otherY]: [number, number]): number =>
  Math.hypot(x - otherX, y - otherY);

function middleOf(positions: Position[]): [number, number] {
  const sum = (axis: 0 | 1): number => positions.reduce((total, position) => total + (position[axis] ?? NaN), 0);
  return [sum(0) / positions.length, sum(1) / positions.length];
}

/** The affine function nearest to all points, by least squares; null when they lie on one line. */
function fitted(points: { from: [number, number]; to: [number, number] }[]): MapSheet['affine'] | null {
  const sum = (of: (point: (typeof points)[number]) => number): number =>
    points.reduce((total, point) => total + of(point), 0);
  // Around their middle, the sums of the coordinates are null.
  const [xx, xy, yy] = [
    sum(({ from: [x] }) => x * x),
    sum(({ from: [x, y] }) => x * y),
    sum(({ from: [, y] }) => y * y),
  ];
  const determinant = xx * yy - xy * xy;
  if (!(determinant > 1e-9 * (xx + yy) ** 2)) return null;
  const along = (axis: 0 | 1): [number, number, number] => {
    const [byX, byY] = [sum(({ from, to }) => from[0] * to[axis]), sum(({ from, to }) => from[1] * to[axis])];
    return [
      (byX * yy - byY * xy) / determinant,
      (byY * xx - byX * xy) / determinant,
      sum(({ to }) => to[axis]) / points.length,
    ];
  };
  return [...along(0), ...along(1)];
}
