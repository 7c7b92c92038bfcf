import { reverseAddress } from '#responses/addresses.ts';
import { nearbyParcels } from '#responses/parcels.ts';
import { queryOptions } from '@tanstack/react-query';
import { call, READ_TIMEOUT_MS } from '#lib/api.ts';
import type { Point } from './map/geometry.ts';

const MAX_PARCELS = 5;
/** Parcels and addresses do not change while the user chooses. A failure is shown at once: the user retries. */
const SETTINGS = { staleTime: 5 * 60_000, retry: false } as const;

/** The nearest parcels, at most 5, the one under the point first. */
export function nearbyParcelsQuery({ longitude, latitude }: Point) {
  return queryOptions({
    ...SETTINGS,
    queryKey: ['nearby-parcels', longitude, latitude],
    queryFn: async ({ signal }) => {
      const params = { longitude: String(longitude), latitude: String(latitude) };
      return (await call(nearbyParcels, { params, signal, timeoutMs: READ_TIMEOUT_MS })).slice(0, MAX_PARCELS);
    },
  });
}

/** Label of the nearest address; null when there is none. */
export function reverseAddressQuery({ longitude: lon, latitude: lat }: Point) {
  return queryOptions({
    ...SETTINGS,
    queryKey: ['reverse-address', lon, lat],
    queryFn: async ({ signal }) => {
      const { features } = await call(reverseAddress, { query: { lon, lat, limit: 1 }, signal });
      return features[0]?.properties.label ?? null;
    },
  });
}
