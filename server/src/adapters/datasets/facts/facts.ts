import type { Place } from '#domain/geometry/place.ts';
import type { FactName, Facts, Catnat } from '#domain/risks/facts.ts';
import { type LocalDeps, type LocalFact, localList } from './local-fact.ts';
import { brushClearingFact } from './brush-clearing.ts';
import { coastlineRetreatIfSilent } from './coastal-list.ts';
import { pprFact, pprListed } from './ppr.ts';
import { clayFact } from './clay.ts';
import { noiseFact, noisePlansFact } from './noise.ts';
import { radonFact } from './radon.ts';
import { seismicZoneFact } from './seismic-zone.ts';
import { casiasFact, cavitiesFact, groundMovementsFact, installationsFact, sisFact } from './sites.ts';
import type { GasparCatnatRow } from '#adapters/datasets/importers/gaspar-catnat.ts';

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

type ValueOf<N extends FactName> = Extract<Facts[N], { state: 'obtained' }>['value'];
export type LocalFacts = { [N in FactName]?: (deps: LocalDeps, place: Place) => LocalFact<ValueOf<N>> };

/** Facts that no release has: they are asked live. */
type LiveOnly = 'coastlineRetreat' | 'report' | 'planPerimeters';

/** Facts that releases can give. One file of this folder each. */
export const LOCAL_FACTS: LocalFacts & Record<Exclude<FactName, LiveOnly>, unknown> = {
  seismicZone: seismicZoneFact,
  radon: radonFact,
  brushClearing: brushClearingFact,
  noise: noiseFact,
  noisePlans: noisePlansFact,
  clay: clayFact,
  sis: sisFact,
  casias: casiasFact,
  installations: installationsFact,
  cavities: cavitiesFact,
  groundMovements: groundMovementsFact,
  pprn: pprFact('pprn'),
  pprm: pprFact('pprm'),
  pprt: pprFact('pprt'),
  catnat: catnatFact,
};

/** What releases say of a fact that they leave to the live service: alone when it does not answer, and its plans anyway. */
export const FACTS_IF_SILENT: LocalFacts = {
  coastlineRetreat: coastlineRetreatIfSilent,
  pprn: pprListed('pprn'),
  pprm: pprListed('pprm'),
  pprt: pprListed('pprt'),
};

export type AskedFact<N extends FactName = FactName> = { facts: LocalFacts; name: N; place: Place };

/** Reads the fact `name`; null when no release has it. */
export function factIn<N extends FactName>({ facts, name, place }: AskedFact<N>, deps: LocalDeps): Facts[N] | null {
  const find = facts[name] as ((deps: LocalDeps, place: Place) => Facts[N] | null) | undefined;
  return find?.(deps, place) ?? null;
}
