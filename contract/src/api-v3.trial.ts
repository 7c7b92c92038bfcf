import { z } from 'zod';
import { KEY_SCOPES, route } from './common/route.ts';

/** A visitor's key lives so long. */
export const VISIT_MINUTES = 20;

/** Statements that a visitor's key may ask for. */
export const VISIT_STATEMENTS = 8;

/** A test key for a visitor without an account: the trial on the page « Développeurs » (decision 0095). */
export const createVisitorKey = route({
  method: 'POST',
  url: '/api/v2/developpeurs/essai/cle/',
  config: { access: 'none', throttle: 'visitor-key', priority: 'free' },
  schema: {
    tags: ['Développeurs'],
    summary: `Obtenir sans compte une clé d’essai de ${VISIT_MINUTES} minutes`,
    response: {
      201: z.object({ cle: z.string(), droits: z.array(z.enum(KEY_SCOPES)), expire_le: z.iso.datetime() }),
    },
  },
});
