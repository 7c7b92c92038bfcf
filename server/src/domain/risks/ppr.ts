import type { PprFamily } from '@clairisque/contract/common/headings.ts';
import type { Ppr } from './facts.ts';
import type { Details, Findings, PlansInForce } from './findings.ts';
import { capitalised, enumeration, frenchDate } from '#domain/french.ts';
import { oneCommune } from '#domain/property/place-in-words.ts';
import type { Property } from '#domain/geometry/overlap.ts';
import type { Assessment } from './rule.ts';

const NAMES: Record<PprFamily, string> = {
  pprn: 'plan de prévention des risques naturels (PPRN)',
  pprm: 'plan de prévention des risques miniers (PPRM)',
  pprt: 'plan de prévention des risques technologiques (PPRT)',
};

const EXTRACTS_DUTY =
  'Vous devez joindre l’extrait du document graphique qui situe l’immeuble et l’extrait du règlement qui le concerne, et indiquer si ce règlement prescrit des travaux pour l’immeuble et si ces travaux ont été réalisés (article R. 125-24, 1° du code de l’environnement).';
const PRESCRIBED_DUTY =
  'Vous devez joindre l’extrait du document graphique qui situe l’immeuble dans le périmètre mis à l’étude, lorsqu’il existe (article R. 125-24, 1° du code de l’environnement).';

type Land = Pick<Property, 'isInSeveral'>;

/**
 * Plans de prévention des risques: R125-23, 1° to 4° code de l'environnement (décret n° 2022-1289, since 01/01/2023).
 *
 * - Approved, or applied by anticipation (L562-2): the property must be in a delimited zone, not merely in a commune
 *   that has a plan.
 * - Prescribed (4°): the property must be in the perimeter under study. A prescribed plan has no règlement, hence no
 *   zone yet: `zoned: false` proves nothing about its perimeter.
 * - A plan in an unknown state that does not cover the property may be a prescribed one, which has no zone: it comes
 *   under 4°. A plan in force may be under revision, or prescribed again for another hazard: 4° then leaves a doubt.
 * - When the source cannot locate the property, it is treated as concerned and « à vérifier »: only an omission opens
 *   the résolution of the sale (L125-5 V), not a plan that turns out not to apply.
 */
/** A plan in an unknown state is treated as in force wherever it may cover the property: this requires the extracts. */
export function assessInForce(family: PprFamily, plans: Ppr[], { isInSeveral }: Land): Assessment<PlansInForce> {
  const commune = capitalised(oneCommune(isInSeveral));
  const inForce = plans.filter((plan) => !isUnderStudy(plan));
  const concerning = inForce.filter((plan) => plan.zoned !== false);
  const elsewhere = inForce.filter((plan) => plan.zoned === false);
  const details = { plans: concerning, elsewhere };
  if (concerning.length === 0) return { state: 'not-concerned', sentence: noPlan(family, inForce), details };
  return {
    state: 'concerned',
    sentence: [...concerning.map((plan) => inForceSentence(plan, commune)), ...setAside(elsewhere)].join(' '),
    duty: EXTRACTS_DUTY,
    toVerify: concerning.some((plan) => plan.zoned === null || plan.status === 'unknown'),
    details,
  };
}

/** Under 4°: prescribed, or in an unknown state and without a zone, like a prescribed plan. */
export function isUnderStudy({ status, zoned }: Ppr): boolean {
  return status === 'prescribed' || (status === 'unknown' && zoned === false);
}

/** Whether the statement will list the plan as concerning the property, under 1° to 4°. */
export const mayConcern = (plan: Ppr): boolean => plan.zoned !== false || isUnderStudy(plan);

function isPending(plan: Ppr): boolean {
  return !isUnderStudy(plan) && (plan.underRevision || Boolean(plan.prescribedDate));
}

function noPlan(family: PprFamily, elsewhere: Ppr[]): string {
  // 2° and 3° name the plans applied by anticipation, 1° does not: a PPRT never is.
  const inForce = family === 'pprt' ? 'approuvé' : 'approuvé ou appliqué par anticipation';
  if (elsewhere.length === 0) return `Aucun ${NAMES[family]} ${inForce} n’est recensé pour l’immeuble.`;
  return [
    `L’immeuble n’est situé dans aucune zone délimitée par un ${NAMES[family]} ${inForce}.`,
    ...setAside(elsewhere),
  ].join(' ');
}

/** A plan that a source names is always named. */
export const setAside = (elsewhere: Ppr[]): string[] =>
  elsewhere.length === 0 ? [] : [`Vérifié et non retenu : ${enumeration(elsewhere.map(named))}.`];

function inForceSentence(plan: Ppr, commune: string): string {
  if (plan.zoned === null) {
    const why = plan.isUndrawn ? UNDRAWN : 'mais la source ne situe pas tout l’immeuble par rapport à son zonage';
    return `${commune} est couverte par le plan ${named(plan)}, ${status(plan)}, ${why}. Par prudence, l’immeuble est tenu pour concerné : à vérifier sur le document graphique du plan.`;
  }
  const doubt = plan.status === 'unknown' ? ' État du plan à vérifier auprès de la préfecture.' : '';
  return `L’immeuble est situé dans ${area(plan.family)} par le plan ${named(plan)}, ${status(plan)}${zones(plan)}.${hazards(plan)}${doubt}`;
}

const UNDRAWN = 'dont les zones ne sont publiées par aucune des sources consultées';

/** 1° speaks of a perimeter for a PPRT, 2° and 3° of a zone for a PPRN and a PPRM. */
function area(family: PprFamily): string {
  return family === 'pprt' ? 'le périmètre d’exposition aux risques délimité' : 'une zone délimitée';
}

export function assessPrescribed(all: Ppr[], { isInSeveral }: Land): Assessment<Details['ppr-prescrit']> {
  const commune = capitalised(oneCommune(isInSeveral));
  const details = { plans: all.filter(isUnderStudy), pending: all.filter(isPending) };
  const { plans, pending } = details;
  const doubts = pending.map(pendingSentence);
  if (plans.length === 0) {
    const none = 'Aucun plan de prévention des risques seulement prescrit n’est recensé pour l’immeuble.';
    const sentence = [none, ...doubts].join(' ');
    return { state: 'not-concerned', sentence, toVerify: doubts.length > 0, details };
  }
  return {
    state: 'concerned',
    sentence: [...plans.map((plan) => prescribedSentence(plan, commune)), ...doubts].join(' '),
    duty: PRESCRIBED_DUTY,
    toVerify: doubts.length > 0 || plans.some((plan) => plan.zoned !== true),
    details,
  };
}

function pendingSentence(plan: Ppr): string {
  const event = plan.prescribedDate
    ? `fait l’objet d’une prescription du ${frenchDate(plan.prescribedDate)}, pour sa révision ou pour un autre risque,`
    : 'est en cours de révision,';
  return `Le plan ${named(plan)}, ${enacted(plan)}, ${event} dont la source ne donne pas le périmètre mis à l’étude : à vérifier auprès de la préfecture.`;
}

function prescribedSentence(plan: Ppr, commune: string): string {
  if (plan.status === 'unknown')
    return `${commune} compte le plan ${named(plan)}, ${status(plan)}. Par prudence, l’immeuble est tenu pour concerné : à vérifier auprès de la préfecture.${hazards(plan)}`;
  if (plan.zoned)
    return `L’immeuble est situé dans le périmètre mis à l’étude du plan ${named(plan)}, ${status(plan)}.${hazards(plan)}`;
  return `${commune} fait l’objet du plan ${named(plan)}, ${status(plan)}, dont la source ne donne pas le périmètre mis à l’étude. Par prudence, l’immeuble est tenu pour concerné : à vérifier sur l’arrêté de prescription.${hazards(plan)}`;
}

const named = (plan: Ppr): string => `« ${plan.name} »`;

function status(plan: Ppr): string {
  return plan.underRevision ? `${enacted(plan)}, en cours de révision` : enacted(plan);
}

function enacted({ status, statusDate }: Ppr): string {
  const date = statusDate ? ` le ${frenchDate(statusDate)}` : '';
  const words = {
    approved: `approuvé${date}`,
    anticipated: `appliqué par anticipation${date} (article L. 562-2 du code de l’environnement)`,
    prescribed: `prescrit${date} et non encore approuvé`,
    unknown: 'dont la source ne précise pas l’état',
  };
  return words[status];
}

function zones(plan: Ppr): string {
  const list = [
    ...new Set(plan.zones.map(({ code, name, ruleLabel }) => [code, name, ruleLabel].filter(Boolean).join(' – '))),
  ];
  if (list.length === 0) return '';
  return ` (${list.length === 1 ? 'zone' : 'zones'} ${enumeration(list)})`;
}

function hazards(plan: Ppr): string {
  return plan.hazards.length ? ` Risques pris en compte : ${enumeration([...new Set(plan.hazards)])}.` : '';
}

export type PlanFindings = Pick<Findings, 'pprn' | 'pprm' | 'pprt' | 'ppr-prescrit'>;

/** Plans in force (R125-23 1° to 3°), then the prescribed ones (4°). */
export function concerningPlans(findings: PlanFindings): Ppr[] {
  const { pprn, pprm, pprt, 'ppr-prescrit': prescribed } = findings;
  return [pprn, pprm, pprt, prescribed].flatMap((finding) =>
    finding.state === 'concerned' ? finding.details.plans : [],
  );
}
