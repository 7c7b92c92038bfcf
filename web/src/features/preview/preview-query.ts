import { readPointPreview, readPreview } from '@clairisque/contract/preview.ts';
import { queryOptions, skipToken, useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { call } from '#lib/api.ts';
import type { Suggestion } from '#features/parcels/parcel-suggestions.ts';
import type { ChosenPlace } from '#features/drafts/draft.ts';

/** A user who clicks from parcel to parcel needs only the last one. */
const PAUSE_MS = 400;

/** The result does not change while the user looks at it; a failure is shown at once, with a retry. */
function previewQuery({ codeParcelle, longitude, latitude }: ChosenPlace, codes: readonly string[]) {
  const parcelles = codes.length > 1 ? codes.join(',') : undefined;
  return queryOptions({
    queryKey: ['preview', codeParcelle, longitude, latitude, parcelles],
    staleTime: 5 * 60_000,
    retry: false,
    refetchOnWindowFocus: false,
    queryFn: ({ signal }) => {
      const query = { longitude: String(longitude), latitude: String(latitude), ...(parcelles && { parcelles }) };
      return call(readPreview, { params: { code_parcelle: codeParcelle }, query, signal });
    },
  });
}

const NOWHERE: ChosenPlace = { adresse: '', cadastre: '', codeParcelle: '', latitude: 0, longitude: 0 };

export type PreviewQuery = ReturnType<typeof usePreview>;

/**
 * The free preview of the chosen place and of its parcels; a change of either aborts it. None while the parcels are not
 * known to be those of one statement (`isOne`).
 */
export function usePreview(place: ChosenPlace | null, { codes, isOne }: { codes: readonly string[]; isOne: boolean }) {
  const wanted = useMemo(() => ({ place, codes }), [place, codes]);
  const isSettled = useIsSettled(wanted, PAUSE_MS);
  return useQuery({
    ...previewQuery(place ?? NOWHERE, codes),
    ...((place === null || !isSettled || !isOne) && { queryFn: skipToken }),
  });
}

/** The arrow keys pass over suggestions. */
const HIGHLIGHT_PAUSE_MS = 120;

/** The free preview of a suggestion, where the server needs no supplier for it. */
export function useSuggestionPreview({ geometry, properties, hasPreview = false }: Suggestion) {
  const [longitude, latitude] = geometry.coordinates;
  const { citycode } = properties;
  const key = [longitude, latitude, citycode].join(' ');
  const isSettled = useIsSettled(key, HIGHLIGHT_PAUSE_MS);
  return useQuery({
    queryKey: ['preview', key],
    staleTime: 5 * 60_000,
    retry: false,
    refetchOnWindowFocus: false,
    queryFn:
      hasPreview && citycode !== undefined && isSettled
        ? ({ signal }) => {
            const query = { longitude: String(longitude), latitude: String(latitude), commune: citycode };
            return call(readPointPreview, { query, signal });
          }
        : skipToken,
  });
}

function useIsSettled(value: unknown, pauseMs: number): boolean {
  const [settled, setSettled] = useState<unknown>(null);
  useEffect(() => {
    const timer = window.setTimeout(() => setSettled(value), pauseMs);
    return () => window.clearTimeout(timer);
  }, [value, pauseMs]);
  return settled === value;
}
