import type { NearbyParcel } from '@clairisque/contract/parcels.ts';
import { skipToken, useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { EMPTY_DRAFT, hasParcel, type ChosenPlace, type Draft } from './draft.ts';
import { isInFrance, type Point } from './map/geometry.ts';
import type { Suggestion } from './named-parcels.ts';
import { chosenParcel, chosenPlace, standingPoint, type ParcelSearch } from './parcel-choice.ts';
import { nearbyParcelsQuery, reverseAddressQuery } from './parcel-queries.ts';
import type { DraftDispatch } from './use-draft.ts';

/** Why nothing is being looked for: nothing asked yet, undone on the map, or asked outside France. */
type Idle = 'empty' | 'cleared' | 'abroad';
export type SelectionState = Idle | 'searching' | 'failed' | 'no-parcel' | 'found';

export type ParcelSelection = ReturnType<typeof useParcelSelection>;

const NOWHERE: Point = { longitude: 0, latitude: 0 };
const NO_PARCELS: NearbyParcel[] = [];

/** The parcel of step 1: found around an address or a click, then chosen in the list or on the map. */
export function useParcelSelection(draft: Draft, dispatch: DraftDispatch) {
  const [search, setSearch] = useState<ParcelSearch | Idle>(() => resumedSearch(draft));
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

  return {
    ...found,
    state: typeof search === 'string' ? search : found.state,
    /** Of the field: the address found, until then what was asked. */
    adresse: place?.adresse ?? active?.asked ?? null,
    from: active?.from ?? null,
    searchAddress: (address: Suggestion) => restart(addressSearch(address)),
    searchPoint: (origin: Point) =>
      restart(isInFrance(origin) ? { origin, adresse: null, asked: null, from: 'map', chosenCode: null } : 'abroad'),
    /** By `code_parcelle`, among the parcels found. */
    choose: (chosenCode: string) => active && setSearch({ ...active, chosenCode }),
    /** `cleared` when the user undid the selection on the map, `empty` when the address is being retyped. */
    clear: (state: 'empty' | 'cleared') => restart(state),
  };
}

function resumedSearch(draft: Draft): ParcelSearch | Idle {
  if (!hasParcel(draft) || draft.latitude === null || draft.longitude === null) return 'empty';
  const origin = { longitude: draft.longitude, latitude: draft.latitude };
  return { origin, adresse: draft.adresse, asked: draft.adresse, from: 'address', chosenCode: draft.codeParcelle };
}

/** A parcel asked by its reference has the address of its door, as one clicked on the map. */
function addressSearch({ geometry, properties, parcel }: Suggestion): ParcelSearch {
  const [longitude, latitude] = geometry.coordinates;
  const asked = properties.label;
  const adresse = parcel ? null : asked;
  return { origin: { longitude, latitude }, adresse, asked, from: 'address', chosenCode: parcel?.code ?? null };
}

function useFound(active: ParcelSearch | null) {
  const origin = active?.origin ?? NOWHERE;
  const {
    data: nearby,
    isError,
    refetch,
  } = useQuery({ ...nearbyParcelsQuery(origin), ...(active === null && { queryFn: skipToken }) });
  const needsAddress = active !== null && active.adresse === null;
  const reverse = useQuery({ ...reverseAddressQuery(origin), ...(!needsAddress && { queryFn: skipToken }) });

  const parcels = nearby ?? NO_PARCELS;
  // The address service may be silent, or know no address there: the parcel then gives its name.
  const label = reverse.data ?? null;
  const isAddressSettled = !needsAddress || reverse.isSuccess || reverse.isError;
  return useMemo(() => {
    const chosen = active && chosenParcel(active, parcels);
    const place = active && chosen && isAddressSettled ? chosenPlace(active, chosen, label) : null;
    return {
      state: stateOf({ isError, parcels: nearby, chosen, place }),
      parcels,
      chosen,
      place,
      /** Where the marker stands. */
      point: active && standingPoint(active, chosen),
      retry: () => void refetch(),
    };
  }, [active, parcels, label, isAddressSettled, isError, nearby, refetch]);
}

type Found = {
  isError: boolean;
  parcels: NearbyParcel[] | undefined;
  chosen: NearbyParcel | null;
  place: ChosenPlace | null;
};

function stateOf({ isError, parcels, chosen, place }: Found): SelectionState {
  if (isError) return 'failed';
  if (parcels && !chosen) return 'no-parcel';
  return place === null ? 'searching' : 'found';
}
