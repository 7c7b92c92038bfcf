import type { NearbyParcel } from '@clairisque/contract/parcels.ts';
import { skipToken, useQuery, queryOptions } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { EMPTY_DRAFT, hasParcel, type ChosenPlace, type Draft } from '#features/drafts/draft.ts';
import { isInFrance, type Point } from './map/geometry.ts';
import type { Suggestion } from './parcel-suggestions.ts';
import { chosenParcel, chosenPlace, precisionOf, standingPoint, type ParcelSearch } from './parcel-choice.ts';
import type { DraftDispatch } from '#features/drafts/use-draft.ts';
import { reverseAddress, nearbyParcels } from '#responses/places.ts';
import { ApiFailure, call, READ_TIMEOUT_MS } from '#lib/api.ts';
import { refusalSentence } from '#lib/refusal-sentence.ts';

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
function reverseAddressQuery({ longitude: lon, latitude: lat }: Point) {
  return queryOptions({
    ...SETTINGS,
    queryKey: ['reverse-address', lon, lat],
    queryFn: async ({ signal }) => {
      const { features } = await call(reverseAddress, { query: { lon, lat, limit: 1 }, signal });
      return features[0]?.properties.label ?? null;
    },
  });
}

/** Why there is no search: nothing asked yet, cleared on the map, or outside France. */
type Idle = 'empty' | 'cleared' | 'abroad';
/** `to-choose`: there are parcels, but the address means none of them by itself. */
export type SelectionState = Idle | 'searching' | 'failed' | 'refused' | 'no-parcel' | 'to-choose' | 'found';

export type ParcelSelection = ReturnType<typeof useParcelSelection>;

const NOWHERE: Point = { longitude: 0, latitude: 0 };
const NO_PARCELS: NearbyParcel[] = [];

/** The parcel of step 1: found around an address or a click, then chosen in the list or on the map. */
export function useParcelSelection(draft: Draft, dispatch: DraftDispatch) {
  const [search, setSearch] = useState<ParcelSearch | Idle>(() => resumedSearch(draft));
  // Outlives a selection cleared on the map: the next click may still be on that property.
  const [former, setFormer] = useState<string | null>(null);
  const active = typeof search === 'string' ? null : search;
  const found = useFound(active);
  const { place } = found;

  // A place is a new object only when one of its fields changed.
  useEffect(() => {
    if (place) dispatch({ type: 'parcel chosen', place });
  }, [place, dispatch]);

  function restart(next: ParcelSearch | Idle) {
    dispatch({ type: 'reset', to: EMPTY_DRAFT });
    setSearch(next);
  }

  function searchPoint(origin: Point) {
    const before = active?.from === 'address' ? fieldOf(active, place) : former;
    setFormer(before);
    restart(isInFrance(origin) ? pointSearch(origin, before) : 'abroad');
  }

  function clear(state: 'empty' | 'cleared') {
    if (state === 'empty') setFormer(null);
    restart(state);
  }

  return {
    ...found,
    state: typeof search === 'string' ? search : found.state,
    /** Text of the field: the address found, or what was typed until then. */
    adresse: fieldOf(active, place),
    from: active?.from ?? null,
    /** Prescribed: a click gives the address of its point. The former address is offered back when it differs. */
    former: formerOf(active, place),
    keepFormer: () => active && setSearch({ ...active, adresse: active.former }),
    searchAddress: (address: Suggestion) => {
      setFormer(null);
      restart(addressSearch(address));
    },
    searchPoint,
    /** Chooses a parcel among those found, by its `code_parcelle`. */
    choose: (chosenCode: string) => active && setSearch({ ...active, chosenCode }),
    /** `cleared` when the user cleared the selection on the map, `empty` when the address is being retyped. */
    clear,
  };
}

function fieldOf(active: ParcelSearch | null, place: ChosenPlace | null): string | null {
  return place?.adresse ?? active?.asked ?? null;
}

function formerOf(active: ParcelSearch | null, place: ChosenPlace | null): string | null {
  const former = active?.former ?? null;
  return former === place?.adresse ? null : former;
}

function pointSearch(origin: Point, former: string | null): ParcelSearch {
  return { origin, adresse: null, asked: null, from: 'map', chosenCode: null, precision: 'parcel', former };
}

function resumedSearch(draft: Draft): ParcelSearch | Idle {
  if (!hasParcel(draft) || draft.latitude === null || draft.longitude === null) return 'empty';
  const origin = { longitude: draft.longitude, latitude: draft.latitude };
  const { adresse, codeParcelle: chosenCode } = draft;
  return { origin, adresse, asked: adresse, from: 'address', chosenCode, precision: 'parcel', former: null };
}

/** A parcel found by its reference has the address of its door, as one clicked on the map. */
function addressSearch(address: Suggestion): ParcelSearch {
  const { geometry, properties, parcel } = address;
  const [longitude, latitude] = geometry.coordinates;
  const asked = properties.label;
  return {
    origin: { longitude, latitude },
    adresse: parcel ? null : asked,
    asked,
    from: 'address',
    chosenCode: parcel?.code ?? null,
    precision: precisionOf(address),
    former: null,
  };
}

function useFound(active: ParcelSearch | null) {
  const origin = active?.origin ?? NOWHERE;
  const {
    data: nearby,
    error,
    refetch,
  } = useQuery({ ...nearbyParcelsQuery(origin), ...(active === null && { queryFn: skipToken }) });
  const needsAddress = active !== null && active.adresse === null;
  const reverse = useQuery({ ...reverseAddressQuery(origin), ...(!needsAddress && { queryFn: skipToken }) });

  const parcels = nearby ?? NO_PARCELS;
  // The address service may fail, or know no address there: the parcel's name is used instead.
  const label = reverse.data ?? null;
  const isAddressSettled = !needsAddress || reverse.isSuccess || reverse.isError;
  return useMemo(() => {
    const chosen = active && chosenParcel(active, parcels);
    const place = active && chosen && isAddressSettled ? chosenPlace(active, chosen, label) : null;
    return {
      state: stateOf({ error, parcels: nearby, chosen, place, isMeant: active?.chosenCode !== null }),
      parcels,
      chosen,
      place,
      /** Why the server refuses the point; null otherwise. */
      refusal: isRefusal(error) ? refusalSentence(error) : null,
      /** Position of the marker. */
      point: active && standingPoint(active, chosen),
      retry: () => void refetch(),
    };
  }, [active, parcels, label, isAddressSettled, error, nearby, refetch]);
}

type Found = {
  error: Error | null;
  parcels: NearbyParcel[] | undefined;
  chosen: NearbyParcel | null;
  place: ChosenPlace | null;
  /** One parcel was requested by its name. */
  isMeant: boolean;
};

/** The parcel there cannot be in a statement: another attempt would not help. */
const isRefusal = (error: Error | null): boolean => error instanceof ApiFailure && error.status === 400;

function stateOf({ error, parcels, chosen, place, isMeant }: Found): SelectionState {
  if (error !== null) return isRefusal(error) ? 'refused' : 'failed';
  if (parcels && !chosen) return parcels.length > 0 && !isMeant ? 'to-choose' : 'no-parcel';
  return place === null ? 'searching' : 'found';
}
