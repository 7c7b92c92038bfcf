import { metresBetween } from '#adapters/addresses/place-points.ts';
import { zoneKey } from '#adapters/noise/noise-layer.ts';
import { REACH_METRES } from '#adapters/noise/noise-plan-index.ts';
import { mergeOutlines } from '#adapters/supplier-geometry.ts';
import { latest } from '#domain/latest.ts';
import type { Place } from '#domain/geometry/place.ts';
import type { NoiseZone, UndrawnNoisePlan } from '#domain/risks/facts.ts';
import type { NoisePlanRow, NoiseZoneRow } from '../importers/noise.ts';
import type { Release } from '../release-reader.ts';
import { localFact, type LocalDeps, type LocalFact } from './local-fact.ts';

/** Zones that may meet the property; `domain/` compares the outlines. */
export function noiseFact(deps: LocalDeps, place: Place): LocalFact<NoiseZone[]> {
  return nearAerodromes(deps, place, (_, release) => {
    return zonesIn(release, place, 100);
  });
}

/** Finds the zones within that distance, for a map; null where the fact is not from the release either. */
export const noiseZonesAround = (deps: LocalDeps, place: Place, metres: number): LocalFact<NoiseZone[]> =>
  nearAerodromes(deps, place, (_, release) => zonesIn(release, place, metres));

function zonesIn(release: Release, place: Place, metres: number): NoiseZone[] {
  const around = release.rowsAround(place, metres).map((index) => release.row(index) as NoiseZoneRow | NoisePlanRow);
  const zones = around.filter((row): row is NoiseZoneRow => 'zone' in row);
  return [...Map.groupBy(zones, zoneKey).values()].flatMap(([first, ...others]) => {
    if (first === undefined) return [];
    const outline = mergeOutlines([first, ...others].map((zone) => zone.outline)) ?? first.outline;
    return [{ ...first, outline }];
  });
}

/** Plans near the place that the layer does not draw. */
export function noisePlansFact(deps: LocalDeps, place: Place): LocalFact<UndrawnNoisePlan[]> {
  return nearAerodromes(deps, place, (near) =>
    near
      .filter(({ zones }) => zones === 'not-drawn')
      .map(({ plan, at }) => ({ ...plan, distanceMetres: Math.round(metresBetween(place, at)) })),
  );
}

/** Null where a plan is near whose zones the release may lack: the live service is then asked for both facts. */
function nearAerodromes<T>(
  deps: LocalDeps,
  place: Place,
  read: (near: NoisePlanRow[], release: Release) => T,
): LocalFact<T> {
  return localFact<never, T>(deps, {
    dataset: 'noise',
    place,
    read(_, release) {
      const near = plansNear(place, release);
      return near.some(({ zones }) => zones === 'unknown') ? null : read(near, release);
    },
  });
}

/**
 * Both facts ask. Rows are in the order of their keys: the index, whose key is empty, comes first. The whole of it is not
 * kept with a statement.
 */
const plansNear = latest((place: Place, release: Release): NoisePlanRow[] => {
  const plans = release.countOf('');
  const around = release.rowsAround(place, REACH_METRES + MARGIN_METRES).filter((index) => index < plans);
  return around
    .map((index) => release.row(index) as NoisePlanRow)
    .filter(({ at }) => metresBetween(place, at) <= REACH_METRES);
});

/** Widens the search, whose box is not a great circle. */
const MARGIN_METRES = 50;
