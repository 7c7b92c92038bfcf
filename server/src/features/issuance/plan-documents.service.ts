import type { PlanToAnswer } from '@clairisque/contract/common/declarations.ts';
import type { Deps } from '#deps.ts';
import { typeset } from '#domain/french.ts';
import type { Place } from '#domain/geometry/place.ts';
import type { Fact, Facts, Ppr } from '#domain/risks/facts.ts';
import { requiredWorks } from '#domain/statement-document/plan-words.ts';
import { asksWorks, declaredPlan } from '#domain/statement-document/works.ts';
import type { PlanDocument } from '#domain/risks/plan-documents.ts';
import { mayConcern } from '#domain/risks/ppr.ts';
import type { AnswerObserver } from '#platform/suppliers/supplier-answers.ts';

/** A property has one to three plans; beyond, the owner is asked to enclose them. */
const MAX_PLANS = 4;

/** The plans that may concern the place; `isWhole`: each of the three lists was obtained. */
export async function plansAround(
  { georisques }: Pick<Deps, 'georisques'>,
  place: Place,
): Promise<{ known: Ppr[]; isWhole: boolean }> {
  return plansIn(await Promise.all(FAMILIES.map((family) => georisques.ppr(family, place))));
}

const FAMILIES = ['pprt', 'pprn', 'pprm'] as const;

const plansIn = (lists: Fact<Ppr[]>[]): { known: Ppr[]; isWhole: boolean } => ({
  known: lists.flatMap((fact) => (fact.state === 'not-obtained' ? [] : fact.value)).filter(mayConcern),
  isWhole: lists.every(({ state }) => state !== 'not-obtained'),
});

/** Plans whose works the owner is asked about; undefined when a list was not obtained. */
export function plansToAnswer(facts: Pick<Facts, (typeof FAMILIES)[number]>): PlanToAnswer[] | undefined {
  const { known, isWhole } = plansIn(FAMILIES.map((family) => facts[family]));
  return isWhole ? known.filter(asksWorks).map(toAnswer) : undefined;
}

export const toAnswer = (plan: Ppr): PlanToAnswer => ({
  plan: declaredPlan(plan),
  nom: typeset(plan.name),
  travaux: worksIn(plan),
});

/** Works that the zones of a plan require. */
export function worksIn(plan: Ppr): string | null {
  const sentence = requiredWorks(plan);
  return sentence === null ? null : typeset(`${sentence}.`);
}

/**
 * Maps and règlements of the plans that may concern the place. Requested in parallel with the facts, sharing the plans'
 * answers. Never rejects: a statement is rather issued without documents.
 */
export async function collectPlanDocuments(
  {
    georisques,
    log,
    observer,
  }: Pick<Deps, 'georisques'> & { log: Pick<Deps['log'], 'warn'>; observer?: AnswerObserver },
  place: Place,
): Promise<PlanDocument[]> {
  try {
    const { known: plans } = await plansAround({ georisques }, place);
    return (
      await Promise.all(plans.slice(0, MAX_PLANS).map((plan) => georisques.planDocuments(plan, observer)))
    ).flat();
  } catch (err) {
    log.warn({ err }, 'documents of plans not collected');
    return [];
  }
}
