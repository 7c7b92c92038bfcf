import { reverseAddress, searchAddresses, type AddressCollection } from '@clairisque/contract/addresses.ts';
import type { z } from 'zod';
import type { Deps } from '#deps.ts';
import { compareAddress } from '#domain/property/addresses/address-comparison.ts';
import { knownAddress } from '#domain/property/addresses/known-address.ts';
import type { App } from '#platform/http/app.ts';

/**
 * Mirror of the government's address service: the browser reaches one origin, and we keep within the supplier's quota.
 */
export const addressRoutes = (deps: Deps) => async (app: App) => {
  app.route({
    ...searchAddresses,
    handler: async ({ query }) => {
      const found = saying(query.q, await deps.geocoder.search(query));
      return deps.datasets === null ? found : { ...found, apercu: true as const };
    },
  });
  app.route({
    ...reverseAddress,
    handler: ({ query }) => deps.geocoder.reverse({ longitude: query.lon, latitude: query.lat, limit: query.limit }),
  });
};

type Found = z.infer<typeof AddressCollection>;

/** Each with what the text says otherwise. */
const saying = (typed: string, { features, ...found }: Found): Found => ({
  ...found,
  features: features.map((feature) => {
    const { differences } = compareAddress(typed, knownAddress(feature), { isUnfinished: true });
    return differences.length === 0 ? feature : { ...feature, ecarts: differences };
  }),
});
