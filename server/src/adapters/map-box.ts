import { bboxPolygon } from '@turf/turf';
import type { Polygon } from 'geojson';
import type { Point } from '#domain/geometry/interior-point.ts';
import type { Place } from '#domain/geometry/place.ts';
import { boxOf, HEIGHT, ringsOf, WIDTH } from './maps/mercator.ts';
import type { Box } from './suppliers.ts';

const METRES_PER_DEGREE = 111_200;

/** The frame of a map centred on the property, of which a corner is that far, to some ten metres. */
export function frameAround(place: Place, metres: number): Box {
  const rings = ringsOf(place);
  const { west, south, east, north } = boxOf(rings.length > 0 ? rings.flat() : [[place.longitude, place.latitude]]);
  const [middle, level] = [(west + east) / 2, (south + north) / 2];
  const corner = metres / METRES_PER_DEGREE / Math.hypot(WIDTH, HEIGHT);
  const [across, up] = [(corner * WIDTH) / Math.cos((place.latitude * Math.PI) / 180), corner * HEIGHT];
  return [rounded(middle - across), rounded(level - up), rounded(middle + across), rounded(level + up)];
}

const rounded = (degrees: number): number => Number(degrees.toFixed(4));

export const surfaceOfBox = (box: Box): Polygon => bboxPolygon([...box]).geometry;

/** Its corners, the middles of its sides and its own. */
export const pointsOf = ([west, south, east, north]: Box): Point[] =>
  [south, (south + north) / 2, north].flatMap((latitude) =>
    [west, (west + east) / 2, east].map((longitude) => ({ longitude, latitude })),
  );
