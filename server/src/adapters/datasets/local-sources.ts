import { setTimeout as sleep } from 'node:timers/promises';
import { agreementOf } from '#domain/risks/agreement.ts';
import { withListedPlans } from '#domain/risks/listed-plans.ts';
import type { Place } from '#domain/geometry/place.ts';
import { PPR_FAMILIES } from '@clairisque/contract/common/headings.ts';
import { type Fact, type FactName, type Facts, type Ppr } from '#domain/risks/facts.ts';
import type { AnswerObserver, ObservedAnswer } from '#platform/suppliers/supplier-answers.ts';
import { linesOf } from '#platform/suppliers/supplier-exchanges.ts';
import type { Georisques, NoisePlans, Urbanism } from '../suppliers.ts';
import { withCoastalList } from './facts/coastal-list.ts';
import { FACTS_IF_SILENT, factIn, LOCAL_FACTS, type AskedFact } from './facts/facts.ts';
import type { LocalDeps } from './facts/local-fact.ts';
import { noiseZonesAround } from './facts/noise.ts';
import { coastalReads, recordedFact, type KeptFeatures } from './kept-reads.ts';

export type RiskSources = { georisques: Georisques; noisePlans: NoisePlans; urbanism: Urbanism };

/** A fact that a release gave, and the live answer about the same place. */
export type Comparison = { name: FactName; place: Place; local: Fact<unknown>; live: Fact<unknown> };

/** Asks the live services beside the releases. */
export type CrossCheck = {
  /** A fact waits this long for its live answer; a later one is only reported. */
  withinMs: number;
  onCompared: (comparison: Comparison) => void;
};

type Options = LocalDeps & {
  crossCheck: CrossCheck | null;
  /** The operator's: communes that decrees list, perhaps later than the release. */
  coastalList: { communes: ReadonlyMap<string, string | null> } | null;
};

type Ask<T> = (place: Place, observer?: AnswerObserver) => Promise<T>;
/** Asks releases for a fact first. */
type First = <N extends FactName>(name: N, ask: Ask<Facts[N]>) => Ask<Facts[N]>;

/**
 * Facts from releases first, and from the live services where no release covers the place; when these do not answer
 * either, what releases say without deciding. Plans that a release names are added to the live ones.
 */
export function createLocalSources(live: RiskSources, options: Options): RiskSources {
  const read = <N extends FactName>({ observer, ...asked }: Reading<N>): Facts[N] | null => {
    if (observer === undefined) return factIn(asked, options);
    const { fact, features } = recordedFact(asked, options);
    if (fact !== null) observer(observedReads(features, fact));
    return fact;
  };
  const first: First = (name, ask) => async (place, observer) => {
    const local = read({ facts: LOCAL_FACTS, name, place, observer });
    if (local === null) {
      const answer = await ask(place, observer);
      if (answer.state !== 'not-obtained' && !isFamily(name)) return answer;
      const known = read({ facts: FACTS_IF_SILENT, name, place, observer });
      return known === null ? answer : withKnown(answer, known);
    }
    if (options.crossCheck === null) return local;
    return checked({ name, place, local, crossCheck: options.crossCheck }, (by) => ask(place, by), observer);
  };
  const { noisePlans, urbanism } = live;
  const askedForCoast = first('coastlineRetreat', (place, by) => urbanism.coastlineRetreat(place, by));
  return {
    georisques: localGeorisques(live.georisques, first),
    noisePlans: {
      zones: first('noise', (place, by) => noisePlans.zones(place, by)),
      zonesAround: noiseOnMaps(noisePlans, options),
      undrawn: first('noisePlans', (place, by) => noisePlans.undrawn(place, by)),
    },
    urbanism: {
      ...urbanism,
      async coastlineRetreat(place, by) {
        // A silent service leaves open whether such a commune has zones, whatever the release says.
        const isNamed = place.inseeCodes.some((code) => options.coastalList?.communes.has(code));
        const answer = await (isNamed ? urbanism.coastlineRetreat(place, by) : askedForCoast(place, by));
        const fact = withCoastalList(answer, options, place);
        if (fact !== answer) by?.(observedReads(coastalReads(answer, options, place), fact));
        return fact;
      },
    },
  };
}

type AnsweredPlans = Exclude<Fact<Ppr[]>, { state: 'not-obtained' }>;
type ObtainedPlans = Extract<Fact<Ppr[]>, { state: 'obtained' }>;

const isFamily = (name: FactName): boolean => PPR_FAMILIES.some((family) => family === name);

/** A release stands alone when the live service is silent; its plans stand beside the live ones. */
function withKnown<F extends Fact<unknown>>(answer: F, known: F): F {
  if (answer.state === 'not-obtained') return known;
  const plans: Fact<unknown> = withListedPlans(answer as AnsweredPlans, known as ObtainedPlans);
  return plans as F;
}

const noiseOnMaps =
  (live: NoisePlans, options: Options): NoisePlans['zonesAround'] =>
  async (place, metres, by) =>
    noiseZonesAround(options, place, metres) ?? live.zonesAround(place, metres, by);

type Reading<N extends FactName> = AskedFact<N> & { observer: AnswerObserver | undefined };

/** Kept with the document beside the suppliers' answers. */
function observedReads(features: KeptFeatures, { provenance }: Fact<unknown>): ObservedAnswer {
  const { source, obtainedAt } = provenance;
  const exchanges = linesOf([{ features }]);
  return { service: source, request: features.fact, from: 'release', obtainedAt, exchanges, failure: null };
}

/** What releases say about a place, without asking any supplier; no entry for what they do not cover. */
export function localFacts(deps: LocalDeps, place: Place): Partial<Facts> {
  const names = Object.keys(LOCAL_FACTS) as FactName[];
  return Object.fromEntries(
    names.flatMap((name) => {
      const fact = factIn({ facts: LOCAL_FACTS, name, place }, deps);
      return fact === null ? [] : [[name, fact]];
    }),
  );
}

type Checked<N extends FactName> = { name: N; place: Place; local: Facts[N]; crossCheck: CrossCheck };

/** The release's fact, with the live answer when it comes in time and differs. A silent service changes nothing. */
async function checked<N extends FactName>(
  { name, place, local, crossCheck }: Checked<N>,
  ask: (observer: AnswerObserver) => Promise<Facts[N]>,
  observer: AnswerObserver | undefined,
): Promise<Facts[N]> {
  let isAwaited = true;
  // The exchanges of a later answer belong to no document.
  const live = ask((answer) => isAwaited && observer?.(answer)).then((fact) => {
    if (isFirst(name, place)) crossCheck.onCompared({ name, place, local, live: fact });
    return fact;
  });
  const timer = new AbortController();
  const timeUp = sleep(crossCheck.withinMs, null, { signal: timer.signal, ref: false }).catch(() => null);
  const heard = await Promise.race([live.catch(() => null), timeUp]);
  isAwaited = false;
  timer.abort();
  if (heard?.state !== 'obtained' || agreementOf({ name, place, local, live: heard }) !== 'differ') return local;
  const { value, provenance } = heard;
  return { ...local, contradictedBy: { value, provenance } };
}

/** A statement asks for its plans twice: for the facts, and for their documents. */
const reported = new WeakMap<Place, Set<FactName>>();

function isFirst(name: FactName, place: Place): boolean {
  const names = reported.get(place) ?? new Set<FactName>();
  const isNew = !names.has(name);
  reported.set(place, names.add(name));
  return isNew;
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
