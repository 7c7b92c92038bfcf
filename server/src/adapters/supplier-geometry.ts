import type { MultiPolygon } from '@clairisque/contract/parcels.ts';
import { z } from 'zod';
import { surfaceOf } from '#domain/geometry/simple-surface.ts';
import { checkCoordinates } from '#domain/risks/territory.ts';

type At = [longitude: number, latitude: number];
type Ring = At[];

/** Outline of a zone whose drawing cannot be read: no rule may conclude « non » from it. */
export const UNREADABLE_OUTLINE: MultiPolygon = { type: 'MultiPolygon', coordinates: [] };

/** Collections of collections deeper than this are no drawing. */
const MOST_DEPTH = 4;

/**
 * The surface of a GeoJSON polygon, multi-polygon or collection, as one multi-polygon that every later step can read:
 * closed rings of three different corners or more, in degrees. Only what is certain is repaired: repeated corners,
 * unclosed rings, empty ones and lines or points, which enclose nothing, and altitudes are dropped. Null without a
 * surface, and with one number that is none.
 */
function readSurface(value: unknown): MultiPolygon | null {
  const polygons = polygonsOf(value, 0);
  if (polygons === null) return null;
  const coordinates: Ring[][] = [];
  for (const rings of polygons) {
    const drawn = drawnPolygon(rings);
    if (drawn === null) return null;
    if (drawn.length > 0) coordinates.push(drawn);
  }
  return coordinates.length === 0 ? null : { type: 'MultiPolygon', coordinates };
}

/** The surface in a supplier's answer; null too where no corner is in France, as with exchanged axes. */
export function readOutline(value: unknown): MultiPolygon | null {
  const outline = readSurface(value);
  return outline?.coordinates.some((rings) => rings.some((ring) => ring.some(isInFrance))) ? outline : null;
}

/** Polygons as they are given; `[]` for lines and points, null for what is no geometry. */
function polygonsOf(value: unknown, depth: number): unknown[] | null {
  if (!isObject(value) || depth > MOST_DEPTH) return null;
  const { type, coordinates, geometries } = value;
  if (WITHOUT_SURFACE.has(type)) return [];
  if (type === 'GeometryCollection') return Array.isArray(geometries) ? polygonsOfAll(geometries, depth + 1) : null;
  if (!Array.isArray(coordinates)) return null;
  if (type === 'Polygon') return [coordinates];
  return type === 'MultiPolygon' ? coordinates : null;
}

const WITHOUT_SURFACE: ReadonlySet<unknown> = new Set(['Point', 'MultiPoint', 'LineString', 'MultiLineString']);

function polygonsOfAll(geometries: unknown[], depth: number): unknown[] | null {
  const all = geometries.map((geometry) => polygonsOf(geometry, depth));
  return all.includes(null) ? null : all.flatMap((polygons) => polygons ?? []);
}

/** `[]` when the outer ring encloses nothing; null when a ring cannot be read, or holes leave nothing of the outer one. */
function drawnPolygon(rings: unknown): Ring[] | null {
  if (!Array.isArray(rings)) return null;
  const read: Ring[] = [];
  for (const value of rings) {
    const ring = readRing(value);
    if (ring === null) return null;
    read.push(ring);
  }
  const [outer = [], ...given] = read;
  if (enclosesNothing(outer)) return [];
  const holes = given.filter((hole) => !enclosesNothing(hole));
  return holes.length > 0 && surfaceOf([[outer, ...holes]]) <= 0 ? null : [outer, ...holes];
}

/** Closed, without repeated corners; null with a position that is none. */
function readRing(given: unknown): Ring | null {
  if (!Array.isArray(given)) return null;
  const ring: Ring = [];
  for (const value of given) {
    const at = readPosition(value);
    if (at === null) return null;
    if (!areSame(ring.at(-1), at)) ring.push(at);
  }
  const [first] = ring;
  if (first !== undefined && !areSame(first, ring.at(-1))) ring.push([...first]);
  return ring;
}

/** Some layers add an altitude. */
function readPosition(value: unknown): At | null {
  if (!Array.isArray(value)) return null;
  const [longitude, latitude] = value as unknown[];
  return areDegrees(longitude, latitude) ? [longitude as number, latitude as number] : null;
}

const areDegrees = (longitude: unknown, latitude: unknown): boolean =>
  Number.isFinite(longitude) &&
  Number.isFinite(latitude) &&
  Math.abs(longitude as number) <= 180 &&
  Math.abs(latitude as number) <= 90;

const areSame = (one: At | undefined, other: At | undefined): boolean =>
  one !== undefined && other !== undefined && one[0] === other[0] && one[1] === other[1];

/** About a tenth of a millimetre, in degrees. */
const THINNEST_DEGREES = 1e-9;

/** Fewer than three corners, or all on one line. */
function enclosesNothing(ring: Ring): boolean {
  const [first] = ring;
  if (ring.length < 4 || first === undefined) return true;
  const far = ring.reduce((most, at) => (lengthTo(first, at) > lengthTo(first, most) ? at : most), first);
  const length = lengthTo(first, far);
  return ring.every((at) => Math.abs(cross(first, far, at)) <= THINNEST_DEGREES * length);
}

const lengthTo = (from: At, to: At): number => Math.hypot(to[0] - from[0], to[1] - from[1]);
const cross = (a: At, b: At, c: At): number => (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);

const isInFrance = ([longitude, latitude]: At): boolean => checkCoordinates({ longitude, latitude }) === null;

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/** A surface in a file: without a readable one it is refused; its importer checks where it lies. */
export const Outline = z.unknown().transform((value, context): MultiPolygon => {
  const outline = readSurface(value);
  if (outline !== null) return outline;
  context.addIssue('no readable surface');
  return z.NEVER;
});

/** One multi-polygon of all parts, without duplicates; null when there is none. */
export function mergeOutlines(outlines: readonly MultiPolygon[]): MultiPolygon | null {
  const [only] = outlines;
  if (outlines.length === 1 && only?.coordinates.length === 1) return only;
  const parts = new Map(outlines.flatMap((one) => one.coordinates).map((part) => [JSON.stringify(part), part]));
  return parts.size === 0 ? null : { type: 'MultiPolygon', coordinates: [...parts.values()] };
}

/** Null for a position outside France. */
export function positionAt(longitude: unknown, latitude: unknown): At | null {
  const at = readPosition([longitude, latitude]);
  return at !== null && isInFrance(at) ? at : null;
}

/** `[longitude, latitude]`: GeoJSON, or Géorisques v2's `{longitude, latitude}`, alone or as `coordinates`; null for anything else. */
export const OptionalPoint = z
  .unknown()
  .optional()
  .transform((value): At | null => {
    if (!isObject(value)) return null;
    const at = value['type'] === 'Point' ? value['coordinates'] : value;
    if (Array.isArray(at)) return positionAt(at[0], at[1]);
    return isObject(at) ? positionAt(at['longitude'], at['latitude']) : null;
  });
