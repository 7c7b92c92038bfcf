import { setTimeout as sleep } from 'node:timers/promises';
import { bulkhead } from 'cockatiel';
import type { Deps } from '#deps.ts';
import type { Place } from '#domain/geometry/place.ts';
import type { PprFamily } from '@clairisque/contract/common/headings.ts';
import type { Building, Fact, FactName, Facts, NotObtainedReason, PlanPerimeter } from '#domain/risks/facts.ts';
import { FACT_SOURCES } from '#domain/headings/headings.ts';
import { COMPULSORY_FACTS, type CompulsoryFacts } from '#domain/headings/assess.ts';
import type { AnswerObserver } from '#platform/suppliers/supplier-answers.ts';
import type { StepState } from './progress.queries.ts';

type Suppliers = Pick<Deps, 'georisques' | 'noisePlans' | 'urbanism'>;
type Ask<N extends FactName> = (suppliers: Suppliers, place: Place, observer?: AnswerObserver) => Promise<Facts[N]>;

const plans =
  <F extends PprFamily>(family: F): Ask<F> =>
  ({ georisques }, place, observer) =>
    georisques.ppr(family, place, observer);
type Verb = FactName & keyof Suppliers['georisques'];
type Verbs = { [N in Verb]: (place: Place, observer?: AnswerObserver) => Promise<Facts[N]> };
const ofGeorisques =
  <N extends Verb>(name: N): Ask<N> =>
  ({ georisques }, place, observer) => {
    const verbs: Verbs = georisques;
    return verbs[name](place, observer);
  };

/** Supplier of each fact, in the order in which the loading screen ticks them. */
const SOURCES: { [N in FactName]: Ask<N> } = {
  pprn: plans('pprn'),
  pprm: plans('pprm'),
  pprt: plans('pprt'),
  seismicZone: ofGeorisques('seismicZone'),
  radon: ofGeorisques('radon'),
  coastlineRetreat: (s, place, observer) => s.urbanism.coastlineRetreat(place, observer),
  brushClearing: ofGeorisques('brushClearing'),
  sis: ofGeorisques('sis'),
  noise: (s, place, observer) => s.noisePlans.zones(place, observer),
  noisePlans: (s, place, observer) => s.noisePlans.undrawn(place, observer),
  catnat: ofGeorisques('catnat'),
  clay: ofGeorisques('clay'),
  casias: ofGeorisques('casias'),
  installations: ofGeorisques('installations'),
  cavities: ofGeorisques('cavities'),
  groundMovements: ofGeorisques('groundMovements'),
  report: ofGeorisques('report'),
  planPerimeters: (s, place, observer) => s.urbanism.planPerimeters(place, observer),
};
const NAMES = Object.keys(SOURCES) as FactName[];

export const SOURCE_LABELS = NAMES.map((name) => FACT_SOURCES[name]);
export const sourceLabel = (name: FactName): string => FACT_SOURCES[name];

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
      const fact: Fact<unknown> = await SOURCES[name](suppliers, place, suppliers.observer);
      onAnswer(position, STEP_STATES[fact.state]);
      return [name, fact] as const;
    }),
  );
  return Object.fromEntries(answers) as Facts;
}

const STEP_STATES = { obtained: 'obtenu', 'last-good': 'ancienne_reponse', 'not-obtained': 'non_obtenu' } as const;

/** What says something beside the compulsory headings. */
export type Indications = { planPerimeters: Fact<PlanPerimeter[]>; footprints: Fact<Building[]> };

type InBackground = Suppliers & Pick<Deps, 'clock' | 'previewBulkhead'> & { observer?: AnswerObserver };
type Waiting = { name: string; label: string; ask: () => Promise<Fact<unknown>> };

const waitingFor = (suppliers: InBackground, place: Place, names: readonly FactName[]): Waiting[] =>
  names.map((name) => ({
    name,
    label: FACT_SOURCES[name],
    ask: () => SOURCES[name](suppliers, place, suppliers.observer),
  }));

/**
 * Free preview: only the sources of the compulsory headings, then of what is said beside them, through a low-priority
 * bulkhead. A source without an answer after `withinMs` is « not obtained »; its late answer still goes to the cache.
 */
export async function collectForPreview(
  suppliers: InBackground & Pick<Deps, 'buildings'>,
  place: Place,
  withinMs: number,
): Promise<{ facts: CompulsoryFacts; indications: Indications }> {
  const { buildings } = suppliers;
  const asked: Waiting[] = [
    ...waitingFor(suppliers, place, COMPULSORY_FACTS),
    { name: 'footprints', label: 'Emprises des bâtiments', ask: () => buildings.footprints(place) },
  ];
  const { footprints, ...others } = await askWithin(suppliers, asked, { withinMs });
  const facts = others as CompulsoryFacts;
  const { planPerimeters } = facts;
  return { facts, indications: { planPerimeters, footprints: footprints as Fact<Building[]> } };
}

/** Sources of one assessment that are queried together: free previews keep a place in the bulkhead. */
const ASSESSED_AT_ONCE = 2;

/** Assessment: every source, in the same way. A source whose turn has not come after `withinMs` is not queried. */
export async function collectFactsInBackground(
  suppliers: InBackground,
  place: Place,
  withinMs: number,
): Promise<Facts> {
  const own = bulkhead(ASSESSED_AT_ONCE, NAMES.length);
  const until = performance.now() + withinMs;
  const inTurn: InTurn = (ask) =>
    own.execute(() => {
      // Its answer is « not obtained » already.
      if (performance.now() > until) return new Promise(() => {});
      return suppliers.previewBulkhead.execute(ask);
    });
  return (await askWithin(suppliers, waitingFor(suppliers, place, NAMES), { withinMs, inTurn })) as Facts;
}

type InTurn = (ask: () => Promise<Fact<unknown>>) => Promise<Fact<unknown>>;

async function askWithin(
  { previewBulkhead, clock }: InBackground,
  asked: Waiting[],
  { withinMs, inTurn = (ask) => previewBulkhead.execute(ask) }: { withinMs: number; inTurn?: InTurn },
): Promise<Record<string, Fact<unknown>>> {
  const timer = new AbortController();
  const timeUp = sleep(withinMs, undefined, { signal: timer.signal, ref: false }).catch(() => undefined);
  const answers = await Promise.all(
    asked.map(async ({ name, label, ask }) => {
      const late = timeUp.then(() => missing({ name, label }, 'timeout', clock()));
      return [name, await Promise.race([inTurn(ask), late])] as const;
    }),
  );
  timer.abort();
  return Object.fromEntries(answers);
}

/** The facts of the compulsory headings among those given, « not held » without one: no supplier is queried. */
export const withoutSuppliers = (given: Partial<Facts>, now: Date): CompulsoryFacts =>
  heldAmong(COMPULSORY_FACTS, given, now) as CompulsoryFacts;

/** Every fact, « not held » where none is given. */
export const withMissingFacts = (given: Partial<Facts>, now: Date): Facts => heldAmong(NAMES, given, now) as Facts;

function heldAmong(names: readonly FactName[], given: Partial<Facts>, now: Date): Record<string, unknown> {
  const facts = names.map((name) => [
    name,
    given[name] ?? missing({ name, label: FACT_SOURCES[name] }, 'not-held', now),
  ]);
  return Object.fromEntries(facts) as Record<string, unknown>;
}

/** This provenance is not printed: the supplier's comes with its answers. */
function missing(
  { name, label }: Pick<Waiting, 'name' | 'label'>,
  reason: NotObtainedReason,
  now: Date,
): Fact<unknown> {
  const provenance = { source: name, label, attribution: '', licence: '', url: null, obtainedAt: now.toISOString() };
  return { state: 'not-obtained', reason, provenance };
}
