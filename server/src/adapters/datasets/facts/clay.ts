import { latest } from '#domain/latest.ts';
import type { Place } from '#domain/geometry/place.ts';
import type { Clay } from '#domain/risks/facts.ts';
import { isInside } from '#domain/geometry/overlap.ts';
import type { ClayRow } from '../importers/clay.ts';
import type { Release } from '../release-reader.ts';
import { localLayer, type LocalDeps, type LocalFact } from './local-fact.ts';

/**
 * The highest exposure that touches the property; 0 where the map covers the commune and draws no zone there. The
 * release names its map by any of its rows.
 */
export function clayFact(deps: LocalDeps, place: Place): LocalFact<Clay> {
  return localLayer<Clay>(deps, {
    dataset: 'clay',
    place,
    read(release) {
      const levels = release
        .zonesAround(place, 0)
        .filter(({ overlap }) => isInside(overlap))
        .map(({ row }) => (release.row(row) as ClayRow).level);
      return { exposure: ([3, 2, 1] as const).find((level) => levels.includes(level)) ?? 0, map: mapOf(release) };
    },
  });
}

const mapOf = latest((release: Release) => (release.row(0) as ClayRow).map);
