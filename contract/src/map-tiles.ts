import { z } from 'zod';
import { route } from './common/route.ts';

/** `plan`: IGN plan; `cadastre`: parcels, from zoom 16; `osm`: OpenStreetMap. */
export const TileLayer = z.enum(['plan', 'cadastre', 'osm']);
export type TileLayer = z.infer<typeof TileLayer>;

/**
 * Web Mercator tiles (PM), 256 px, `/tuiles/{couche}/{z}/{x}/{y}`; served through our origin, the only one that the
 * browser reaches.
 */
export const tile = route({
  method: 'GET',
  url: '/tuiles/:couche/:z/:x/:y',
  config: { access: 'none', throttle: 'tile', produces: 'image/png', priority: 'free' },
  schema: {
    tags: ['Cartes'],
    summary: 'Tuile de carte',
    params: z
      .object({
        couche: TileLayer,
        z: z.coerce.number().int().min(0).max(18),
        x: z.coerce.number().int().min(0),
        y: z.coerce.number().int().min(0),
      })
      .refine(({ z, x, y }) => x < 2 ** z && y < 2 ** z, 'Cette tuile n’existe pas.'),
    response: { 200: z.unknown() },
  },
});
