import { parcelsInTile, type NearbyParcel } from '@clairisque/contract/parcels.ts';
import { keepPreviousData, queryOptions, skipToken, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { call, READ_TIMEOUT_MS } from '#lib/api.ts';
import { queryClient } from '#lib/query-client.ts';
import { distinctParcels, shownIn, tilesOf, type Tile, type Viewport } from './parcels-in-view.ts';

/** `no-map`: none is shown, or several parcels were not asked for. Only `ready` has every parcel in view. */
export type InViewState = 'no-map' | 'far' | 'too-many' | 'loading' | 'failed' | 'ready';
export type ParcelsInView = { state: InViewState; parcels: readonly NearbyParcel[]; retry: () => void };

/** Outlines do not change while the user chooses. A failure is shown at once: the user retries. */
const SETTINGS = { staleTime: 5 * 60_000, retry: false, structuralSharing: false } as const;

function tileQuery(params: Tile) {
  return queryOptions({
    ...SETTINGS,
    queryKey: ['parcels-in-tile', params.x, params.y],
    queryFn: ({ signal }) => call(parcelsInTile, { params, signal, timeoutMs: READ_TIMEOUT_MS }),
  });
}

/** Null when a tile has more than can be drawn. */
function tilesQuery(tiles: readonly Tile[]) {
  return queryOptions({
    ...SETTINGS,
    queryKey: ['parcels-in-view', ...tiles.map(({ x, y }) => `${x}/${y}`)],
    queryFn: async () => {
      const found = await Promise.all(tiles.map((tile) => queryClient.fetchQuery(tileQuery(tile))));
      return found.some(({ depassement }) => depassement)
        ? null
        : distinctParcels(found.map(({ parcelles }) => parcelles));
    },
  });
}

const NONE: readonly NearbyParcel[] = [];

/** The parcels that the map shows, with their outlines, up to a cap; null for none. */
export function useParcelsInView(viewport: Viewport | null): ParcelsInView {
  const tiles = useMemo(() => (viewport ? tilesOf(viewport) : 'no-map'), [viewport]);
  const isAsked = Array.isArray(tiles);
  const { data, isError, isPlaceholderData, isPending, refetch } = useQuery({
    ...tilesQuery(isAsked ? tiles : []),
    placeholderData: keepPreviousData,
    ...(!isAsked && { queryFn: skipToken }),
  });
  const shown = useMemo(
    () => (isAsked && viewport && data ? shownIn(data, viewport.bounds) : data === null ? null : NONE),
    [isAsked, viewport, data],
  );
  const answered = isError ? 'failed' : isPending || isPlaceholderData ? 'loading' : 'ready';
  const state = !isAsked ? tiles : shown === null ? 'too-many' : answered;
  return useMemo(
    () => ({ state, parcels: isAsked && shown ? shown : NONE, retry: () => void refetch() }),
    [state, isAsked, shown, refetch],
  );
}
