import { findAddresses } from './api-v3.ts';
import { route } from './common/route.ts';

/** What API v3 answers to a key, for a visitor without one: the trial on the page « Développeurs ». Costs nothing. */
export const tryAddresses = route({
  method: 'GET',
  url: '/api/v2/developpeurs/essai/adresses/',
  config: { access: 'none', throttle: 'place', priority: 'free' },
  schema: {
    tags: ['Développeurs'],
    summary: 'Essayer la recherche d’adresses de l’API',
    querystring: findAddresses.schema.querystring,
    response: findAddresses.schema.response,
  },
});
