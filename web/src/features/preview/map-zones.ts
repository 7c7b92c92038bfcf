import type { CompulsoryHeading } from '@clairisque/contract/common/headings.ts';
import { readPlanZones, type PlanZones, type Preview } from '@clairisque/contract/preview.ts';
import { queryOptions, skipToken, useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { call } from '#lib/api.ts';
import type { Point } from '#features/parcels/map/geometry.ts';
import type { MapZones } from '#features/parcels/map/hazard-layers.ts';
import type { PlanZonesState } from '#features/parcels/map/hazard-legend.tsx';
import type { PreviewQuery } from './preview-query.ts';

const NOWHERE: Point = { longitude: 0, latitude: 0 };
/** The server gives the same zones to neighbours. */
const onGrid = (degrees: number): string => (Math.round(degrees * 200) / 200).toFixed(3);

function planZonesQuery({ longitude, latitude }: Point) {
  const query = { longitude: onGrid(longitude), latitude: onGrid(latitude) };
  return queryOptions({
    queryKey: ['plan-zones', query.longitude, query.latitude],
    staleTime: 5 * 60_000,
    retry: false,
    refetchOnWindowFocus: false,
    queryFn: ({ signal }) => call(readPlanZones, { query, signal }),
  });
}

/** Published zones around the property: those of the preview, which stay while its parcels change, and of the plans. */
export function useMapZones(at: Point | null, { data }: PreviewQuery): { zones: MapZones; plans: PlanZonesState } {
  const found = useQuery({ ...planZonesQuery(at ?? NOWHERE), ...(at === null && { queryFn: skipToken }) });
  const previewed = useLast(data?.zones ?? null, at !== null);
  const published = found.data?.zones;
  const zones = useMemo(
    () => ({
      type: 'FeatureCollection' as const,
      features: [...(published?.features ?? []), ...(previewed?.features ?? [])],
    }),
    [previewed, published],
  );
  return { zones, plans: at && plansState(stateOf(found), data) };
}

const stateOf = ({ data, isError }: { data: PlanZones | undefined; isError: boolean }): PlanZonesState =>
  data?.etat ?? (isError ? 'non_obtenu' : 'attente');

const PLANS: readonly CompulsoryHeading[] = ['pprt', 'pprn', 'pprm', 'ppr-prescrit'];

/** « None » is said by every source or not at all: a plan that the preview could not obtain may have its zones here. */
export function plansState(state: PlanZonesState, preview: Pick<Preview, 'rubriques'> | undefined): PlanZonesState {
  if (state !== 'rien_de_publie') return state;
  const isOpen = preview?.rubriques.some(({ rubrique, etat }) => etat === 'non_obtenu' && PLANS.includes(rubrique));
  return isOpen ? 'non_obtenu' : state;
}

/** The last zones of the preview, as long as a property is chosen. */
function useLast(zones: Preview['zones'] | null, isChosen: boolean): Preview['zones'] | null {
  const [last, setLast] = useState(zones);
  const next = isChosen ? (zones ?? last) : null;
  if (next !== last) setLast(next);
  return next;
}
