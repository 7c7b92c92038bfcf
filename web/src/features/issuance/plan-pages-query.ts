import { listPlanPages } from '@clairisque/contract/issuance.ts';
import { queryOptions, skipToken, useQuery } from '@tanstack/react-query';
import { call } from '#lib/api.ts';
import type { Draft } from '#features/drafts/draft.ts';

/** The plans' documents of the chosen parcel, for a signed-in user only; without it the document chooses by itself. */
export function usePlanPieces({ codeParcelle, longitude, latitude }: Draft, isAuthenticated: boolean) {
  const isAsked = isAuthenticated && codeParcelle !== '' && longitude !== null && latitude !== null;
  const query = { longitude: String(longitude), latitude: String(latitude) };
  return useQuery(
    queryOptions({
      queryKey: ['plan-pieces', codeParcelle, longitude, latitude],
      staleTime: 5 * 60_000,
      retry: false,
      refetchOnWindowFocus: false,
      queryFn: isAsked
        ? ({ signal }) => call(listPlanPages, { params: { code_parcelle: codeParcelle }, query, signal })
        : skipToken,
    }),
  );
}
