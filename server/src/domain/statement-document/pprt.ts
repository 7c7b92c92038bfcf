import type { Place } from '#domain/geometry/place.ts';
import type { Ppr, PprRule } from '#domain/risks/facts.ts';
import { answerOf, type Findings } from '#domain/risks/findings.ts';
import { asked, question } from '#domain/printing/parts.ts';
import type { Row } from '#domain/printing/parts.ts';
import { perimeterSentence, statusSentence, zoneText } from './plan-words.ts';
import { asksWorks, worksRows, type Given as WorksGiven } from './works.ts';

const PRESCRIBED = 'L’immeuble est situé dans le périmètre d’un PPR technologique prescrit et non encore approuvé';
const APPROVED = 'L’immeuble est situé dans le périmètre d’un PPR technologique approuvé';

/** No plan of the family concerns the property: the form still asks twice. */
export function noTechnologicalRows({ pprt, 'ppr-prescrit': study }: Findings, { rows, pending }: Doubts): Row[] {
  const none = 'Aucun plan seulement prescrit n’est recensé pour l’immeuble (R. 125-23, 4°).';
  return [
    ...(study.state === 'not-obtained'
      ? [question(PRESCRIBED, null, study.sentence)]
      : [question(PRESCRIBED, pending === null ? false : null, none), ...rows]),
    question(APPROVED, answerOf(pprt), pprt.sentence),
  ];
}

/**
 * Notes at the end of a block. `pending`: the block that says which revision or prescription is in doubt, so that an
 * approved plan does not mean « non »; null without one.
 */
export type Doubts = { rows: Row[]; pending: 'A' | 'C' | null };

/** Block C differs from A and B: prescribed or approved, then the secteurs of its zones. */
export function technologicalRows(
  plan: Ppr,
  given: WorksGiven & { place: Place; findings: Findings },
  {
    hazards,
    zones,
    isDisputed,
    pending,
  }: { hazards: Row; zones: Row[]; isDisputed: boolean } & Pick<Doubts, 'pending'>,
): Row[] {
  // A source that lacks this approved plan does not say either that one is prescribed.
  const prescribed = inPerimeter(plan, 'prescribed');
  const approved = inPerimeter(plan, 'approved');
  // The state of this plan may be unknown to another source: what the finding leaves open is no « non » here.
  const isOpen = isDisputed || (approved === false && answerOf(given.findings.pprt) === null);
  return [
    question(
      PRESCRIBED,
      (isDisputed && prescribed === true) || pending !== null ? null : prescribed,
      plan.status === 'prescribed'
        ? perimeterSentence(plan, given.place)
        : `${statusSentence(plan)}${pendingWords(pending)}`,
    ),
    hazards,
    question(
      APPROVED,
      isOpen ? null : approved,
      plan.status === 'prescribed' ? statusSentence(plan) : perimeterSentence(plan, given.place),
    ),
    ...zones,
    ...(asksWorks(plan) ? ruleRows(plan, given) : []),
  ];
}

const pendingWords = (block: Doubts['pending']): string =>
  block === null ? '' : ` Une révision ou une autre prescription est à vérifier : voir la fin du bloc ${block}.`;

/** What the règlement says; a plan that is only prescribed has none. */
function ruleRows(plan: Ppr, given: WorksGiven): Row[] {
  return [
    ...secteurRows(plan),
    ...worksRows(plan, given, 'Si la transaction concerne un logement, les travaux prescrits ont été réalisés'),
    asked(
      'Si elle ne concerne pas un logement, l’information sur le type de risques, leur gravité, leur probabilité et leur cinétique est jointe à l’acte ou au contrat',
      null,
    ),
  ];
}

/**
 * « Non » only when the plan's état is known to be another; « oui » only when the source locates the property in it.
 */
function inPerimeter({ status, zoned }: Ppr, wanted: 'prescribed' | 'approved'): boolean | null {
  if (status === wanted) return zoned === true ? true : null;
  return status === 'prescribed' || status === 'approved' ? false : null;
}

/** A code proves the secteur that it names. No code proves that the règlement prescribes no works. */
function secteurRows(plan: Ppr): Row[] {
  const rules = plan.zones.map(({ rule }) => rule);
  // The supplier lists zones only when it has them, and some without their rule: neither means « non ».
  const complete = plan.zoned === true && !plan.partial && rules.length > 0 && !rules.includes('unidentified');
  const ask = (label: string, wanted: PprRule[], otherwise: [answer: false | null, sentence: string]): Row => {
    const found = plan.zones.filter(({ rule }) => wanted.includes(rule));
    return found.length > 0
      ? question(label, true, `Selon la donnée publique : ${found.map(zoneText).join(' ; ')}.`)
      : question(label, ...otherwise);
  };
  return [
    ask(
      'L’immeuble est situé en secteur d’expropriation ou de délaissement',
      ['delaissement', 'expropriation'],
      complete
        ? [false, 'Aucune des zones du règlement où se trouve l’immeuble n’est de cette sorte.']
        : [null, 'La donnée publique ne permet pas de répondre : à vérifier sur la carte du plan.'],
    ),
    ask(
      'L’immeuble est situé en zone de prescription',
      ['prescriptions'],
      [null, 'Le code d’une zone ne dit pas si des travaux y sont prescrits : à vérifier dans le règlement du plan.'],
    ),
  ];
}
