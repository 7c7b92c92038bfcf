import type { Declarations } from '@clairisque/contract/common/declarations.ts';
import type { Place } from '#domain/geometry/place.ts';
import type { PprFamily } from '@clairisque/contract/common/headings.ts';
import type { Ppr } from '#domain/risks/facts.ts';
import { answerOf, type Findings } from '#domain/risks/findings.ts';
import { concerningPlans, setAside } from '#domain/risks/ppr.ts';
import { requiredDocuments, type RequiredDocument } from '#domain/headings/required-documents.ts';
import { slug } from '#domain/questions/question.ts';
import { floodRows } from './condominium.ts';
import { whereIs } from './enclosures.ts';
import type { PublishedBuildings } from '#domain/printing/buildings.ts';
import { perimeterRows, unlinkedPerimeters, type Perimeters } from './perimeters.ts';
import { hazardBoxes, hazardsSentence } from '#domain/printing/hazards.ts';
import { choice, fill, note, question, text } from '#domain/printing/parts.ts';
import type { Block, Box, Row } from '#domain/printing/parts.ts';
import { perimeterSentence, statusSentence, zoneText } from './plan-words.ts';
import { noTechnologicalRows, technologicalRows, type Doubts } from './pprt.ts';
import { shortDate } from '#domain/printing/text.ts';
import { declaredPlan, worksElsewhereBlock, worksRows } from './works.ts';
import type { StatementInput } from './input.ts';

/** Blocks A to C of the usual form: one block per plan (R125-24 1°). */

type Family = { family: PprFamily; letter: string; title: string; perimeter: string; hazardsLabel: string };

const FAMILIES: Family[] = [
  {
    family: 'pprn',
    letter: 'A',
    title: 'Plan de prévention des risques naturels (PPRN)',
    perimeter: 'L’immeuble est situé dans le périmètre d’un PPR naturel',
    hazardsLabel: 'Risques naturels pris en considération',
  },
  {
    family: 'pprm',
    letter: 'B',
    title: 'Plan de prévention des risques miniers (PPRM)',
    perimeter: 'L’immeuble est situé dans le périmètre d’un PPR minier',
    hazardsLabel: 'Risques miniers pris en considération',
  },
  {
    family: 'pprt',
    letter: 'C',
    title: 'Plan de prévention des risques technologiques (PPRT)',
    perimeter: 'L’immeuble est situé dans le périmètre d’un PPR technologique',
    hazardsLabel: 'Risques technologiques pris en considération',
  },
];

const PERIMETER_TO_ATTACH =
  'Le document graphique du périmètre mis à l’étude, lorsqu’il existe, est à joindre par le propriétaire (R. 125-24, 1°) : mairie, préfecture ou www.georisques.gouv.fr.';
const TO_ATTACH =
  'La carte réglementaire et les pages du règlement qui concernent le bien sont à joindre par le propriétaire (R. 125-24, 1°) : mairie, préfecture ou www.georisques.gouv.fr.';

const UNDER_STUDY = 'R. 125-23, 4° du code de l’environnement';

const PLAN_HEADINGS = ['pprn', 'pprm', 'pprt', 'ppr-prescrit'] as const;

/** One block per plan that concerns the property; one block per family without any. */
export function planBlocks(input: StatementInput): Block[] {
  const { place, findings, statement, planPerimeters: perimeters, buildings } = input;
  const { declarations } = statement;
  const disputed = PLAN_HEADINGS.flatMap((heading) => findings[heading].contradiction?.plans ?? []);
  const given = { place, findings, declarations, required: requiredDocuments(input), perimeters, buildings, disputed };
  const blocks = FAMILIES.flatMap((family) =>
    noted(familyBlocks(family, findings, given), unlinkedPerimeters(family.family, given, findings)),
  );
  return [...blocks, ...worksElsewhereBlock(given)];
}

/** Adds notes without changing a box. */
function noted(blocks: Block[], notes: Row[]): Block[] {
  return blocks.map((block, index) =>
    index === blocks.length - 1 ? { ...block, rows: [...block.rows, ...notes] } : block,
  );
}

/** `disputed`: plans that another source does not have here. */
type Given = {
  place: Place;
  findings: Findings;
  declarations: Declarations | null;
  required: RequiredDocument[];
  perimeters: Perimeters;
  buildings: PublishedBuildings;
  disputed: Ppr[];
};

function familyBlocks(family: Family, findings: Findings, given: Given): Block[] {
  const plans = concerningPlans(findings).filter((plan) => plan.family === family.family);
  const finding = findings[family.family];
  const head = { letter: family.letter, title: family.title, article: finding.article };
  const doubts = familyDoubts(family, findings);
  if (plans.length > 0)
    return plans.map((plan, index) => ({
      ...head,
      article: finding.state === 'concerned' && finding.details.plans.includes(plan) ? finding.article : UNDER_STUDY,
      subject: { key: slug(declaredPlan(plan)), words: plan.name },
      title: plans.length > 1 ? `${family.title} — plan ${index + 1} sur ${plans.length}` : family.title,
      rows: [
        ...planRows(family, plan, { ...given, pending: doubts.pending }),
        ...(index === plans.length - 1 ? doubts.rows : []),
      ],
    }));
  const settled = answerOf(finding) === false && doubts.rows.length === 0;
  if (family.family === 'pprt') return [{ ...head, rows: noTechnologicalRows(findings, doubts) }];
  const sentence = settled ? `${finding.sentence} Aucun plan seulement prescrit non plus (4°).` : finding.sentence;
  return [{ ...head, rows: [question(family.perimeter, settled ? false : null, sentence), ...doubts.rows] }];
}

/** A known plan does not exclude another prescribed one (4°), or its own revision. */
function familyDoubts({ family, letter }: Family, findings: Findings): Doubts {
  const prescribed = findings['ppr-prescrit'];
  const contradicted = contradictions(family, findings);
  const own = letter === 'C' ? letter : 'A';
  if (prescribed.state === 'not-obtained')
    return { rows: [...contradicted, note(`${prescribed.title} : ${prescribed.sentence}`)], pending: own };
  const pending = prescribed.details.pending.filter((plan) => plan.family === family);
  const revisions = pending.map((plan) =>
    note(
      `${plan.prescribedDate === null ? `La révision du plan « ${plan.name} » est en cours` : `Une prescription du ${shortDate(plan.prescribedDate)} vise le plan « ${plan.name} », pour sa révision ou pour un autre risque`} ; la source n’en donne pas le périmètre : à vérifier auprès de la préfecture (R. 125-23, 4°).`,
    ),
  );
  // A revision of any family stands in the first block.
  const elsewhere = prescribed.contradiction?.isOnAnswer ? 'A' : null;
  return { rows: [...contradicted, ...revisions], pending: revisions.length > 0 ? own : elsewhere };
}

/** Another plan, or none, of another source: a list of plans does not print the finding's sentence. */
function contradictions(family: PprFamily, findings: Findings): Row[] {
  const [own, prescribed] = [findings[family], findings['ppr-prescrit']];
  const isPrinted = !concerningPlans(findings).some((plan) => plan.family === family);
  const ofOwn = isPrinted ? undefined : own.contradiction;
  // The prescribed plans of all families are answered once, in the first block.
  const isFirst = family === 'pprn' && prescribed.state !== 'not-obtained' && prescribed.toVerify;
  const ofStudies = isFirst ? prescribed.contradiction : undefined;
  return [
    // The sentence of a finding is not printed beside its plans.
    ...(isPrinted || own.details === null ? [] : setAside(own.details.elsewhere).map(note)),
    ...(ofOwn === undefined ? [] : [note(own.state === 'not-obtained' ? own.sentence : ofOwn.sentence)]),
    ...(ofStudies === undefined ? [] : [note(`${prescribed.title} : ${ofStudies.sentence}`)]),
  ];
}

function planRows(family: Family, plan: Ppr, given: Given & Pick<Doubts, 'pending'>): Row[] {
  const { declarations, required, pending } = given;
  const hazards = choice(family.hazardsLabel, hazardBoxes(plan), hazardsSentence(plan));
  const zones = [decreeRow(plan), ...zoneRows(plan), ...perimeterRows(plan, given), extractsRow(plan, required)];
  const isDisputed = given.disputed.includes(plan);
  if (family.family === 'pprt') return technologicalRows(plan, given, { hazards, zones, isDisputed, pending });
  return [
    // A commune-level answer is not « oui »: the owner ticks after the plan's own map.
    question(family.perimeter, plan.zoned === true && !isDisputed ? true : null, perimeterSentence(plan, given.place)),
    choice('État du plan', statusBoxes(plan), statusSentence(plan)),
    hazards,
    ...zones,
    ...floodRows(plan, declarations),
    ...worksRows(plan, given),
  ];
}

/** The State publishes the dates of the decrees, not their numbers. */
function decreeRow(plan: Ppr): Row {
  const event = {
    prescribed: 'prescription',
    anticipated: 'application anticipée',
    approved: 'approbation',
    unknown: '',
  };
  const dated = plan.statusDate === null ? '' : `${event[plan.status]} du ${shortDate(plan.statusDate)},`;
  return fill('Arrêté préfectoral', dated, ['n°', 'mis à jour le']);
}

function zoneRows(plan: Ppr): Row[] {
  const zones = plan.zones.map(zoneText).join(' ; ');
  if (zones !== '') return [text('Zones du règlement', plan.partial ? `${zones}. ${OTHER_ZONES}` : zones)];
  if (plan.status === 'prescribed') return [text('Zones du règlement', NO_RULES_YET)];
  if (plan.isUndrawn) return [text('Zones du règlement', UNDRAWN)];
  if (plan.zoned !== null) return [];
  const unknown =
    'La donnée publique ne dit pas si le bien est dans une zone réglementée : à vérifier sur la carte du plan.';
  return [text('Zones du règlement', unknown)];
}

const UNDRAWN = 'Zones non publiées par les sources consultées : à vérifier sur la carte du plan.';
const NO_RULES_YET = 'Ce plan est prescrit, non encore approuvé : il n’a pas encore de règlement ni de zones.';
const OTHER_ZONES =
  'La source ne donne pas toutes les zones du plan qui peuvent toucher le bien : vérifier sur la carte du plan.';

/** Answers as block K, which names the plan of each document. */
function extractsRow(plan: Ppr, required: RequiredDocument[]): Row {
  const documents = required.filter((document) => document.plan === plan);
  if (documents.every(({ held }) => held.state === 'missing'))
    return text('Extraits à joindre', plan.status === 'prescribed' ? PERIMETER_TO_ATTACH : TO_ATTACH);
  const each = documents.map((document) => `${document.name} : ${whereIs(document)}`);
  return text('Extraits du plan', each.join(' '));
}

function statusBoxes({ status, underRevision }: Ppr): Box[] {
  return [
    { label: 'prescrit', checked: status === 'prescribed' },
    { label: 'appliqué par anticipation', checked: status === 'anticipated' },
    { label: 'approuvé', checked: status === 'approved' },
    { label: 'en cours de révision', checked: underRevision },
  ];
}
