import { setTimeout as sleep } from 'node:timers/promises';
import { bulkhead } from 'cockatiel';
import type { Deps } from '#deps.ts';
import type { Fact, FactName, Facts, NotObtainedReason, Place, PprFamily } from '#domain/risks/facts.ts';
import { COMPULSORY_FACTS, type CompulsoryFacts } from '#domain/risks/risks.ts';
import type { AnswerObserver } from '#platform/suppliers/supplier-answers.ts';
import type { StepState } from './progress.queries.ts';

type Suppliers = Pick<Deps, 'georisques' | 'noisePlans' | 'urbanism'>;
type Source<N extends FactName> = {
  label: string;
  ask(suppliers: Suppliers, place: Place, observer?: AnswerObserver): Promise<Facts[N]>;
};

const plans = <F extends PprFamily>(family: F, label: string): Source<F> => ({
  label,
  ask: ({ georisques }, place, observer) => georisques.ppr(family, place, observer),
});
type Verb = FactName & keyof Suppliers['georisques'];
type Verbs = { [N in Verb]: (place: Place, observer?: AnswerObserver) => Promise<Facts[N]> };
const ofGeorisques = <N extends Verb>(name: N, label: string): Source<N> => ({
  label,
  ask({ georisques }, place, observer) {
    const verbs: Verbs = georisques;
    return verbs[name](place, observer);
  },
});

/** Supplier of each fact, in the order in which the loading screen ticks them. */
const SOURCES: { [N in FactName]: Source<N> } = {
  pprn: plans('pprn', 'Plans de prévention des risques naturels'),
  pprm: plans('pprm', 'Plans de prévention des risques miniers'),
  pprt: plans('pprt', 'Plans de prévention des risques technologiques'),
  seismicZone: ofGeorisques('seismicZone', 'Zonage sismique'),
  radon: ofGeorisques('radon', 'Potentiel radon'),
  coastlineRetreat: {
    label: 'Recul du trait de côte',
    ask: (s, place, observer) => s.urbanism.coastlineRetreat(place, observer),
  },
  brushClearing: ofGeorisques('brushClearing', 'Obligations de débroussaillement'),
  sis: ofGeorisques('sis', 'Secteurs d’information sur les sols'),
  noise: { label: 'Plans d’exposition au bruit', ask: (s, place, observer) => s.noisePlans.zones(place, observer) },
  noisePlans: {
    label: 'Arrêtés des plans d’exposition au bruit',
    ask: (s, place, observer) => s.noisePlans.undrawn(place, observer),
  },
  catnat: ofGeorisques('catnat', 'Arrêtés de catastrophe naturelle'),
  clay: ofGeorisques('clay', 'Retrait-gonflement des argiles'),
  casias: ofGeorisques('casias', 'Anciens sites industriels (CASIAS)'),
  installations: ofGeorisques('installations', 'Installations classées'),
  cavities: ofGeorisques('cavities', 'Cavités souterraines'),
  groundMovements: ofGeorisques('groundMovements', 'Mouvements de terrain'),
  report: ofGeorisques('report', 'Remontée de nappe et canalisations'),
};
const NAMES = Object.keys(SOURCES) as FactName[];

export const SOURCE_LABELS = NAMES.map((name) => SOURCES[name].label);
export const sourceLabel = (name: FactName): string => SOURCES[name].label;

/**
 * Queries every source at once; `onAnswer` receives each answer as it arrives, `observer` the raw exchanges. A failing
 * source gives a fact that says so.
 */
export async function collectFacts(
  suppliers: Suppliers & { observer?: AnswerObserver },
  place: Place,
  onAnswer: (position: number, state: StepState) => void,
): Promise<Facts> {
  const answers = await Promise.all(
    NAMES.map(async (name, position) => {
      const fact: Fact<unknown> = await SOURCES[name].ask(suppliers, place, suppliers.observer);
      onAnswer(position, STEP_STATES[fact.state]);
      return [name, fact] as const;
    }),
  );
  return Object.fromEntries(answers) as Facts;
}

const STEP_STATES = { obtained: 'obtenu', 'last-good': 'ancienne_reponse', 'not-obtained': 'non_obtenu' } as const;

type InBackground = Suppliers & Pick<Deps, 'clock' | 'previewBulkhead'>;

/**
 * Free preview: only the sources of the compulsory headings, through a low-priority bulkhead. A source without an
 * answer after `withinMs` is « not obtained »; its late answer still goes to the cache.
 */
export const collectCompulsoryFacts = (
  suppliers: InBackground,
  place: Place,
  withinMs: number,
): Promise<CompulsoryFacts> => collectWithin(suppliers, place, { names: COMPULSORY_FACTS, withinMs });

/** Sources of one assessment that are queried together: free previews keep a place in the bulkhead. */
const ASSESSED_AT_ONCE = 2;

/** Assessment: every source, in the same way. A source whose turn has not come after `withinMs` is not queried. */
export function collectFactsInBackground(deps: InBackground, place: Place, withinMs: number): Promise<Facts> {
  const own = bulkhead(ASSESSED_AT_ONCE, NAMES.length);
  const until = performance.now() + withinMs;
  const inTurn = <T>(ask: () => Promise<T>): Promise<T> =>
    own.execute(() => {
      // Its answer is « not obtained » already.
      if (performance.now() > until) return new Promise<T>(() => {});
      return deps.previewBulkhead.execute(ask);
    });
  return collectWithin(deps, place, { names: NAMES, withinMs, inTurn });
}

type Collected<N extends FactName> = {
  names: readonly N[];
  withinMs: number;
  inTurn?: <T>(ask: () => Promise<T>) => Promise<T>;
};

async function collectWithin<N extends FactName>(
  suppliers: InBackground,
  place: Place,
  { names, withinMs, inTurn = (ask) => suppliers.previewBulkhead.execute(ask) }: Collected<N>,
): Promise<Pick<Facts, N>> {
  const timer = new AbortController();
  const timeUp = sleep(withinMs, undefined, { signal: timer.signal, ref: false }).catch(() => undefined);
  const answers = await Promise.all(
    names.map(async (name) => {
      const asked = inTurn((): Promise<Fact<unknown>> => SOURCES[name].ask(suppliers, place));
      const late = timeUp.then(() => missing(name, 'timeout', suppliers.clock()));
      return [name, await Promise.race([asked, late])] as const;
    }),
  );
  timer.abort();
  return Object.fromEntries(answers) as Pick<Facts, N>;
}

/** The facts of the compulsory headings among those given, « not held » without one: no supplier is queried. */
export function withoutSuppliers(given: Partial<Facts>, now: Date): CompulsoryFacts {
  const facts = COMPULSORY_FACTS.map((name) => [name, given[name] ?? missing(name, 'not-held', now)]);
  return Object.fromEntries(facts) as CompulsoryFacts;
}

/** Not printed: the supplier's provenance comes with its answers. */
function missing(name: FactName, reason: NotObtainedReason, now: Date): Fact<unknown> {
  const { label } = SOURCES[name];
  const provenance = { source: name, label, attribution: '', licence: '', url: null, obtainedAt: now.toISOString() };
  return { state: 'not-obtained', reason, provenance };
}
