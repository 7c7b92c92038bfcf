type Answer = boolean | null;
type PlanWorks = { plan: string; prescrits: Answer; realises: Answer };
/** The fields of `Declarations` that may contradict each other. */
type Declarations = {
  travaux_prescrits: Answer;
  travaux_realises: Answer;
  sinistres_indemnises: Answer;
  travaux_rga_non_realises: string | null;
  travaux_par_plan?: PlanWorks[] | undefined;
  arretes_indemnises?: string[] | undefined;
};

/** Answers that cannot all be true; `field` is the one to correct, `sentence` is for its author. */
export type Contradiction = {
  field: 'travaux_realises' | 'travaux_par_plan' | 'arretes_indemnises' | 'travaux_rga_non_realises';
  sentence: string;
  english: string;
};
type Rule = Contradiction & { applies: boolean };

/** One rule for the wizard, API v2, API v3 and batches; empty when the answers agree. « À préciser » denies nothing. */
export const contradictionsIn = (declarations: Declarations): Contradiction[] =>
  [...ofWorks(declarations), ...ofEachPlan(declarations.travaux_par_plan ?? []), ...ofDisasters(declarations)]
    .filter(({ applies }) => applies)
    .map(({ field, sentence, english }) => ({ field, sentence, english }));

const CORRECT = 'corrigez l’une des deux réponses.';
const NOT_PRESCRIBED_YET_DONE = 'Works that are not prescribed are said to be done.';

function ofWorks({ travaux_prescrits, travaux_realises, travaux_par_plan: plans = [] }: Declarations): Rule[] {
  const denied = travaux_prescrits === false;
  return [
    {
      applies: denied && travaux_realises === true,
      field: 'travaux_realises',
      sentence: `Vous déclarez qu’aucun plan ne prescrit de travaux, et que des travaux prescrits sont réalisés\u00A0: ${CORRECT}`,
      english: NOT_PRESCRIBED_YET_DONE,
    },
    {
      applies: denied && plans.some(({ prescrits }) => prescrits === true),
      field: 'travaux_par_plan',
      sentence: `Vous déclarez qu’aucun plan ne prescrit de travaux, et qu’un plan en prescrit\u00A0: ${CORRECT}`,
      english: 'No plan is said to prescribe works, and one is said to.',
    },
    {
      applies: travaux_realises === true && plans.some((plan) => plan.prescrits === true && plan.realises === false),
      field: 'travaux_par_plan',
      sentence: `Vous déclarez que les travaux prescrits sont réalisés, et que ceux d’un plan ne le sont pas\u00A0: ${CORRECT}`,
      english: 'The prescribed works are said to be done, and those of a plan are said not to be.',
    },
  ];
}

function ofEachPlan(plans: PlanWorks[]): Rule[] {
  return plans.flatMap((one, rank): Rule[] => [
    {
      applies: one.prescrits === false && one.realises === true,
      field: 'travaux_par_plan',
      sentence: `Vous déclarez que le plan «\u00A0${one.plan}\u00A0» ne prescrit pas de travaux, et qu’ils sont réalisés\u00A0: ${CORRECT}`,
      english: NOT_PRESCRIBED_YET_DONE,
    },
    {
      applies: plans.slice(0, rank).some((other) => nameOf(other) === nameOf(one) && !isSame(other, one)),
      field: 'travaux_par_plan',
      sentence: `Vous donnez deux réponses différentes sur les travaux du plan «\u00A0${one.plan}\u00A0»\u00A0: ${CORRECT}`,
      english: 'One plan has two different answers.',
    },
  ]);
}

/** A plan is one however its name is spaced or capitalised. */
const nameOf = ({ plan }: PlanWorks): string => plan.trim().replaceAll(/\s+/gu, ' ').toLowerCase();

const isSame = (one: PlanWorks, other: PlanWorks): boolean =>
  one.prescrits === other.prescrits && one.realises === other.realises;

function ofDisasters({ sinistres_indemnises, arretes_indemnises, travaux_rga_non_realises }: Declarations): Rule[] {
  const denied = sinistres_indemnises === false;
  return [
    {
      applies: denied && (arretes_indemnises ?? []).length > 0,
      field: 'arretes_indemnises',
      sentence: `Vous déclarez qu’aucun sinistre n’a été indemnisé, et vous en désignez un qui l’a été\u00A0: ${CORRECT}`,
      english: 'No disaster is said to have been indemnified, and one is named.',
    },
    {
      applies: denied && saysSomething(travaux_rga_non_realises),
      field: 'travaux_rga_non_realises',
      sentence: `Vous déclarez qu’aucun sinistre n’a été indemnisé, et des travaux indemnisés après une sécheresse\u00A0: ${CORRECT} Si l’indemnité est due mais pas encore versée, répondez «\u00A0à préciser plus tard\u00A0» pour les sinistres.`,
      english: 'No disaster is said to have been indemnified, and indemnified drought works are described.',
    },
  ];
}

/**
 * For declarations made before these rules: answers that deny each other become no answer, so that a renewal leaves their
 * boxes to fill. Described drought works stay: their indemnity may be due.
 */
export function withoutContradictions<D extends Declarations>(declarations: D): D {
  const faults = new Set(contradictionsIn(declarations).map(({ field }) => field));
  const isOpen = (...fields: Contradiction['field'][]): boolean => fields.some((field) => faults.has(field));
  return {
    ...declarations,
    ...(isOpen('travaux_realises', 'travaux_par_plan') && {
      travaux_prescrits: null,
      travaux_realises: null,
      travaux_par_plan: [],
    }),
    ...(isOpen('arretes_indemnises', 'travaux_rga_non_realises') && { sinistres_indemnises: null }),
    ...(isOpen('arretes_indemnises') && { arretes_indemnises: [] }),
  };
}

/** The whole text is a way to write that there is nothing. */
const NOTHING =
  /^[^\p{L}]*(?:n[ée]ant|sans objet|aucun(?:e|s)?(?: travaux)?|pas de travaux|rien|non|non concern[ée]e?|pas concern[ée]e?|non applicable|aucun sinistre|r\.?a\.?s\.?|n\/?a|no|none)?[^\p{L}]*$/iu;

/** True for described works; false for none: empty, « néant », « sans objet », « - ». */
export const saysSomething = (works: string | null): works is string =>
  typeof works === 'string' && !NOTHING.test(works);
