import { z } from 'zod';

/** The property: the chosen point, its address and its parcels. */
export const FactsPlace = z.object({
  longitude: z.number(),
  latitude: z.number(),
  address: z
    .string()
    .nullable()
    .describe('From the Base adresse nationale, in the commune of the parcel and near it; null: not confirmed.'),
  declaredAddress: z.string().nullable().describe('As typed by the user, when it is not the former one.'),
  postcode: z.string().nullable().describe('Of the confirmed address.'),
  inseeCodes: z.array(z.string()).describe('From the cadastre.'),
  communeName: z.string().describe('From the cadastre.'),
  parcels: z.array(
    z.object({
      commune: z.string(),
      communeName: z.string(),
      prefix: z.string(),
      section: z.string(),
      number: z.string(),
      areaSquareMetres: z.number().nullable().describe('Fiscal area.'),
      obtainedAt: z.string().optional(),
      zones: z
        .array(
          z.object({
            heading: z.string(),
            label: z.string(),
            touches: z.boolean(),
            share: z.number().describe('0 to 1, of the drawn area of this parcel.'),
            distanceMetres: z.number().nullable().describe('null: more than a kilometre away.'),
            nearBoundary: z.boolean(),
          }),
        )
        .optional()
        .describe('Zones whose outline is published, when the property has several parcels.'),
    }),
  ),
});
