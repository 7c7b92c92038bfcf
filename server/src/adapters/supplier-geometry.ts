import type { MultiPolygon } from '@clairisque/contract/parcels.ts';
import { z } from 'zod';

// Some layers add an altitude: keeps only longitude and latitude.
const Position = z
  .array(z.number())
  .min(2)
  .transform(([longitude, latitude]): [number, number] => [longitude ?? 0, latitude ?? 0]);
const Rings = z.array(z.array(Position));

/** A polygon or multi-polygon, always read as a multi-polygon. */
export const Outline = z
  .discriminatedUnion('type', [
    z.object({ type: z.literal('Polygon'), coordinates: Rings }),
    z.object({ type: z.literal('MultiPolygon'), coordinates: z.array(Rings) }),
  ])
  .transform((geometry): MultiPolygon => ({
    type: 'MultiPolygon',
    coordinates: geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates,
  }));

/** The surface of a geometry that may also be a point, a line, a collection or nothing; null without one. */
export const OptionalOutline = z.unknown().transform((value) => mergeOutlines(surfacesOf(value)));

function surfacesOf(value: unknown): MultiPolygon[] {
  const collection = z
    .object({ type: z.literal('GeometryCollection'), geometries: z.array(z.unknown()) })
    .safeParse(value);
  if (collection.success) return collection.data.geometries.flatMap(surfacesOf);
  const outline = Outline.safeParse(value);
  return outline.success ? [outline.data] : [];
}

/** One multi-polygon of all parts, without duplicates; null when there is none. */
export function mergeOutlines(outlines: readonly MultiPolygon[]): MultiPolygon | null {
  const [only] = outlines;
  if (outlines.length === 1 && only?.coordinates.length === 1) return only;
  const parts = new Map(outlines.flatMap((one) => one.coordinates).map((part) => [JSON.stringify(part), part]));
  return parts.size === 0 ? null : { type: 'MultiPolygon', coordinates: [...parts.values()] };
}

// Géorisques returns a GeoJSON point, or in v2 `{longitude, latitude}` (alone or as `coordinates`), or an outline.
const Named = z
  .object({ longitude: z.number(), latitude: z.number() })
  .transform(({ longitude, latitude }): [number, number] => [longitude, latitude]);
const GeoPoint = z.union([
  z.object({ type: z.literal('Point'), coordinates: z.union([Position, Named]) }).transform((at) => at.coordinates),
  Named,
]);
/** `[longitude, latitude]`, or null for anything else. */
export const OptionalPoint = z.unknown().transform((value) => {
  const point = GeoPoint.safeParse(value);
  return point.success ? point.data : null;
});
