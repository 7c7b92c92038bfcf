import type { CommuneGrade, Ppr, PprRule, RetreatZone } from '#domain/risks/facts.ts';
import type { Overlap } from '#domain/geometry/overlap.ts';
import type { CompulsoryHeading } from '@clairisque/contract/common/headings.ts';
import type { Details } from '#domain/risks/findings.ts';
import { enumeration, frenchDistance } from '#domain/french.ts';
import { hazardNames } from '#domain/printing/hazards.ts';
import { shareOfGround, shortPosition } from '#domain/printing/overlap.ts';
import { shortDate } from '#domain/printing/text.ts';

/**
 * Page 1 in everyday words: shorter than the finding's sentence, and never more affirmative. `subject` names it in a
 * few words; `position` says how the ground is touched.
 */
type Plain = { subject: string; sentence: string; position: string };

type Speaker<H extends CompulsoryHeading> = (details: Details[H]) => Plain;

/** Lines of « Ce qui concerne votre bien ». The sentence is empty where subject and position say everything. */
export const CONCERNED: { [H in CompulsoryHeading]: Speaker<H> } = {
  pprt: ({ plans }) => technological(plans),
  pprn: ({ plans }) => inForce('Risques naturels', plans),
  pprm: ({ plans }) => inForce('Risques miniers', plans),
  'ppr-prescrit': ({ plans }) => ({
    subject: about('Plan en préparation', plans),
    sentence: doubt(plans, PRESCRIBED_DOUBT),
    position: ground(plans),
  }),
  sismicite: ({ zone, communes }) => ({
    subject: `Sismicité ${SEISMICITY[zone]} : zone ${zone} sur 5`,
    sentence: '',
    position: positionIn(zone, communes),
  }),
  radon: ({ potential, communes }) => ({
    subject: `Radon : niveau ${potential} sur 3`,
    sentence: `Le radon est un gaz radioactif naturel ; le potentiel ${communes === undefined ? 'de la commune' : 'de la commune la plus exposée'} est classé significatif.`,
    position: positionIn(potential, communes),
  }),
  'trait-de-cote': ({ zones }) => {
    // The tag « à vérifier » follows.
    const horizons = [
      ...new Set(zones.map((zone) => (zone.horizon === null ? 'horizon non précisé' : horizonOf(zone)))),
    ];
    return {
      subject: `Recul du trait de côte : ${enumeration(horizons)}`,
      sentence: '',
      position: positions(zones.map((zone) => [horizonOf(zone), zone.overlap])),
    };
  },
  debroussaillement: ({ obligation }) => ({
    subject: 'Débroussaillement obligatoire',
    sentence: obligation?.communeOnly
      ? 'Votre bien est concerné, par prudence, par l’obligation de débroussailler : des zones publiées y sont soumises, que la source ne situe pas par rapport à tout le terrain.'
      : 'Votre bien est concerné par l’obligation de débroussailler et de maintenir le terrain débroussaillé.',
    position: obligation?.communeOnly ? 'position à vérifier' : 'terrain touché',
  }),
  sis: ({ sites }) => ({
    subject: 'Pollution du sol connue de l’État (SIS)',
    sentence: `${sites.length > 1 ? 'Secteurs' : 'Secteur'} d’information sur les sols : ${enumeration(sites.map(({ name }) => `« ${name} »`))}.`,
    position: positions(sites.map(({ id, overlap }) => [id, overlap])),
  }),
  bruit: ({ zones }) => ({
    subject: `Bruit d’aérodrome : ${enumeration([...new Set(zones.map(({ zone }) => `zone ${zone}`))])}`,
    sentence: '',
    position: positions(zones.map(({ zone, overlap }) => [`zone ${zone}`, overlap])),
  }),
};

const mostExposed = (value: number, communes: CommuneGrade<number>[]): string =>
  enumeration(communes.filter((commune) => commune.value === value).map(({ name }) => name));

const positionIn = (value: number, communes: CommuneGrade<number>[] | undefined): string =>
  communes === undefined ? 'toute la commune' : `commune entière : ${mostExposed(value, communes)}`;

/** Titles for a column half a page wide. */
export const SHORT_TITLES: Record<CompulsoryHeading, string> = {
  pprt: 'Risques technologiques (PPRT)',
  pprn: 'Risques naturels (PPRN)',
  pprm: 'Risques miniers (PPRM)',
  'ppr-prescrit': 'Plan prescrit, en préparation',
  sismicite: 'Sismicité',
  radon: 'Radon',
  'trait-de-cote': 'Recul du trait de côte',
  debroussaillement: 'Débroussaillement (OLD)',
  sis: 'Pollution des sols (SIS)',
  bruit: 'Bruit des aérodromes',
};

/** What was checked and does not apply, in a line or two, with the doubt (« à vérifier ») of `nearby` and `pending`. */
export const NOT_CONCERNED: { [H in CompulsoryHeading]: (details: Details[H]) => string } = {
  pprt: () => 'Aucun plan approuvé ne touche le terrain.',
  pprn: () => 'Aucun plan approuvé ou anticipé ne touche le terrain.',
  pprm: () => 'Aucun plan approuvé ou anticipé ne touche le terrain.',
  'ppr-prescrit': ({ pending }) =>
    pending.length === 0 ? 'Aucun plan en préparation n’est recensé ici.' : pending.map(pendingDoubt).join(' '),
  sismicite: ({ zone }) => `Zone ${zone} sur 5 (${SEISMICITY[zone]}) ; l’information est due à partir de la zone 2.`,
  radon: ({ potential }) => `Niveau ${potential} sur 3 ; l’information est due au niveau 3.`,
  'trait-de-cote': ({ coastalCommune, basis, nearby }) =>
    basis === 'decrees-list'
      ? 'Commune hors de la liste des communes exposées ; documents d’urbanisme non consultés.'
      : `${coastalCommune ? 'Commune littorale ; terrain' : 'Terrain'} hors de toute zone délimitée.${nearest(nearby)}`,
  debroussaillement: () => 'Terrain hors des zones publiées.',
  sis: ({ nearby }) => `Terrain hors de tout secteur.${nearest(nearby)}`,
  bruit: ({ nearby }) => `Terrain hors de toute zone de bruit.${nearest(nearby)}`,
};

const SEISMICITY = { 1: 'très faible', 2: 'faible', 3: 'modérée', 4: 'moyenne', 5: 'forte' };
const HORIZONS = { '0-30': '0 à 30 ans', '30-100': '30 à 100 ans' };
/** « 0 à 30 ans », « horizon à vérifier » */
export const horizonOf = ({ horizon }: Pick<RetreatZone, 'horizon'>): string =>
  horizon === null ? 'horizon à vérifier' : HORIZONS[horizon];

/** A reader would not understand the standard's term for a map of préfiguration. */
export const retreatName = (label: string): string =>
  /^pre-?zertc$/iu.test(label) ? `Carte de préfiguration (${label})` : label;

function inForce(kind: string, plans: Ppr[]): Plain {
  return {
    subject: about(kind, plans),
    sentence: doubt(plans, inForceDoubt(plans)),
    position: ground(plans),
  };
}

function inForceDoubt(plans: Ppr[]): string {
  const open = plans.filter(({ zoned }) => zoned !== true);
  if (!open.every(({ isUndrawn }) => isUndrawn)) return IN_FORCE_DOUBT;
  const of = `${open.length > 1 ? 'des plans' : 'du plan'} ${enumeration(open.map(({ name }) => `« ${name} »`))}`;
  return `Aucune source consultée ne publie les zones ${of} : le bien est tenu pour concerné par prudence.`;
}

/** What the zone's code proves in law, first; the plan says the rest. */
const SECTEURS = {
  delaissement:
    'Secteur de délaissement : un droit de délaissement peut exister, dans un délai limité : à vérifier en mairie.',
  expropriation: 'Secteur d’expropriation : une expropriation peut être décidée : à vérifier en mairie.',
};

function technological(plans: Ppr[]): Plain {
  const plain = inForce('Risques technologiques', plans);
  const rules = new Set(plans.flatMap(({ zones }) => zones.map(({ rule }) => rule)));
  const secteurs = (['expropriation', 'delaissement'] as const).filter((rule) => rules.has(rule));
  if (secteurs.length === 0) return plain;
  const names = secteurs.map((rule) =>
    rule === 'delaissement' ? 'secteur de délaissement' : 'secteur d’expropriation',
  );
  return {
    ...plain,
    subject: `${enumeration(names)} — ${plain.subject}`.replace(/^s/u, 'S'),
    sentence: [...secteurs.map((rule) => SECTEURS[rule]), plain.sentence].filter(Boolean).join(' '),
  };
}

/** The rule in the source's own words (`listTypeReg`); without them, the zone's published name. */
const RULES: Record<Exclude<PprRule, 'unidentified'>, string> = {
  'prescriptions-outside-hazard': 'prescriptions hors zone d’aléa',
  prescriptions: 'prescriptions',
  interdiction: 'interdiction',
  'interdiction-stricte': 'interdiction stricte',
  delaissement: 'délaissement possible',
  expropriation: 'expropriation possible',
};

export function ruleInWords({ code, name, rule }: Ppr['zones'][number]): string {
  const zone = code === '' ? '' : ` (zone ${code})`;
  if (rule !== 'unidentified') return `${RULES[rule]}${zone}`;
  const published = name === null || name === code ? `zone ${code}` : `« ${name} »${zone}`;
  return `${published}, lire le règlement`;
}

const IN_FORCE_DOUBT =
  'La source ne dit pas si tout le terrain est dans une zone du plan : il est tenu pour concerné par prudence.';
const PRESCRIBED_DOUBT = 'La source ne donne pas le périmètre : le bien est tenu pour concerné par prudence.';

const doubt = (plans: Ppr[], words: string): string => (plans.every(({ zoned }) => zoned === true) ? '' : words);

function ground(plans: Ppr[]): string {
  if (plans.every(({ zoned }) => zoned === true)) return 'terrain touché';
  return plans.some(({ zoned }) => zoned === true) ? 'terrain touché, en partie à vérifier' : 'position à vérifier';
}

/** « Risques naturels : inondation, remontée de nappe » */
function about(kind: string, plans: Ppr[]): string {
  const hazards = [...new Set(plans.flatMap(hazardNames))];
  return hazards.length === 0 ? kind : `${kind} : ${hazards.join(', ')}`;
}

/** Once when all zones overlap alike, zone by zone otherwise. */
function positions(zones: [label: string, overlap: Overlap | null][]): string {
  const [first, ...others] = new Set(zones.map(([, overlap]) => shortPosition(overlap)));
  if (first !== undefined && others.length === 0) return first;
  return zones.map(([label, overlap]) => `${label} : ${shareOfGround(overlap)}`).join(' ; ');
}

const pendingDoubt = ({ name, prescribedDate }: Ppr): string =>
  `Le plan « ${name} » ${prescribedDate === null ? 'est en révision' : `fait l’objet d’une prescription du ${shortDate(prescribedDate)}`} : à vérifier auprès de la préfecture.`;

/** Zones within 30 m, drawn too coarsely to be sure. */
function nearest(nearby: { overlap: Overlap }[]): string {
  const metres = nearby.flatMap(({ overlap }) => overlap.distanceMetres ?? []);
  return metres.length === 0
    ? ''
    : ` Zone la plus proche à ${frenchDistance(Math.min(...metres))} : à vérifier sur le plan.`;
}
