import { z } from 'zod';
import { MOST_PARCELS } from './common/parcel-codes.ts';
import { route } from './common/route.ts';
import { text } from './common/text.ts';
import { ADDRESS, PARCEL } from './common/v3-examples.ts';
import { Mode, ParcelKey, V3 } from './common/v3.ts';
import { MultiPolygon } from './parcels.ts';

const Longitude = z.coerce.number().min(-180).max(180);
const Latitude = z.coerce.number().min(-90).max(90);

export const Commune = z.object({ insee_code: z.string(), name: z.string() });

export const FoundAddress = z
  .object({
    label: z.string(),
    kind: z.string().nullable().describe('housenumber, street, locality or municipality.'),
    score: z.number().nullable().describe('0 to 1: how well it matches.'),
    longitude: z.number(),
    latitude: z.number(),
    postcode: z.string().nullable(),
    commune: Commune.nullable(),
    former_commune: Commune.nullable().describe(
      'Merged into the commune: tells streets of one name apart there. Null elsewhere.',
    ),
  })
  .meta({ examples: [ADDRESS] });

export const findAddresses = route({
  method: 'GET',
  url: `${V3}/addresses`,
  config: { access: 'required', scope: 'read', sandbox: true, visitors: true, throttle: 'api-place' },
  schema: {
    tags: ['Places'],
    summary: 'Search addresses of the Base adresse nationale',
    querystring: z.object({
      q: text()
        .max(500)
        .meta({ examples: ['4 rue des lilas goussainville'] }),
      limit: z.coerce.number().int().min(1).max(20).default(5),
    }),
    response: { 200: z.object({ mode: Mode, data: z.array(FoundAddress) }) },
  },
});

export const FoundParcel = z
  .object({
    code: ParcelKey,
    commune: Commune,
    area_square_metres: z.int().nullable().describe('Fiscal area; null when the cadastre gives none.'),
    distance_metres: z.number().nullable().describe('From the point; 0 on the parcel; null for a search by codes.'),
    geometry: MultiPolygon,
  })
  .meta({ examples: [PARCEL] });

export const findParcels = route({
  method: 'GET',
  url: `${V3}/parcels`,
  config: { access: 'required', scope: 'read', sandbox: true, visitors: true, throttle: 'api-place' },
  schema: {
    tags: ['Places'],
    summary: 'Find parcels by codes or around a point',
    description: `Either \`codes\`, up to ${MOST_PARCELS} separated by commas, or \`longitude\` and \`latitude\`: the nearest five, the one under the point first.`,
    querystring: z
      .object({
        codes: z
          .string()
          .regex(/^\w{3}-\w{2}-\w{4}@\w{5}(,\w{3}-\w{2}-\w{4}@\w{5}){0,49}$/)
          .meta({ examples: ['000-AB-0001@95280,000-AB-0002@95280'] })
          .optional(),
        longitude: Longitude.optional(),
        latitude: Latitude.optional(),
      })
      .refine(
        ({ codes, longitude, latitude }) =>
          codes === undefined
            ? longitude !== undefined && latitude !== undefined
            : (longitude ?? latitude) === undefined,
        {
          path: ['codes'],
          message: 'Donnez des codes, ou une longitude et une latitude.',
          params: { title: 'Give either codes, or a longitude and a latitude.' },
        },
      ),
    response: {
      200: z.object({
        mode: Mode,
        data: z.array(FoundParcel),
        missing: z.array(ParcelKey).describe('Codes that the cadastre does not have, or has without an outline.'),
        refusal: z.string().nullable().describe('In French: why these parcels cannot be in one statement.'),
      }),
    },
  },
});
