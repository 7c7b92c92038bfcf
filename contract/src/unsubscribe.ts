import { z } from 'zod';
import { route } from './common/route.ts';

const url = '/api/v2/desabonnement/:jeton/';
const params = z.object({ jeton: z.string().max(80) });

/**
 * The address in the header `List-Unsubscribe` of reminders and notices: mail programs post to it when their user
 * presses « Se désabonner » (RFC 8058). The body is ignored.
 */
export const unsubscribe = route({
  method: 'POST',
  url,
  config: { access: 'none', produces: 'application/json' },
  schema: {
    tags: ['Compte'],
    summary: 'Ne plus recevoir ces messages',
    params,
    response: { 200: z.object({ detail: z.string() }) },
  },
});

/** The same address opened in a browser or by a link scanner: changes nothing and leads to the settings. */
export const unsubscribePage = route({
  method: 'GET',
  url,
  config: { access: 'none', throttle: 'open', produces: 'text/html' },
  schema: { tags: ['Compte'], summary: 'Page des réglages de ces messages', params, response: { 303: z.null() } },
});
