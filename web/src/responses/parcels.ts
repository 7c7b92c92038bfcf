import * as calls from '@clairisque/contract/parcels.ts';
import { z } from 'zod';
import { filled, integer, number, reads, textOrEmpty } from './read.ts';

/** Some servers add an altitude. */
const position = z
  .tuple([number, number])
  .rest(z.unknown())
  .transform(([longitude, latitude]): [number, number] => [longitude, latitude]);
const polygon = z.array(z.array(position));
const polygons = z.array(polygon);

/** GeoJSON, or its coordinates alone. Without a readable outline the parcel is listed and not drawn. */
const outline = z
  .union([
    z.object({ type: z.literal('MultiPolygon'), coordinates: polygons }),
    z.object({ type: z.literal('Polygon'), coordinates: polygon.transform((rings) => [rings]) }),
    polygons.transform((coordinates) => ({ coordinates })),
  ])
  .catch({ coordinates: [] })
  .transform(({ coordinates }): calls.MultiPolygon => ({ type: 'MultiPolygon', coordinates }));

/** Four fields are prescribed; the others are ours. */
export const nearbyParcels = reads(
  calls.nearbyParcels,
  z.array(
    z.object({
      prefixe: filled,
      section: filled,
      numero: filled,
      multiPolygon: outline,
      commune: textOrEmpty,
      nom_commune: textOrEmpty,
      contenance: integer.nullable().catch(null),
      distance: number.catch(0),
    }),
  ),
);
