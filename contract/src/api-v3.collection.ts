import { z } from 'zod';
import { route } from './common/route.ts';
import { V3 } from './common/v3.ts';

/** The OpenAPI document for Postman and the programs that read its collections. */
export const readCollection = route({
  method: 'GET',
  url: `${V3}/collection.json`,
  config: { access: 'none', throttle: 'open' },
  schema: {
    tags: ['Documentation'],
    summary: 'Read this document as a Postman collection',
    response: { 200: z.looseObject({}) },
  },
});
