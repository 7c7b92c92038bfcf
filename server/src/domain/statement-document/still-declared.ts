import type { Declarations, PlanWorks } from '@clairisque/contract/common/declarations.ts';
import type { Ppr } from '#domain/risks/facts.ts';
import type { Findings } from '#domain/risks/findings.ts';
import { actOf, declaredPlan, entries, plansWithWorks, worksOf } from './works.ts';

/** `before`: what was known when the owner declared; null when it can no longer be read. */
type Known = { before: Findings | null; now: Findings };

/**
 * What was declared before the original says nothing of what came after it: a plan that has changed, another plan, another
 * decree. That is asked again.
 */
export function stillDeclared(declarations: Declarations | null, known: Known): Declarations | null {
  return declarations && disasters(works(declarations, known), known);
}

/** An answer for every plan is of those that there were. */
function works(declarations: Declarations, { before, now }: Known): Declarations {
  const plans = plansWithWorks(now);
  const former = before === null ? [] : plansWithWorks(before);
  const isSame = (plan: Ppr): boolean =>
    former.some((one) => declaredPlan(one) === declaredPlan(plan) && actOf(one) === actOf(plan));
  if (plans.every(isSame)) return declarations;
  const kept = plans.filter(isSame).flatMap((plan) => (before === null ? [] : ownWorks(plan, before, declarations)));
  const elsewhere = entries(declarations).filter(({ plan }) => plans.every((one) => declaredPlan(one) !== plan));
  return {
    ...declarations,
    travaux_prescrits: null,
    travaux_realises: null,
    travaux_par_plan: [...kept, ...elsewhere],
  };
}

function ownWorks(plan: Ppr, findings: Findings, declarations: Declarations): PlanWorks[] {
  const { prescribed: prescrits, done: realises } = worksOf(plan, { findings, declarations });
  return prescrits === null && realises === null ? [] : [{ plan: declaredPlan(plan), prescrits, realises }];
}

/** « Aucun », and a list that is complete, are of the decrees that there were; « oui » stays. */
function disasters(declarations: Declarations, { before, now }: Known): Declarations {
  const former = new Set(before === null ? [] : decreeCodes(before));
  if (decreeCodes(now).every((code) => former.has(code))) return declarations;
  const { arretes_indemnises: named = [], ...others } = declarations;
  return { ...others, sinistres_indemnises: named.length > 0 || declarations.sinistres_indemnises === true || null };
}

export const decreeCodes = ({ catnat }: Findings): string[] =>
  [...new Set((catnat.details?.decrees ?? []).map(({ code }) => code))].toSorted();
