import { booleanPointInPolygon, polygon } from '@turf/turf';
import type { Position } from 'geojson';
import { fromWgs84 } from '#adapters/datasets/formats/projection.ts';
import { ringsOf } from '#adapters/maps/mercator.ts';
import type { Place } from '#domain/geometry/place.ts';
import type { ExtractDrawing } from '#domain/statement-document/bound-pages.ts';
import { onSheet, type MapSheet, type PageBox } from './map-sheet.ts';

/** A page with the viewports whose ground we know. */
export type SheetPage = {
  page: number;
  /** What a reader shows of the page, before its rotation. */
  visible: PageBox;
  /** Degrees clockwise. */
  rotation: 0 | 90 | 180 | 270;
  /** Boxes of all its viewports, also of those whose ground we do not know. */
  boxes: PageBox[];
  sheet: MapSheet;
};

/** The part of a page to enlarge around the property, and what to draw over it. */
export type MapWindow = { page: number; crop: PageBox; metresPerPoint: number; drawing: ExtractDrawing };

/** Ground width of an extract, unless the property needs more: it then takes a third. */
const LEAST_METRES = 300;
const PROPERTY_SHARE = 1 / 3;
/** Height over width: a page of the statement, below its title. */
const RATIO = 1.1;
/** Beyond 1:50 000, a parcel is thinner than the lines of the map. */
const MOST_METRES_PER_POINT = 17.7;
const LEAST_METRES_PER_POINT = 0.02;
/** A sheet at scale has the same length for a metre eastward and northward, at right angles. */
const SKEW = 0.01;

/** The window of the sheet at the largest scale that shows the whole property; null when none can be trusted. */
export function windowAround(pages: readonly SheetPage[], place: Place): MapWindow | null {
  const windows = pages.map((page) => windowOn(page, place)).filter((window) => window !== null);
  return windows.toSorted((one, other) => one.metresPerPoint - other.metresPerPoint)[0] ?? null;
}

function windowOn(page: SheetPage, place: Place): MapWindow | null {
  const rings = projected(page.sheet, ringsOf(place));
  const ground = rings === null || !isShown(page, rings) ? null : groundAt(page.sheet, place);
  if (rings === null || ground === null) return null;
  const crop = cropAround(page, extentOf(rings.flat()), ground.metresPerPoint);
  const share = (at: [number, number]): [number, number] => shareOf(at, crop, page.rotation);
  return {
    page: page.page,
    crop,
    metresPerPoint: ground.metresPerPoint,
    drawing: {
      outlines: rings.map((ring) => ring.map(share)),
      widthMetres: sizeOf(crop, page.rotation)[0] * ground.metresPerPoint,
      north: (Math.round(ground.north + page.rotation) + 360) % 360,
    },
  };
}

/** Null without an outline, or where the system has no coordinates. */
function projected(sheet: MapSheet, rings: Position[][]): [number, number][][] | null {
  const project = fromWgs84(sheet.epsg);
  if (project === null || rings.length === 0) return null;
  const drawn = rings.map((ring) => ring.map((position) => onSheet(sheet, project(position))));
  return drawn.flat(2).every(Number.isFinite) ? drawn : null;
}

/** Wholly within what the viewport shows, on the visible page, and not under a smaller map of the same page. */
function isShown({ sheet, visible, boxes }: SheetPage, rings: [number, number][][]): boolean {
  const [first] = sheet.bounds;
  if (first === undefined) return false;
  const shown = polygon([[...sheet.bounds, first]]);
  const insets = boxes.filter((box) => areaOf(box) < areaOf(sheet.box) * 0.999);
  return rings
    .flat()
    .every(
      (at) =>
        booleanPointInPolygon(at, shown) &&
        isIn(at, visible) &&
        isIn(at, sheet.box) &&
        !insets.some((box) => isIn(at, box)),
    );
}

const areaOf = ([left, bottom, right, top]: PageBox): number => (right - left) * (top - bottom);
const isIn = ([x, y]: [number, number], [left, bottom, right, top]: PageBox): boolean =>
  x >= left && x <= right && y >= bottom && y <= top;

/** A step is some eleven metres. */
const STEP_DEGREES = 1e-4;
const METRES_PER_DEGREE = 111_200;

type Ground = { metresPerPoint: number; north: number };

/** Scale and north at the property; null for a sheet that is stretched, leaning, mirrored or at no scale of a map. */
function groundAt(sheet: MapSheet, { longitude, latitude }: Place): Ground | null {
  const across = STEP_DEGREES / Math.cos((latitude * Math.PI) / 180);
  const steps = projected(sheet, [
    [
      [longitude, latitude],
      [longitude + across, latitude],
      [longitude, latitude + STEP_DEGREES],
    ],
  ]);
  const [from, east, north] = steps?.[0] ?? [];
  if (from === undefined || east === undefined || north === undefined) return null;
  return readAs([east[0] - from[0], east[1] - from[1]], [north[0] - from[0], north[1] - from[1]]);
}

function readAs([eastX, eastY]: [number, number], [northX, northY]: [number, number]): Ground | null {
  const [eastward, northward] = [Math.hypot(eastX, eastY), Math.hypot(northX, northY)];
  const isStretched = Math.abs(eastward / northward - 1) > SKEW;
  const isLeaning = Math.abs(eastX * northX + eastY * northY) > SKEW * eastward * northward;
  const isMirrored = eastX * northY - eastY * northX <= 0;
  const metresPerPoint = (STEP_DEGREES * METRES_PER_DEGREE) / northward;
  const isAtScale = metresPerPoint >= LEAST_METRES_PER_POINT && metresPerPoint <= MOST_METRES_PER_POINT;
  if (isStretched || isLeaning || isMirrored || !isAtScale) return null;
  return { metresPerPoint, north: (Math.atan2(northX, northY) * 180) / Math.PI };
}

function extentOf(points: [number, number][]): PageBox {
  const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)];
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
}

/** Centred on the property where the viewport allows it, else moved within it. */
function cropAround({ sheet, visible, rotation }: SheetPage, extent: PageBox, metresPerPoint: number): PageBox {
  const [left, bottom, right, top] = sheet.box.map((edge, at) =>
    at < 2 ? Math.max(edge, visible[at] ?? edge) : Math.min(edge, visible[at] ?? edge),
  ) as unknown as PageBox;
  const isTurned = rotation % 180 !== 0;
  const [wide, high] = [extent[2] - extent[0], extent[3] - extent[1]];
  const seen = isTurned ? [high, wide] : [wide, high];
  const width = Math.max(
    LEAST_METRES / metresPerPoint,
    (seen[0] ?? 0) / PROPERTY_SHARE,
    (seen[1] ?? 0) / PROPERTY_SHARE / RATIO,
  );
  const [across, along] = isTurned ? [width * RATIO, width] : [width, width * RATIO];
  const [x, right2] = within((extent[0] + extent[2]) / 2, across, [left, right]);
  const [y, top2] = within((extent[1] + extent[3]) / 2, along, [bottom, top]);
  return [x, y, right2, top2];
}

function within(middle: number, length: number, [from, to]: [number, number]): [number, number] {
  if (length >= to - from) return [from, to];
  const start = Math.min(Math.max(middle - length / 2, from), to - length);
  return [start, start + length];
}

const sizeOf = ([left, bottom, right, top]: PageBox, rotation: number): [number, number] =>
  rotation % 180 === 0 ? [right - left, top - bottom] : [top - bottom, right - left];

/** Shares of the picture from its top left, as it is turned. */
function shareOf([x, y]: [number, number], [left, bottom, right, top]: PageBox, rotation: number): [number, number] {
  const [across, up] = [(x - left) / (right - left), (y - bottom) / (top - bottom)];
  const turned = { 0: [across, 1 - up], 90: [up, across], 180: [1 - across, up], 270: [1 - up, 1 - across] }[
    rotation
  ] ?? [NaN, NaN];
  return [round(turned[0] ?? NaN), round(turned[1] ?? NaN)];
}

const round = (value: number): number => Math.round(value * 1e5) / 1e5;
