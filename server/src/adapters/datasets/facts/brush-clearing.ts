import type { Place } from '#domain/geometry/place.ts';
import type { BrushClearing } from '#domain/risks/facts.ts';
import { isInside } from '#domain/geometry/overlap.ts';
import type { BrushClearingRow } from '../importers/brush-clearing.ts';
import { localFact, type LocalDeps, type LocalFact } from './local-fact.ts';

/** The zone of the latest arrêté that touches the property; none is a « non » where the layer covers the commune. */
export function brushClearingFact(deps: LocalDeps, place: Place): LocalFact<BrushClearing | null> {
  const fact = localFact<never, BrushClearingRow[]>(deps, {
    dataset: 'brush-clearing',
    place,
    read: (_, release) =>
      release
        .zonesAround(place, 0)
        .filter(({ overlap }) => isInside(overlap))
        .map(({ row }) => release.row(row) as BrushClearingRow),
  });
  if (fact === null) return null;
  const [latest] = fact.value.toSorted((one, other) => (other.decreeDate ?? '').localeCompare(one.decreeDate ?? ''));
  return { ...fact, value: latest === undefined ? null : { ...latest, communeOnly: false } };
}
