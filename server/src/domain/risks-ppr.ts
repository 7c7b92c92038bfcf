import type { Ppr, PprFamily } from './facts.ts';
import { enumeration, frenchDate } from './french.ts';
import { rule, type Judgement } from './risks-rule.ts';

const NAMES: Record<PprFamily, string> = {
  pprn: 'plan de prévention des risques naturels (PPRN)',
  pprm: 'plan de prévention des risques miniers (PPRM)',
  pprt: 'plan de prévention des risques technologiques (PPRT)',
};

const EXTRACTS_DUTY =
  'Vous devez joindre l’extrait du document graphique qui situe l’immeuble et l’extrait du règlement qui le concerne, et indiquer si ce règlement prescrit des travaux pour l’immeuble et si ces travaux ont été réalisés (article R. 125-24, 1° du code de l’environnement).';
const PRESCRIBED_DUTY =
  'Vous devez joindre l’extrait du document graphique qui situe l’immeuble dans le périmètre mis à l’étude, lorsqu’il existe (article R. 125-24, 1° du code de l’environnement).';

/**
 * Plans de prévention des risques: R125-23, 1° to 4° code de l'environnement (décret n° 2022-1289, since 01/01/2023).
 *
 * - Approved, or applied by anticipation (L562-2): the property must be in a delimited zone, never merely in a commune
 *   that has a plan.
 * - Prescribed (4°): the property must be in the perimeter under study. A prescribed plan has no règlement, hence no
 *   zone yet: `zoned: false` says nothing of its perimeter.
 * - When the source cannot place the property, it is held concerned and « à vérifier »: informing of a plan that turns
 *   out not to apply has no sanction, keeping one silent opens the résolution of the sale (L125-5 V).
 */
export const pprt = rule({
  heading: 'pprt',
  title: 'Plan de prévention des risques technologiques (PPRT)',
  article: 'R. 125-23, 1° du code de l’environnement',
  facts: ['pprt'],
  judge: ({ pprt }) => judgeInForce('pprt', pprt),
});

export const pprn = rule({
  heading: 'pprn',
  title: 'Plan de prévention des risques naturels (PPRN)',
  article: 'R. 125-23, 2° du code de l’environnement',
  facts: ['pprn'],
  judge: ({ pprn }) => judgeInForce('pprn', pprn),
});

export const pprm = rule({
  heading: 'pprm',
  title: 'Plan de prévention des risques miniers (PPRM)',
  article: 'R. 125-23, 3° du code de l’environnement',
  facts: ['pprm'],
  judge: ({ pprm }) => judgeInForce('pprm', pprm),
});

export const pprPrescrit = rule({
  heading: 'ppr-prescrit',
  title: 'Plan de prévention des risques prescrit',
  article: 'R. 125-23, 4° du code de l’environnement',
  facts: ['pprn', 'pprm', 'pprt'],
  judge: ({ pprn, pprm, pprt }) => judgePrescribed([...pprn, ...pprm, ...pprt]),
});

/** A plan whose état is unknown is read as in force: it is the reading that asks for the extracts. */
function judgeInForce(family: PprFamily, plans: Ppr[]): Judgement<{ plans: Ppr[] }> {
  const inForce = plans.filter((plan) => plan.status !== 'prescribed');
  const concerning = inForce.filter((plan) => plan.zoned !== false);
  if (concerning.length === 0)
    return { state: 'not-concerned', sentence: noPlan(family, inForce), details: { plans: [] } };
  return {
    state: 'concerned',
    sentence: concerning.map(inForceSentence).join(' '),
    duty: EXTRACTS_DUTY,
    toVerify: concerning.some((plan) => plan.zoned === null || plan.status === 'unknown'),
    details: { plans: concerning },
  };
}

function noPlan(family: PprFamily, elsewhere: Ppr[]): string {
  if (elsewhere.length === 0)
    return `Aucun ${NAMES[family]} approuvé ou appliqué par anticipation n’est recensé pour l’immeuble.`;
  return `L’immeuble n’est situé dans aucune zone délimitée par un ${NAMES[family]} approuvé ou appliqué par anticipation. Vérifié et non retenu : ${enumeration(elsewhere.map(named))}.`;
}

function inForceSentence(plan: Ppr): string {
  if (plan.zoned === null) {
    return `La commune est couverte par le plan ${named(plan)}, ${status(plan)}, mais la source ne situe pas l’immeuble par rapport à son zonage. Par prudence, l’immeuble est tenu pour concerné : à vérifier sur le document graphique du plan.`;
  }
  const doubt = plan.status === 'unknown' ? ' État du plan à vérifier auprès de la préfecture.' : '';
  return `L’immeuble est situé dans ${area(plan.family)} par le plan ${named(plan)}, ${status(plan)}${zones(plan)}.${hazards(plan)}${doubt}`;
}

/** 1° speaks of a perimeter for a PPRT, 2° and 3° of a zone for a PPRN and a PPRM. */
function area(family: PprFamily): string {
  return family === 'pprt' ? 'le périmètre d’exposition aux risques délimité' : 'une zone délimitée';
}

function judgePrescribed(plans: Ppr[]): Judgement<{ plans: Ppr[] }> {
  const prescribed = plans.filter((plan) => plan.status === 'prescribed');
  const doubtful = plans.filter((plan) => plan.status === 'unknown' && plan.zoned === false);
  const doubt = doubtful.length
    ? [
        `L’état de ${enumeration(doubtful.map(named))} n’est pas précisé par la source : à vérifier auprès de la préfecture.`,
      ]
    : [];
  if (prescribed.length === 0) {
    const none = 'Aucun plan de prévention des risques prescrit n’est recensé pour l’immeuble.';
    return {
      state: 'not-concerned',
      sentence: [none, ...doubt].join(' '),
      toVerify: doubtful.length > 0,
      details: { plans: [] },
    };
  }
  return {
    state: 'concerned',
    sentence: [...prescribed.map(prescribedSentence), ...doubt].join(' '),
    duty: PRESCRIBED_DUTY,
    toVerify: doubtful.length > 0 || prescribed.some((plan) => plan.zoned !== true),
    details: { plans: prescribed },
  };
}

function prescribedSentence(plan: Ppr): string {
  if (plan.zoned)
    return `L’immeuble est situé dans le périmètre mis à l’étude du plan ${named(plan)}, ${status(plan)}.${hazards(plan)}`;
  return `La commune fait l’objet du plan ${named(plan)}, ${status(plan)}, dont la source ne donne pas le périmètre mis à l’étude. Par prudence, l’immeuble est tenu pour concerné : à vérifier sur l’arrêté de prescription.${hazards(plan)}`;
}

const named = (plan: Ppr): string => `« ${plan.name} »`;

function status({ status, statusDate, underRevision }: Ppr): string {
  const date = statusDate ? ` le ${frenchDate(statusDate)}` : '';
  const words = {
    approved: `approuvé${date}`,
    anticipated: `appliqué par anticipation${date} (article L. 562-2 du code de l’environnement)`,
    prescribed: `prescrit${date} et non encore approuvé`,
    unknown: 'dont la source ne précise pas l’état',
  };
  return underRevision ? `${words[status]}, en cours de révision` : words[status];
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
