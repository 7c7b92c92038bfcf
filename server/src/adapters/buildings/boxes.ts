import type { MultiPolygon } from '@clairisque/contract/parcels.ts';
import { bbox } from '@turf/turf';
import type { Place } from '#domain/geometry/place.ts';

/** West, south, east, north, in degrees. */
export type Box = [number, number, number, number];

/** About a metre, the last decimal of the request. */
const MARGIN_DEGREES = 0.00001;
/** Fifty boxes make a URL of some 6 kB; services refuse more than 8. */
const MOST_BOXES = 60;

/** Boxes around the parts of the parcels, joined where they overlap; around the point without any parcel. */
export function boxesOf(place: Place): Box[] {
  const parts = place.parcels.flatMap(({ outline }) => outline.coordinates);
  const boxes = parts.map((coordinates) => widened(bbox({ type: 'Polygon', coordinates })));
  if (boxes.length === 0) return [widened([place.longitude, place.latitude, place.longitude, place.latitude])];
  const joined = boxes.reduce<Box[]>(added, []);
  return joined.length > MOST_BOXES ? [joined.reduce(union)] : joined;
}

/** False when a footprint lies wholly beside the box. */
export function meetsBox(outline: MultiPolygon, box: Box): boolean {
  return overlap(bbox(outline) as Box, box);
}

/** The joined box may overlap others in turn. */
function added(boxes: Box[], box: Box): Box[] {
  const met = boxes.find((one) => overlap(one, box));
  if (met === undefined) return [...boxes, box];
  return added(
    boxes.filter((one) => one !== met),
    union(met, box),
  );
}

const widened = ([west = 0, south = 0, east = 0, north = 0]: readonly number[]): Box => [
  west - MARGIN_DEGREES,
  south - MARGIN_DEGREES,
  east + MARGIN_DEGREES,
  north + MARGIN_DEGREES,
];

const union = (one: Box, other: Box): Box => [
  Math.min(one[0], other[0]),
  Math.min(one[1], other[1]),
  Math.max(one[2], other[2]),
  Math.max(one[3], other[3]),
];

const overlap = (one: Box, other: Box): boolean =>
  one[0] <= other[2] && other[0] <= one[2] && one[1] <= other[3] && other[1] <= one[3];
