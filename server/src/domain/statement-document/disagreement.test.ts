import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Fact, Facts, PlanPerimeter, Ppr } from '#domain/risks/facts.ts';
import { COMPULSORY_HEADINGS, type CompulsoryHeading } from '@clairisque/contract/common/headings.ts';
import { placePerimeters } from '#domain/risks/plan-perimeters.ts';
import { assessRisks } from '#domain/headings/assess.ts';
import { noiseZone, obtained, place, ppr, quietFacts, square } from '#test/facts.ts';
import { boxesOf } from '#test/printed-boxes.ts';
import { statementInput } from '#test/statement-input.ts';
import { propertyRuns } from '../../../../tests/harness/property-runs.ts';
import { factsJson } from './facts.ts';
import { buildStatementDocument } from './statement-document.ts';

const LAND = square(-10, -10, 20);
const [HERE, NEAR, AFAR] = [square(-50, -50, 100), square(30, -10, 100), square(500, 500, 100)];
const where = fc.constantFrom(HERE, NEAR, AFAR);
const grade = <V extends number>(...values: V[]) => fc.constantFrom(...values);

const plan = fc
  .record({
    family: fc.constantFrom('pprn', 'pprm', 'pprt'),
    letter: fc.constantFrom('A', 'B', 'C'),
    status: fc.constantFrom('approved', 'anticipated', 'prescribed', 'unknown'),
    zoned: fc.constantFrom(true, false, null),
    underRevision: fc.boolean(),
  })
  .map(({ letter, ...more }): Ppr => {
    const id = `93DDT2010${more.family.toUpperCase()}${letter}`;
    return ppr({ ...more, gasparId: id, name: `Plan ${more.family} ${letter}` });
  });
const perimeter = fc.record({
  servitude: fc.constantFrom('PM1', 'PM3'),
  letter: fc.constantFrom('A', 'B', 'C', null),
  family: fc.constantFrom('pprn', 'pprm'),
  outline: where,
});
const perimeters = fc.array(perimeter, { maxLength: 2 }).map((all) =>
  all.map(({ servitude, letter, family, outline }): PlanPerimeter => {
    const owner = servitude === 'PM3' ? 'PPRT' : family.toUpperCase();
    return { servitude, gasparId: letter && `93DDT2010${owner}${letter}`, name: `Servitude ${servitude}`, outline };
  }),
);
const soil = fc.array(
  where.map((outline) => ({ id: 'S', name: 'Usine', address: null, sheetUrl: null, outline })),
  {
    maxLength: 1,
  },
);
const clearing = { departement: '13', sheetUrl: null, decreeDate: null, communeOnly: false };

/** What one source says of each fact. */
const answers = fc.record({
  plans: fc.uniqueArray(plan, { maxLength: 3, selector: ({ gasparId }) => gasparId }),
  zone: grade(1, 2, 3),
  potential: grade(1, 2, 3),
  sis: soil,
  brushClearing: fc.constantFrom(null, clearing),
  noise: fc.array(
    where.map((outline) => noiseZone('C', outline)),
    { maxLength: 1 },
  ),
});
type Answers = typeof answers extends fc.Arbitrary<infer A> ? A : never;

const factsOf = ({ plans, zone, potential, ...more }: Answers): Partial<Facts> => ({
  ...Object.fromEntries(
    (['pprn', 'pprm', 'pprt'] as const).map((family) => [
      family,
      obtained(plans.filter((one) => one.family === family)),
    ]),
  ),
  seismicZone: obtained({ zone }),
  radon: obtained({ potential }),
  sis: obtained(more.sis),
  brushClearing: obtained(more.brushClearing),
  noise: obtained(more.noise),
});

/** The first leads; where the second says otherwise, its answer stands beside. */
function both(first: Partial<Facts>, second: Partial<Facts>): Partial<Facts> {
  const joined = Object.entries(first).map(([name, fact]) => {
    const other = (second as Record<string, Fact<unknown>>)[name];
    if (fact.state !== 'obtained' || other?.state !== 'obtained') return [name, fact];
    if (JSON.stringify(fact.value) === JSON.stringify(other.value)) return [name, fact];
    const provenance = { ...other.provenance, source: 'live', label: 'Service en ligne' };
    return [name, { ...fact, contradictedBy: { value: other.value, provenance } }];
  });
  return Object.fromEntries(joined) as Partial<Facts>;
}

const at = place(LAND);
const stateIn = (facts: Partial<Facts>, heading: CompulsoryHeading) =>
  assessRisks(quietFacts(facts), at)[heading].state;

type Heard = { first: Answers; second: Answers; published: PlanPerimeter[] };

function stated({ first, second, published }: Heard) {
  const facts = quietFacts({ ...both(factsOf(first), factsOf(second)), planPerimeters: obtained(published) });
  const findings = assessRisks(facts, at);
  const planPerimeters = placePerimeters(facts.planPerimeters, findings, at);
  const input = { ...statementInput(undefined, at), findings, planPerimeters };
  const machine = JSON.parse(factsJson(input)) as { compulsory: Record<string, { state: string; toVerify: boolean }> };
  return { findings, document: buildStatementDocument(input), machine: machine.compulsory };
}

/** The headings that one source answers and another denies, or that a third leaves open. */
const isOpen = ({ first, second }: Heard, { findings }: ReturnType<typeof stated>, heading: CompulsoryHeading) =>
  findings[heading].state === 'not-obtained' || stateIn(factsOf(first), heading) !== stateIn(factsOf(second), heading);

/** Parts of the statement that say « non », or do not name both sources. */
function faults({ findings, document, machine }: ReturnType<typeof stated>, heading: CompulsoryHeading): string[] {
  const { title, state, toVerify, contradiction } = findings[heading];
  const { concerned, notObtained, notConcerned, next } = document.cover;
  const line = [...concerned, ...notObtained].find((one) => one.title === title)?.sentence ?? '';
  const toCheck = next.find((step) => step.title === 'Vérifier')?.items.join() ?? '';
  const sources = contradiction?.sources ?? [];
  const found = {
    'finding says no': state === 'not-concerned' || !toVerify,
    'facts say no': machine[heading]?.state !== state || !machine[heading].toVerify,
    'form says no': boxesOf(document, heading) === 'non',
    'page 1 says no': notConcerned.some((one) => one.title === title),
    'one source only': sources.length < 2,
    'not named on page 1': !sources.every((source) => line.includes(source)),
    'not named among what remains to do': !sources.every((source) => toCheck.includes(source)),
  };
  return Object.entries(found).flatMap(([fault, isTrue]) => (isTrue ? [`${heading}: ${fault}`] : []));
}

const heard = fc.record({ first: answers, second: answers, published: perimeters });

it('where two sources differ on a heading, no part of the statement says « non », and both are named', () => {
  fc.assert(
    fc.property(heard, (said) => {
      const statement = stated(said);
      const open = COMPULSORY_HEADINGS.filter((heading) => isOpen(said, statement, heading));
      expect(open.flatMap((heading) => faults(statement, heading))).toEqual([]);
    }),
    propertyRuns(200),
  );
});

it('a PPRT prescribed to one source, of unknown state to another, under its own servitude → « approuvé » stays open', () => {
  const plan: Ppr = {
    family: 'pprt',
    gasparId: '93DDT2010PPRTA',
    name: 'Plan A',
    procedure: 'PPRN-I',
    status: 'prescribed',
    statusDate: '2007-06-21',
    underRevision: false,
    prescribedDate: null,
    zoned: false,
    zones: [],
    partial: false,
    hazards: [],
  };
  const quiet: Answers = { plans: [plan], zone: 1, potential: 1, sis: [], brushClearing: null, noise: [] };
  const second: Answers = { ...quiet, plans: [{ ...plan, status: 'unknown' }] };
  const published = [{ servitude: 'PM3', gasparId: plan.gasparId, name: 'Servitude PM3', outline: HERE } as const];
  expect(boxesOf(stated({ first: quiet, second, published }).document, 'pprt')).toBe('ouvert');
});

it('a plan that any source has, and a perimeter near the land, are named in the statement', () => {
  fc.assert(
    fc.property(heard, (said) => {
      const text = JSON.stringify(stated(said).document);
      const plans = [...said.first.plans, ...said.second.plans].map(({ name }) => name);
      const servitudes = said.published.filter(({ outline }) => outline !== AFAR).map(({ servitude }) => servitude);
      expect([...plans, ...servitudes].filter((name) => !text.includes(name))).toEqual([]);
    }),
    propertyRuns(200),
  );
});
