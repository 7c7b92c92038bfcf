import { z } from 'zod';
import { route } from './common/route.ts';
import { text } from './common/text.ts';
import { Position } from './parcels.ts';

/** The part of the government's GeoJSON address that the product reads (data.geopf.fr/geocodage). */
export const AddressFeature = z.object({
  type: z.literal('Feature'),
  geometry: z.object({ type: z.literal('Point'), coordinates: Position }),
  properties: z.object({
    label: z.string(),
    score: z.number().optional(),
    type: z.string().optional(),
    /** « 12bis » */
    housenumber: z.string().optional(),
    postcode: z.string().optional(),
    citycode: z.string().optional(),
    city: z.string().optional(),
    /** Former commune, merged into this one. */
    oldcitycode: z.string().optional(),
    oldcity: z.string().optional(),
    context: z.string().optional(),
    distance: z.number().optional(),
  }),
  /** Foreign member of ours: what the typed text says otherwise, one sentence each (decision 0042). */
  ecarts: z.array(z.string()).optional(),
});
export type AddressFeature = z.infer<typeof AddressFeature>;
export const AddressCollection = z.object({
  type: z.literal('FeatureCollection'),
  features: z.array(AddressFeature),
  /** Foreign member of ours: a suggestion may be previewed, without a supplier (`readPointPreview`). */
  apercu: z.literal(true).optional(),
});

/** Mirror of the address service, same parameters and answers: `/geocodage/search?q=…&limit=5`. */
export const searchAddresses = route({
  method: 'GET',
  url: '/geocodage/search',
  config: { access: 'none', throttle: 'place', priority: 'free' },
  schema: {
    tags: ['Adresses'],
    summary: 'Chercher une adresse',
    querystring: z.object({ q: text().max(500), limit: z.coerce.number().int().min(1).max(20).default(5) }),
    response: { 200: AddressCollection },
  },
});

/** `/geocodage/reverse?lon=…&lat=…&limit=1` */
export const reverseAddress = route({
  method: 'GET',
  url: '/geocodage/reverse',
  config: { access: 'none', throttle: 'place', priority: 'free' },
  schema: {
    tags: ['Adresses'],
    summary: 'Adresse la plus proche d’un point',
    querystring: z.object({
      lon: z.coerce.number().min(-180).max(180),
      lat: z.coerce.number().min(-90).max(90),
      limit: z.coerce.number().int().min(1).max(20).default(1),
    }),
    response: { 200: AddressCollection },
  },
});
