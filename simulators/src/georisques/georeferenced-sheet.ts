import { lambert93, type Point } from '#territory/geometry.ts';
import { parcelsAround } from '#territory/parcels.ts';
import type { GeoreferencedMap } from './specimen-pdf.ts';

/**
 * Sheets of a map at 1:5 000 in Lambert-93, side by side, with the lines of the cadastre around a point. Written after
 * ISO 32000-2 and the documentation of software that makes such files: no real one was read.
 */
const FRAME: GeoreferencedMap['frame'] = [60, 60, 780, 480];
const METRES_PER_POINT = (5000 * 0.0254) / 72;
/** Around the point: parcels beyond are not drawn. */
const REACH_DEGREES = 0.003;

type Metres = { x: number; y: number };

/** South-west corner of the sheet of that rank, 0 being centred on the point. */
function originOf(middle: Point, rank: number): Metres {
  const [left, bottom, right, top] = FRAME;
  const { x, y } = lambert93(middle);
  return { x: x + (rank - 0.5) * (right - left) * METRES_PER_POINT, y: y - ((top - bottom) / 2) * METRES_PER_POINT };
}

export function sheetAt(middle: Point, rank: number): GeoreferencedMap {
  const [left, bottom, right, top] = FRAME;
  const { x, y } = originOf(middle, rank);
  const [width, height] = [(right - left) * METRES_PER_POINT, (top - bottom) * METRES_PER_POINT];
  const corners = [
    { x, y },
    { x, y: y + height },
    { x: x + width, y: y + height },
    { x: x + width, y },
  ];
  return { frame: FRAME, epsg: 2154, corners: corners.map((corner) => degreesOf(corner, middle)) };
}

/** Operators that draw the parcels' outlines. */
export function parcelLines(
  [longitude, latitude]: Point,
  [left, bottom]: GeoreferencedMap['frame'],
  rank: number,
): string {
  const origin = originOf([longitude, latitude], rank);
  const at = (position: Point): string => {
    const { x, y } = lambert93(position);
    return `${((x - origin.x) / METRES_PER_POINT + left).toFixed(2)} ${((y - origin.y) / METRES_PER_POINT + bottom).toFixed(2)}`;
  };
  const parcels = parcelsAround([
    longitude - REACH_DEGREES,
    latitude - REACH_DEGREES,
    longitude + REACH_DEGREES,
    latitude + REACH_DEGREES,
  ]);
  const rings = parcels.flatMap(({ polygons }) => polygons);
  const lines = rings.map(([first, ...others]) =>
    first === undefined ? '' : `${at(first)} m ${others.map((one) => `${at(one)} l`).join(' ')} S`,
  );
  return `60 60 720 420 re W n 0.3 w 0.3 g ${lines.join(' ')}`;
}

/** By Newton's method: ten-millionths of a degree are a centimetre. */
function degreesOf({ x, y }: Metres, from: Point): [latitude: number, longitude: number] {
  let [longitude, latitude] = from;
  for (let step = 0; step < 8; step += 1) {
    const here = lambert93([longitude, latitude]);
    longitude += (x - here.x) / (111_320 * Math.cos((latitude * Math.PI) / 180));
    latitude += (y - here.y) / 111_130;
  }
  return [Number(latitude.toFixed(8)), Number(longitude.toFixed(8))];
}
