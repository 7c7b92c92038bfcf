import { AddressCollection } from '@clairisque/contract/addresses.ts';
import { searchAddresses } from '#responses/places.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { call } from '#lib/api.ts';
import { namedParcelSuggestions, referenceIn, type Suggestion } from '#features/parcels/parcel-suggestions.ts';

/** Prescribed: the search starts 250 ms after the last keystroke and returns at most five suggestions. */
const DELAY_MS = 250;
const LIMIT = 5;
/** The national address service refuses shorter queries. */
export const MIN_QUERY_LENGTH = 3;
const FRESH_MS = 5 * 60_000;

export type AddressSearch = {
  /** They belong to a former text while `state` is `searching`. */
  suggestions: Suggestion[];
  /** `answered` when the suggestions are for the present text; `idle` when it is too short. */
  state: 'idle' | 'searching' | 'answered' | 'failed';
  retry: () => void;
};

type Options = {
  /** Searches at once: the user pressed Enter and is waiting. */
  isHurried?: boolean;
  delayMs?: number;
  /** A cadastral reference finds its parcel instead of addresses. */
  withParcels?: boolean;
};

/** Suggestions for the typed text. A newer text aborts the older request, so an old answer never replaces a new one. */
export function useAddressSearch(
  query: string,
  { isHurried = false, delayMs = DELAY_MS, withParcels = false }: Options = {},
): AddressSearch {
  const settled = useSettled(query, delayMs);
  const asked = isHurried ? query : settled;
  const search = useQuery({
    queryKey: ['addresses', asked, withParcels],
    queryFn: async ({ signal }): Promise<Suggestion[]> => {
      const reference = withParcels ? referenceIn(asked) : null;
      const [parcels, addresses] = await Promise.all([
        reference ? namedParcelSuggestions(reference, signal) : [],
        !reference || reference.mayBeAddress ? addressSuggestions(asked, signal) : [],
      ]);
      return [...parcels.slice(0, addresses.length > 0 ? LIMIT - 1 : LIMIT), ...addresses];
    },
    enabled: asked.length >= MIN_QUERY_LENGTH,
    placeholderData: keepPreviousData,
    staleTime: FRESH_MS,
    retry: false,
  });
  const retry = () => void search.refetch();
  if (query.length < MIN_QUERY_LENGTH) return { suggestions: [], state: 'idle', retry };
  const suggestions = search.data?.slice(0, LIMIT) ?? [];
  return { suggestions, state: asked === query ? stateOf(search) : 'searching', retry };
}

async function addressSuggestions(q: string, signal: AbortSignal): Promise<Suggestion[]> {
  const known = AddressCollection.safeParse(await answeredAtHome(q));
  const { features, apercu = false } = known.success
    ? known.data
    : await call(searchAddresses, { query: { q, limit: LIMIT }, signal });
  return features.map((address) => ({ ...address, hasPreview: apercu }));
}

/** What the home page's field was answered; undefined when it did not ask. */
async function answeredAtHome(q: string): Promise<unknown> {
  const home = await import('#lib/home-suggestions.ts').catch(() => null);
  return home?.answerTo(q);
}

function stateOf(search: { isError: boolean; isSuccess: boolean; isPlaceholderData: boolean }) {
  if (search.isError) return 'failed';
  return search.isSuccess && !search.isPlaceholderData ? 'answered' : 'searching';
}

/** `value`, once it has been unchanged for `delayMs`. */
function useSettled(value: string, delayMs: number): string {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = window.setTimeout(() => setSettled(value), delayMs);
    return () => window.clearTimeout(timer);
  }, [value, delayMs]);
  return settled;
}
