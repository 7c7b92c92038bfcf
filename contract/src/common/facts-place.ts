import { z } from 'zod';

/** The property: the chosen point, its address and its parcels. */
export const FactsPlace = z.object({
  longitude: z.number(),
  latitude: z.number(),
  address: z
    .string()
    .nullable()
    .describe('De la Base adresse nationale, dans la commune de la parcelle et près d’elle ; null : non confirmée.'),
  declaredAddress: z.string().nullable().describe('Tapée par l’utilisateur, quand elle n’est pas la précédente.'),
  postcode: z.string().nullable().describe('De l’adresse confirmée.'),
  inseeCodes: z.array(z.string()).describe('Du cadastre.'),
  communeName: z.string().describe('Du cadastre.'),
  parcels: z.array(
    z.object({
      commune: z.string(),
      communeName: z.string(),
      prefix: z.string(),
      section: z.string(),
      number: z.string(),
      areaSquareMetres: z.number().nullable().describe('Contenance fiscale.'),
      obtainedAt: z.string().optional(),
      zones: z
        .array(
          z.object({
            heading: z.string(),
            label: z.string(),
            touches: z.boolean(),
            share: z.number().describe('De 0 à 1, de la surface dessinée de cette parcelle.'),
            distanceMetres: z.number().nullable().describe('null : à plus d’un kilomètre.'),
            nearBoundary: z.boolean(),
          }),
        )
        .optional()
        .describe('Zones dont le contour est publié, quand le bien compte plusieurs parcelles.'),
    }),
  ),
});
