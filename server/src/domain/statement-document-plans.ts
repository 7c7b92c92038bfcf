import type { Declarations } from '@clairisque/contract/statements.ts';
import type { Ppr, PprFamily } from './facts.ts';
import type { Findings } from './findings.ts';
import { blank, choice, note, question, text } from './statement-document-parts.ts';
import type { Block, Box, Row } from './statement-document-parts.ts';
import { shortDate } from './statement-document-text.ts';

/** Blocks A to C of the usual form: one block per plan (R125-24 1°). */

type Family = {
  family: PprFamily;
  letter: string;
  title: string;
  perimeter: string;
  hazardsLabel: string;
  hazards: [string, RegExp][];
};

const NATURAL: Family = {
  family: 'pprn',
  letter: 'A',
  title: 'Plan de prévention des risques naturels (PPRN)',
  perimeter: 'L’immeuble est situé dans le périmètre d’un PPR naturel',
  hazardsLabel: 'Risques naturels pris en considération',
  hazards: [
    ['inondation', /inondation|d[ée]bordement|ruissellement/iu],
    ['crue torrentielle', /torrent/iu],
    ['remontée de nappe', /nappe/iu],
    ['submersion marine', /submersion|littoral/iu],
    ['avalanche', /avalanche/iu],
    ['cyclone', /cyclon|vent/iu],
    ['mouvement de terrain', /mouvement|glissement|boulement|ffondrement|cavit/iu],
    ['sécheresse, argiles', /s[ée]cheresse|argile|tassements? diff/iu],
    ['feu de forêt', /feu|incendie/iu],
    ['séisme', /s[ée]isme|sismi/iu],
    ['volcan', /volcan|[ée]ruption/iu],
  ],
};

const MINING: Family = {
  family: 'pprm',
  letter: 'B',
  title: 'Plan de prévention des risques miniers (PPRM)',
  perimeter: 'L’immeuble est situé dans le périmètre d’un PPR minier',
  hazardsLabel: 'Risques miniers pris en considération',
  hazards: [
    ['affaissement', /affaissement/iu],
    ['effondrement', /ffondrement/iu],
    ['tassement', /tassement/iu],
    ['émission de gaz', /gaz/iu],
    ['pollution des sols', /pollution.*sol/iu],
    ['pollution des eaux', /pollution.*eau/iu],
  ],
};

const TECHNOLOGICAL: Family = {
  family: 'pprt',
  letter: 'C',
  title: 'Plan de prévention des risques technologiques (PPRT)',
  perimeter: 'L’immeuble est situé dans le périmètre d’un PPR technologique',
  hazardsLabel: 'Risques technologiques pris en considération',
  hazards: [
    ['effet toxique', /toxique/iu],
    ['effet thermique', /thermique/iu],
    ['effet de surpression', /surpression/iu],
    ['projection', /projection/iu],
    ['risque industriel', /industriel/iu],
  ],
};

const TO_ATTACH =
  'La carte réglementaire et les pages du règlement qui concernent la parcelle sont à joindre par le propriétaire ' +
  '(R. 125-24, 1°) : mairie, préfecture ou www.georisques.gouv.fr. Les plans de situation et cadastral figurent en partie 4.';

/** One block per plan that concerns the property; one block per family when no plan does. */
export function planBlocks(findings: Findings, declarations: Declarations | null): Block[] {
  const total = [NATURAL, MINING, TECHNOLOGICAL].flatMap(({ family }) => concerningPlans(findings, family)).length;
  // Answered once for the property: with several plans only the owner knows which règlement prescribes the works.
  const works = total === 1 ? declarations : null;
  return [NATURAL, MINING, TECHNOLOGICAL].flatMap((family) => familyBlocks(family, findings, works));
}

/** Approved plans (R125-23 1° to 3°), then the prescribed ones of that family (4°). */
function concerningPlans(findings: Findings, family: PprFamily): Ppr[] {
  const approved = findings[family];
  const prescribed = findings['ppr-prescrit'];
  return [
    ...(approved.state === 'concerned' ? approved.details.plans : []),
    ...(prescribed.state === 'concerned' ? prescribed.details.plans.filter((plan) => plan.family === family) : []),
  ];
}

function familyBlocks(family: Family, findings: Findings, works: Declarations | null): Block[] {
  const plans = concerningPlans(findings, family.family);
  const finding = findings[family.family];
  const prescribed = findings['ppr-prescrit'];
  const head = { letter: family.letter, title: family.title, article: finding.article };
  // A known plan does not hide that another one may exist, or that its own revision is prescribed.
  const doubtful =
    prescribed.state === 'not-obtained' || prescribed.details.pending.some((plan) => plan.family === family.family);
  const doubt = doubtful ? [note(`${prescribed.title} : ${prescribed.sentence}`)] : [];
  if (plans.length > 0)
    return plans.map((plan, index) => ({
      ...head,
      title: plans.length > 1 ? `${family.title} — plan ${index + 1} sur ${plans.length}` : family.title,
      rows: [...planRows(family, plan, works), ...(index === plans.length - 1 ? doubt : [])],
    }));
  const settled = finding.state === 'not-concerned' && doubt.length === 0;
  return [{ ...head, rows: [question(family.perimeter, settled ? false : null, finding.sentence), ...doubt] }];
}

function planRows(family: Family, plan: Ppr, works: Declarations | null): Row[] {
  const rows: Row[] = [
    // A commune-level answer is no « oui »: the owner ticks what the plan's own map says.
    question(family.perimeter, plan.zoned === true ? true : null, perimeterSentence(plan)),
    choice('État du plan', statusBoxes(plan), statusSentence(plan)),
    choice(family.hazardsLabel, hazardBoxes(family, plan), hazardsSentence(plan)),
  ];
  const zones = plan.zones.map(zoneText).join(' ; ');
  if (zones !== '') rows.push(text('Zones du règlement', plan.partial ? `${zones}. ${OTHER_ZONES}` : zones));
  else if (plan.zoned === null)
    rows.push(
      text(
        'Zones du règlement',
        'La donnée publique ne dit pas si la parcelle est dans une zone réglementée : à vérifier sur la carte du plan.',
      ),
    );
  rows.push(text('Extraits à joindre', TO_ATTACH));
  return family.family === 'pprt' ? [...rows, ...technologicalRows(plan, works)] : [...rows, ...worksRows(works)];
}

const OTHER_ZONES =
  'La source n’a pas pu être interrogée sur toute l’étendue du bien : vérifier sur la carte du plan si d’autres zones le touchent.';

/** Held concerned out of caution when the source cannot place the property (see `risks-ppr.ts`). */
function perimeterSentence(plan: Ppr): string {
  const named = `plan « ${plan.name} » (${identity(plan)})`;
  return plan.zoned === true
    ? `L’immeuble est situé dans le périmètre du ${named}.`
    : `La commune compte le ${named} ; la source ne situe pas tout l’immeuble par rapport à son périmètre. Il est tenu pour concerné par prudence : à vérifier, puis cocher.`;
}

const identity = (plan: Ppr): string => [plan.procedure, plan.gasparId].filter(Boolean).join(', ');

function statusBoxes({ status }: Ppr): Box[] {
  return [
    { label: 'prescrit', checked: status === 'prescribed' },
    { label: 'appliqué par anticipation', checked: status === 'anticipated' },
    { label: 'approuvé', checked: status === 'approved' },
  ];
}

function statusSentence(plan: Ppr): string {
  const label = {
    prescribed: 'Plan prescrit',
    anticipated: 'Plan appliqué par anticipation',
    approved: 'Plan approuvé',
    unknown: 'La donnée publique ne précise pas l’état de ce plan',
  }[plan.status];
  const date = plan.statusDate === null ? ', date non précisée' : ` le ${shortDate(plan.statusDate)}`;
  const revision = plan.underRevision ? ', en cours de révision' : '';
  return `${label}${plan.status === 'unknown' ? '' : date}${revision}.`;
}

function hazardBoxes({ hazards }: Family, plan: Ppr): Box[] {
  const boxes = hazards.map(([label, pattern]) => ({
    label,
    checked: plan.hazards.some((hazard) => pattern.test(hazard)),
  }));
  const other = plan.hazards.some((hazard) => !hazards.some(([, pattern]) => pattern.test(hazard)));
  return [...boxes, { label: 'autres', checked: other }];
}

const hazardsSentence = (plan: Ppr): string =>
  plan.hazards.length > 0
    ? `Selon la donnée publique : ${plan.hazards.join(', ')}.`
    : 'La donnée publique ne précise pas les risques pris en considération : voir le règlement du plan.';

const zoneText = (zone: Ppr['zones'][number]): string =>
  [`zone ${zone.code}`, zone.name, zone.ruleLabel].filter(Boolean).join(' — ');

const WORKS = 'L’immeuble est concerné par des prescriptions de travaux dans le règlement du plan';
const WORKS_DONE = 'Si oui, les travaux prescrits ont été réalisés';

function worksRows(works: Declarations | null): Row[] {
  return [
    question(WORKS, works?.travaux_prescrits ?? null, declared(works?.travaux_prescrits ?? null)),
    question(WORKS_DONE, works?.travaux_realises ?? null, declared(works?.travaux_realises ?? null)),
  ];
}

function technologicalRows(plan: Ppr, works: Declarations | null): Row[] {
  const rules = plan.zones.map((zone) => zone.rule);
  const leaving = rules.some((rule) => rule === 'delaissement' || rule === 'expropriation');
  const prescription = rules.some((rule) => rule === 'prescriptions');
  // The supplier lists zones only when it holds them, and some without their rule: neither is « non ».
  const complete = plan.zoned === true && !plan.partial && rules.length > 0 && !rules.includes('unidentified');
  const known = (found: boolean): boolean | null => found || (complete ? false : null);
  return [
    question('L’immeuble est situé en secteur d’expropriation ou de délaissement', known(leaving)),
    question('L’immeuble est situé en zone de prescription', known(prescription)),
    question(
      'Si la transaction concerne un logement, les travaux prescrits ont été réalisés',
      works?.travaux_realises ?? null,
    ),
    question(
      'Si elle ne concerne pas un logement, l’information sur le type de risques, leur gravité, leur probabilité et leur cinétique est jointe à l’acte ou au contrat',
      null,
    ),
    blank('Précisions du propriétaire', 1),
  ];
}

/** The answer in words, and whose it is. */
export function declared(answer: boolean | null): string {
  if (answer === null) return 'À préciser par le propriétaire.';
  return answer ? 'Déclaration du propriétaire : oui.' : 'Déclaration du propriétaire : non.';
}
