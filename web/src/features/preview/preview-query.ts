import { readPreview } from '@clairisque/contract/preview.ts';
import { queryOptions, skipToken, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { call } from '#lib/api.ts';
import type { ChosenPlace } from '#features/drafts/draft.ts';

/** A user who clicks from parcel to parcel needs only the last one. */
const PAUSE_MS = 400;

/** The result does not change while the user looks at it; a failure is shown at once, with a retry. */
function previewQuery({ codeParcelle, longitude, latitude }: ChosenPlace) {
  return queryOptions({
    queryKey: ['preview', codeParcelle, longitude, latitude],
    staleTime: 5 * 60_000,
    retry: false,
    refetchOnWindowFocus: false,
    queryFn: ({ signal }) => {
      const query = { longitude: String(longitude), latitude: String(latitude) };
      return call(readPreview, { params: { code_parcelle: codeParcelle }, query, signal });
    },
  });
}

const NOWHERE: ChosenPlace = { adresse: '', cadastre: '', codeParcelle: '', latitude: 0, longitude: 0 };

export type PreviewQuery = ReturnType<typeof usePreview>;

/** The free preview of the chosen place; a change of place aborts it. */
export function usePreview(place: ChosenPlace | null) {
  const isSettled = useIsSettled(place);
  return useQuery({ ...previewQuery(place ?? NOWHERE), ...((place === null || !isSettled) && { queryFn: skipToken }) });
}

function useIsSettled(place: ChosenPlace | null): boolean {
  const [settled, setSettled] = useState<ChosenPlace | null>(null);
  useEffect(() => {
    const timer = window.setTimeout(() => setSettled(place), PAUSE_MS);
    return () => window.clearTimeout(timer);
  }, [place]);
  return settled === place;
}
