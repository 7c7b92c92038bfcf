import { reverseAddress, searchAddresses } from '@clairisque/contract/addresses.ts';
import type { Deps } from '#deps.ts';
import type { App } from '#platform/http/app.ts';

/**
 * Mirror of the government's address service: the browser reaches one origin, and we keep within the supplier's quota.
 */
export const addressRoutes = (deps: Deps) => async (app: App) => {
  app.route({
    ...searchAddresses,
    handler: async ({ query }) => {
      const found = await deps.geocoder.search(query);
      return deps.datasets === null ? found : { ...found, apercu: true as const };
    },
  });
  app.route({
    ...reverseAddress,
    handler: ({ query }) => deps.geocoder.reverse({ longitude: query.lon, latitude: query.lat, limit: query.limit }),
  });
};
