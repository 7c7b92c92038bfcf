import { z } from 'zod';
import { distinctParcelCodes, MOST_PARCELS } from './parcel-codes.ts';
import { printedText } from './text.ts';
import { ParcelKey } from './v3.ts';

/** How a request of API v3 names a property. */
export const PROPERTY = {
  parcels: z
    .array(ParcelKey)
    .overwrite(distinctParcelCodes)
    .min(1)
    .max(MOST_PARCELS)
    .optional()
    .describe('All the parcels of the property.'),
  address: printedText(300)
    .min(1)
    .optional()
    .describe('With its house number and its commune. With parcels or a point, only printed.'),
  point: z
    .strictObject({ longitude: z.number().min(-180).max(180), latitude: z.number().min(-90).max(90) })
    .optional()
    .describe('Degrees, WGS 84: on the property.'),
};

type Named = { parcels?: unknown; address?: unknown; point?: unknown };

/** Arguments of `refine`. */
export const NAMES_A_PROPERTY = [
  ({ parcels, address, point }: Named): boolean => (parcels ?? address ?? point) !== undefined,
  {
    message: 'Donnez des parcelles, une adresse ou un point.',
    params: { title: 'Give parcels, an address or a point.' },
  },
] as const;
