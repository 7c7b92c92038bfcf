import * as addressCalls from '@clairisque/contract/addresses.ts';
import * as parcelCalls from '@clairisque/contract/parcels.ts';
import { z } from 'zod';
import { filled, integer, number, reads, text, textOrEmpty } from './read.ts';

const optional = text.optional().catch(undefined);

/** An address is a label and the coordinates of its feature. */
const addresses = z.object({
  features: z.array(
    z.object({
      type: z.literal('Feature').catch('Feature'),
      geometry: z.object({
        type: z.literal('Point').catch('Point'),
        coordinates: z
          .tuple([number, number])
          .rest(z.unknown())
          .transform(([longitude, latitude]): [number, number] => [longitude, latitude]),
      }),
      properties: z.object({
        label: filled,
        score: number.optional().catch(undefined),
        type: optional,
        postcode: optional,
        citycode: optional,
        city: optional,
        oldcitycode: optional,
        oldcity: optional,
        context: optional,
        distance: number.optional().catch(undefined),
      }),
      ecarts: z.array(z.string()).optional().catch(undefined),
    }),
  ),
  apercu: z.literal(true).optional().catch(undefined),
});

export const searchAddresses = reads(addressCalls.searchAddresses, addresses);
/** Only the label is used. */
export const reverseAddress = reads(
  addressCalls.reverseAddress,
  z.object({ features: z.array(z.object({ properties: z.object({ label: filled }) })) }),
);

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
  .transform(({ coordinates }): parcelCalls.MultiPolygon => ({ type: 'MultiPolygon', coordinates }));

/** Four fields are prescribed; the others are ours. */
export const nearbyParcels = reads(
  parcelCalls.nearbyParcels,
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
