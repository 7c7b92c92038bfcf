import type { Feature } from '#recordings.ts';
import { communeAt } from './communes.ts';
import type { Point } from './geometry.ts';
import { hash } from './hash.ts';
import { DRAWING_SENTINELS, type DrawingSentinelMode } from './sentinel-communes.ts';

const modes = new Map(DRAWING_SENTINELS.map(({ insee, mode }) => [insee, mode]));

export const drawingModeOf = (insee: string): DrawingSentinelMode | null => modes.get(insee) ?? null;
export const drawingModeAt = ([longitude, latitude]: Point): DrawingSentinelMode | null =>
  drawingModeOf(communeAt(longitude, latitude)?.insee ?? '');

/** Geometries that were reported of the real services, or that no reader understands: they enclose nothing. */
const ODD = [
  null,
  { type: 'Polygon', coordinates: [[]] },
  { type: 'MultiPolygon', coordinates: [] },
  { type: 'Polygon', coordinates: [[[3.36, 44.3], [3.37, 44.3], [3.36, 44.3]]] }, // prettier-ignore
  { type: 'Polygon', coordinates: [[[44.3, 3.36], [44.3, 3.37], [44.31, 3.37], [44.3, 3.36]]] }, // prettier-ignore
  { type: 'Polygon', coordinates: [[[3.36, 44.3], ['3.37', null], [3.37, 44.31], [3.36, 44.3]]] }, // prettier-ignore
  { type: 'Polygon' },
  'POLYGON EMPTY',
  { type: 'GeometryCollection', geometries: [{ type: 'LineString', coordinates: [[3.36, 44.3], [3.37, 44.3]] }] }, // prettier-ignore
];

export function oddlyDrawn<F extends Feature>(feature: F, key: string): F {
  return { ...feature, geometry: ODD[hash(key) % ODD.length] };
}

/** Draws the surface as a collection, with repeated corners, an empty ring and rings that are not closed. */
export function carelesslyDrawn<F extends Feature>(feature: F): F {
  const { coordinates } = feature.geometry as { coordinates: Point[][][] };
  const careless = coordinates.map((rings) => [
    ...rings.map((ring) => ring.slice(0, -1).flatMap((at) => [at, at])),
    [],
  ]);
  const [corner] = coordinates.flat(2);
  const geometries = [
    { type: 'MultiPolygon', coordinates: careless },
    { type: 'Point', coordinates: corner },
  ];
  return { ...feature, geometry: { type: 'GeometryCollection', geometries } };
}
