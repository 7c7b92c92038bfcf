import type { Fact, FactName, Facts, Place } from '#domain/risks/facts.ts';
import type { AnswerObserver } from '#platform/suppliers/supplier-answers.ts';
import type { Georisques, NoisePlans, Urbanism } from '../suppliers.ts';
import { LOCAL_FACTS } from './facts/facts.ts';
import type { LocalDeps } from './facts/local-fact.ts';

export type RiskSources = { georisques: Georisques; noisePlans: NoisePlans; urbanism: Urbanism };

/** A fact that a release gave, and the live answer about the same place. */
export type Comparison = { name: FactName; place: Place; local: Fact<unknown>; live: Fact<unknown> };

type Options = LocalDeps & {
  /** Receives live answers beside local ones; null asks for none. */
  onCompared: ((comparison: Comparison) => void) | null;
};

type Ask<T> = (place: Place, observer?: AnswerObserver) => Promise<T>;
/** Asks releases for a fact first. */
type First = <N extends FactName>(name: N, ask: Ask<Facts[N]>) => Ask<Facts[N]>;

/**
 * Facts from releases first, and from the live services where no release covers the place. With `onCompared`, the live
 * service is also asked beside, within its pace: its answer never delays nor changes a fact.
 */
export function createLocalSources(live: RiskSources, options: Options): RiskSources {
  const first: First = (name, ask) => async (place, observer) => {
    const local = localFactOf(name, options, place);
    if (local === null) return ask(place, observer);
    const { onCompared } = options;
    if (onCompared !== null) {
      const compare = (answer: Fact<unknown>): void => onCompared({ name, place, local, live: answer });
      void ask(place).then(compare, () => undefined);
    }
    return local;
  };
  const { noisePlans, urbanism } = live;
  return {
    georisques: localGeorisques(live.georisques, first),
    noisePlans: {
      zones: first('noise', (place, by) => noisePlans.zones(place, by)),
      undrawn: first('noisePlans', (place, by) => noisePlans.undrawn(place, by)),
    },
    urbanism: {
      coastlineRetreat: first('coastlineRetreat', (place, by) => urbanism.coastlineRetreat(place, by)),
      planPerimeters: (place, by) => urbanism.planPerimeters(place, by),
    },
  };
}

function localFactOf<N extends FactName>(name: N, deps: LocalDeps, place: Place): Facts[N] | null {
  const find = LOCAL_FACTS[name] as ((deps: LocalDeps, place: Place) => Facts[N] | null) | undefined;
  return find?.(deps, place) ?? null;
}

function localGeorisques(live: Georisques, first: First): Georisques {
  return {
    ppr: (family, place, observer) => first(family, (asked, by) => live.ppr(family, asked, by))(place, observer),
    planDocuments: (plan, observer) => live.planDocuments(plan, observer),
    seismicZone: first('seismicZone', (place, by) => live.seismicZone(place, by)),
    radon: first('radon', (place, by) => live.radon(place, by)),
    sis: first('sis', (place, by) => live.sis(place, by)),
    brushClearing: first('brushClearing', (place, by) => live.brushClearing(place, by)),
    clay: first('clay', (place, by) => live.clay(place, by)),
    casias: first('casias', (place, by) => live.casias(place, by)),
    installations: first('installations', (place, by) => live.installations(place, by)),
    cavities: first('cavities', (place, by) => live.cavities(place, by)),
    groundMovements: first('groundMovements', (place, by) => live.groundMovements(place, by)),
    catnat: first('catnat', (place, by) => live.catnat(place, by)),
    report: first('report', (place, by) => live.report(place, by)),
  };
}
