import type { FactName, Facts, Place } from '#domain/risks/facts.ts';
import type { LocalDeps, LocalFact } from './local-fact.ts';
import { catnatFact } from './catnat.ts';
import { pprFact } from './ppr.ts';
import { clayFact } from './clay.ts';
import { radonFact } from './radon.ts';
import { seismicZoneFact } from './seismic-zone.ts';
import { casiasFact, cavitiesFact, groundMovementsFact, installationsFact, sisFact } from './sites.ts';

type ValueOf<N extends FactName> = Extract<Facts[N], { state: 'obtained' }>['value'];
export type LocalFacts = { [N in FactName]?: (deps: LocalDeps, place: Place) => LocalFact<ValueOf<N>> };

/** Facts that releases can give; the others are asked live. One file of this folder each. */
export const LOCAL_FACTS: LocalFacts = {
  seismicZone: seismicZoneFact,
  radon: radonFact,
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
