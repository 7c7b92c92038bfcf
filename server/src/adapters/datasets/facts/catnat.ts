import type { Place } from '#domain/geometry/place.ts';
import type { Catnat } from '#domain/risks/facts.ts';
import type { GasparCatnatRow } from '../importers/gaspar-catnat.ts';
import { localList, type LocalDeps, type LocalFact } from './local-fact.ts';

/** Every arrêté of the commune and of those that it absorbed, latest event first. */
export function catnatFact(deps: LocalDeps, place: Place): LocalFact<Catnat[]> {
  return localList<GasparCatnatRow, Catnat[]>(deps, {
    dataset: 'gaspar-catnat',
    place,
    read: ({ rows }) => rows.toSorted(({ start: one }, { start: other }) => compareDays(other ?? '', one ?? '')),
  });
}

/** Compares ISO dates by their letters: the order of a language would take most of the time of the fact. */
const compareDays = (one: string, other: string): number => (one === other ? 0 : one < other ? -1 : 1);
