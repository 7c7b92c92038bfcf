import type { Deps } from '#deps.ts';
import type { Place, Ppr } from '#domain/risks/facts.ts';
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
  const facts = await Promise.all((['pprt', 'pprn', 'pprm'] as const).map((family) => georisques.ppr(family, place)));
  return {
    known: facts.flatMap((fact) => (fact.state === 'not-obtained' ? [] : fact.value)).filter(mayConcern),
    isWhole: facts.every(({ state }) => state !== 'not-obtained'),
  };
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
