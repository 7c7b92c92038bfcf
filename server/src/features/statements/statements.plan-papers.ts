import type { Deps } from '#deps.ts';
import type { Place, Ppr } from '#domain/facts.ts';
import type { PlanPaper } from '#domain/plan-papers.ts';
import { mayConcern } from '#domain/risks-ppr.ts';
import type { Witness } from '#platform/supplier-answers.ts';

/** A property has one to three; beyond, the owner is told to join them. */
const MAX_PLANS = 4;

/** The plans that may concern the place. */
export async function plansAround({ georisques }: Pick<Deps, 'georisques'>, place: Place): Promise<Ppr[]> {
  const facts = await Promise.all((['pprt', 'pprn', 'pprm'] as const).map((family) => georisques.ppr(family, place)));
  return facts.flatMap((fact) => (fact.state === 'not-obtained' ? [] : fact.value)).filter(mayConcern);
}

/**
 * Maps and règlements of the plans that may concern the place. Asked beside the facts: the plans' own answers are shared
 * with them, so nobody is asked twice. Never rejects: a statement is issued without papers rather than not at all.
 */
export async function collectPlanPapers(
  { georisques, log, witness }: Pick<Deps, 'georisques'> & { log: Pick<Deps['log'], 'warn'>; witness?: Witness },
  place: Place,
): Promise<PlanPaper[]> {
  try {
    const plans = await plansAround({ georisques }, place);
    return (await Promise.all(plans.slice(0, MAX_PLANS).map((plan) => georisques.planPapers(plan, witness)))).flat();
  } catch (err) {
    log.warn({ err }, 'papers of the plans not collected');
    return [];
  }
}
