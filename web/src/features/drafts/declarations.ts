import { contradictionsIn } from '@clairisque/contract/common/contradictions.ts';
import { Declarations, type PlanWorks } from '@clairisque/contract/common/declarations.ts';
import { legible } from '@clairisque/contract/common/text.ts';
import { z } from 'zod';
import { forgetTab, readTab, writeTab } from '#lib/storage.ts';

/** « À préciser plus tard » for everything. */
export const NO_DECLARATION: Declarations = {
  travaux_prescrits: null,
  travaux_realises: null,
  sinistres_indemnises: null,
  travaux_rga_non_realises: null,
};
export const RGA_MAX_LENGTH = 2000;

/**
 * Declarations as sent: works can only be done if some were prescribed, decrees named if some disaster was indemnified; a blank text
 * is no answer, and line breaks become spaces in print. `isLease`: drought works are a seller's.
 */
export function settleDeclarations(typed: Declarations, isLease = false): Declarations {
  const { travaux_prescrits, travaux_realises, sinistres_indemnises, travaux_rga_non_realises: works } = typed;
  const plans = settledPlans(typed);
  return {
    ...(plans.length > 0
      ? BY_PLAN
      : { travaux_prescrits, travaux_realises: travaux_prescrits === true ? travaux_realises : null }),
    sinistres_indemnises,
    travaux_rga_non_realises: isLease ? null : works && (legible(works).trim() || null),
    ...given('travaux_par_plan', plans),
    ...given('arretes_indemnises', sinistres_indemnises === true ? typed.arretes_indemnises : []),
    ...(typed.lot_copropriete && { lot_copropriete: settledLot(typed.lot_copropriete) }),
    ...given('pages_des_plans', typed.pages_des_plans),
  };
}

/** An answer about one plan replaces the general one, which the form does not show any more. */
const BY_PLAN = { travaux_prescrits: null, travaux_realises: null };

/** An empty list is no answer. */
const given = <K extends string, T>(key: K, list: T[] = []): Partial<Record<K, T[]>> =>
  list.length > 0 ? ({ [key]: list } as Record<K, T[]>) : {};

const settledPlans = ({ travaux_par_plan: plans = [] }: Declarations): PlanWorks[] =>
  plans
    .filter(({ prescrits }) => prescrits !== null)
    .map((plan) => ({ ...plan, realises: plan.prescrits === true ? plan.realises : null }));

/** Why the drought works cannot be sent with the other answers; null when they can. */
export const droughtFault = (typed: Declarations): string | null =>
  contradictionsIn(settleDeclarations(typed)).find(({ field }) => field === 'travaux_rga_non_realises')?.sentence ??
  null;

function settledLot({ etage, numero = '', batiment = '' }: Lot): Lot {
  const [number, building] = [numero, batiment].map((name) => legible(name).trim());
  return { etage, ...(number && { numero: number }), ...(building && { batiment: building }) };
}
type Lot = NonNullable<Declarations['lot_copropriete']>;

export function isAnswered(declarations: Declarations): boolean {
  return Object.values(declarations).some((answer) => (Array.isArray(answer) ? answer.length > 0 : answer != null));
}

/** The owner's answer about one plan of several: « non » to the general question answers for each. */
export function worksOfPlan(declarations: Declarations, plan: string): PlanWorks {
  const own = declarations.travaux_par_plan?.find((one) => one.plan === plan);
  return own ?? { plan, prescrits: declarations.travaux_prescrits === false ? false : null, realises: null };
}

/** The general answer, which replaces those of each plan: its form shows none of them. */
export function withGeneralWorks(
  { travaux_par_plan: _plans, ...declarations }: Declarations,
  works: Partial<Pick<Declarations, 'travaux_prescrits' | 'travaux_realises'>>,
): Declarations {
  return { ...declarations, ...works };
}

/** Answers for one plan; the general answer, if any, becomes that of each plan. */
export function withWorks(declarations: Declarations, plans: readonly string[], works: PlanWorks): Declarations {
  return {
    ...declarations,
    travaux_prescrits: null,
    travaux_realises: null,
    travaux_par_plan: plans.map((plan) => (plan === works.plan ? works : worksOfPlan(declarations, plan))),
  };
}

/** Declarations keep their parcel: another tab may have stored another property in the shared cookies. */
const Kept = z.object({ codeParcelle: z.string(), declarations: Declarations });

export function keepDeclarations(codeParcelle: string, declarations: Declarations): void {
  if (codeParcelle === '' || !isAnswered(declarations)) return forgetTab('declarations');
  const works = declarations.travaux_rga_non_realises;
  const kept: z.input<typeof Kept> = {
    codeParcelle,
    declarations: { ...declarations, travaux_rga_non_realises: works && legible(works) },
  };
  writeTab('declarations', kept);
}

/** Declarations made in this tab for that parcel. */
export function keptDeclarations(codeParcelle: string): Declarations {
  const kept = Kept.safeParse(readTab('declarations'));
  return kept.success && kept.data.codeParcelle === codeParcelle ? kept.data.declarations : NO_DECLARATION;
}
