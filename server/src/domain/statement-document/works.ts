import type { Declarations, PlanWorks } from '@clairisque/contract/common/declarations.ts';
import { drawnLetters } from '@clairisque/contract/common/letters.ts';
import { legible } from '@clairisque/contract/common/text.ts';
import type { Ppr } from '#domain/risks/facts.ts';
import type { Findings } from '#domain/risks/findings.ts';
import { concerningPlans } from '#domain/risks/ppr.ts';
import { asked, text, type Block, type Row } from '#domain/printing/parts.ts';
import { declared, declaredWorks } from './plan-words.ts';

/** The owner's answers about works, plan by plan (R125-24 1°). */

/** `unnamed`: said of one plan among several, which the owner did not designate; this plan's boxes stay open. */
export type Works = { prescribed: boolean | null; done: boolean | null; unnamed: Said | null };
type Said = { prescribed: boolean | null; done: boolean | null };
export type Given = { findings: Findings; declarations: Declarations | null };

/** How declarations name a plan. */
export const declaredPlan = ({ gasparId, name }: Ppr): string =>
  drawnLetters(legible(gasparId ?? name))
    .trim()
    .slice(0, 300);

/** A plan that is only prescribed has no règlement: nothing is asked about its works. */
export const asksWorks = ({ status }: Ppr): boolean => status !== 'prescribed';

const NOTHING: Works = { prescribed: null, done: null, unnamed: null };

export function worksOf(plan: Ppr, given: Given): Works {
  if (given.declarations === null || !asksWorks(plan)) return NOTHING;
  const own = entries(given.declarations).find((entry) => entry.plan === declaredPlan(plan));
  if (own !== undefined) return settled(own.prescrits, own.realises);
  const said = ofNoPlan(given.declarations);
  // « Non » answers for every plan.
  if (said === null || said.prescribed === false) return said === null ? NOTHING : settled(false, null);
  const plans = plansWithWorks(given.findings);
  if (plans.length === 1) return settled(said.prescribed, said.done);
  return isDesignated(plans, given.declarations) ? NOTHING : { ...NOTHING, unnamed: said };
}

/** A plan of another state, date or zones has another règlement for the property. */
export const actOf = ({ status, statusDate, zones }: Ppr): string =>
  [status, statusDate, ...zones.map(({ code }) => code).toSorted()].join(' ');

export const plansWithWorks = (findings: Findings): Ppr[] => concerningPlans(findings).filter(asksWorks);

/** Nothing is left to answer about them. */
export const isSaid = ({ prescribed, done }: Works): boolean =>
  prescribed === false || (prescribed === true && done !== null);

/** Works that are not prescribed are neither done nor to do. */
const settled = (prescribed: boolean | null, done: boolean | null): Works => ({
  prescribed,
  done: prescribed === false ? null : done,
  unnamed: null,
});

export const entries = ({ travaux_par_plan: plans = [] }: Declarations): PlanWorks[] =>
  plans.filter(({ prescrits, realises }) => prescrits !== null || realises !== null);

function ofNoPlan({ travaux_prescrits: prescribed, travaux_realises: done }: Declarations): Said | null {
  return prescribed === null && done === null ? null : { prescribed, done };
}

/** The general « oui » is that of a plan that the owner named. */
const isDesignated = (plans: Ppr[], declarations: Declarations): boolean =>
  entries(declarations).some(
    ({ plan, prescrits }) => prescrits === true && plans.some((one) => declaredPlan(one) === plan),
  );

const WORKS = 'L’immeuble est concerné par des prescriptions de travaux dans le règlement du plan';
const WORKS_DONE = 'Si oui, les travaux prescrits ont été réalisés';

/** Two questions, the second without boxes once the first is « non »; none for a plan that is only prescribed. */
export function worksRows(plan: Ppr, given: Given, doneLabel = WORKS_DONE): Row[] {
  if (!asksWorks(plan)) return [];
  const { prescribed, done, unnamed } = worksOf(plan, given);
  if (unnamed !== null) {
    return [
      asked(WORKS, null, `${said(unnamed)} Plan à désigner : à cocher si c’est celui-ci.`),
      asked(doneLabel, null, 'Selon le plan que le propriétaire désigne.'),
    ];
  }
  const first = asked(WORKS, prescribed, declaredWorks(plan, prescribed));
  return prescribed === false
    ? [first, text(doneLabel, 'Sans objet, d’après la réponse précédente.')]
    : [first, asked(doneLabel, done, declared(done))];
}

/** « Déclaration du propriétaire : travaux prescrits, non réalisés. » */
const said = (works: Said): string => `Déclaration du propriétaire : ${inWords(works)}.`;

/** « travaux prescrits, non réalisés » */
export function inWords({ prescribed, done }: Said): string {
  if (prescribed === false) return 'aucuns travaux prescrits';
  const first = prescribed === true ? 'travaux prescrits' : 'travaux, sans dire s’ils sont prescrits';
  if (done === null) return `${first}, sans dire s’ils sont réalisés`;
  return done ? `${first}, réalisés` : `${first}, non réalisés`;
}

/** Answers about a plan that no block asks about: none is lost. Each a sentence. */
export function worksElsewhere({ findings, declarations }: Given): string[] {
  if (declarations === null) return [];
  const plans = plansWithWorks(findings);
  const unknown = entries(declarations).filter(({ plan }) => plans.every((one) => declaredPlan(one) !== plan));
  const general = ofNoPlan(declarations);
  const isLost = general !== null && general.prescribed !== false && plans.length === 0 && unknown.length === 0;
  return [
    ...unknown.map(
      ({ plan, prescrits, realises }) =>
        `Plan « ${plan} » : ${inWords({ prescribed: prescrits, done: realises })}. Ce plan n’est pas parmi ceux en vigueur qui concernent le bien selon les sources : à vérifier auprès de la préfecture.`,
    ),
    ...(isLost
      ? [
          `${said(general)} Aucun plan en vigueur ne concerne le bien selon les sources : plan à désigner, ou réponse à corriger.`,
        ]
      : []),
  ];
}

/** A block after those of plans, when there is something to say. */
export function worksElsewhereBlock(given: Given): Block[] {
  const sentences = worksElsewhere(given);
  if (sentences.length === 0) return [];
  return [
    {
      letter: null,
      title: 'Travaux déclarés par le propriétaire',
      article: 'R. 125-24, 1° du code de l’environnement',
      rows: sentences.map((sentence) => text('À vérifier', sentence)),
    },
  ];
}
