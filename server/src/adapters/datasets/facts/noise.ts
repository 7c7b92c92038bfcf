import { metresBetween } from '#adapters/addresses/place-points.ts';
import { REACH_METRES } from '#adapters/noise/noise-plan-index.ts';
import { mergeOutlines } from '#adapters/supplier-geometry.ts';
import { latest } from '#domain/latest.ts';
import type { NoiseZone, Place, UndrawnNoisePlan } from '#domain/risks/facts.ts';
import type { NoisePlanRow, NoiseZoneRow } from '../importers/noise.ts';
import type { Release } from '../release-reader.ts';
import { localFact, type LocalDeps, type LocalFact } from './local-fact.ts';

/** Zones that may meet the property; `domain/` compares the outlines. */
export function noiseFact(deps: LocalDeps, place: Place): LocalFact<NoiseZone[]> {
  return nearAerodromes(deps, place, (_, release) => {
    const around = release.rowsAround(place, 100).map((index) => release.row(index) as NoiseZoneRow | NoisePlanRow);
    const zones = around.filter((row): row is NoiseZoneRow => 'zone' in row);
    return [...Map.groupBy(zones, ({ aerodrome, zone }) => `${aerodrome} ${zone}`).values()].flatMap(
      ([first, ...others]) => {
        if (first === undefined) return [];
        const outline = mergeOutlines([first, ...others].map((zone) => zone.outline)) ?? first.outline;
        return [{ ...first, outline }];
      },
    );
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
      const near = plansNear(place, release.rowsOf('') as NoisePlanRow[]);
      return near.some(({ zones }) => zones === 'unknown') ? null : read(near, release);
    },
  });
}

const METRES_PER_DEGREE = 111_195;
/** A little more than the reach, on any sphere. */
const REACH_DEGREES = (1.05 * REACH_METRES) / METRES_PER_DEGREE;

/** Longitude and latitude of each plan, one after the other. */
const positionsOf = latest((plans: NoisePlanRow[]) => Float64Array.from(plans.flatMap(({ at }) => at)));

/** Both facts ask; most plans are out of reach by their degrees alone. */
const plansNear = latest((place: Place, plans: NoisePlanRow[]) => {
  const degrees = positionsOf(plans);
  const shortening = Math.cos(((Math.abs(place.latitude) + REACH_DEGREES) * Math.PI) / 180);
  const near: NoisePlanRow[] = [];
  for (let i = 0; i < degrees.length; i += 2) {
    if (Math.abs(degrees[i + 1]! - place.latitude) > REACH_DEGREES) continue;
    if (Math.abs(degrees[i]! - place.longitude) * shortening > REACH_DEGREES) continue;
    const plan = plans[i / 2]!;
    if (metresBetween(place, plan.at) <= REACH_METRES) near.push(plan);
  }
  return near;
});
