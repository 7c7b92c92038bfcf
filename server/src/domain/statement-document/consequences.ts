import type { Consequence, Topic } from '#domain/headings/heading.ts';
import { whereConcerned } from '#domain/headings/headings.ts';
import type { Declarations } from '@clairisque/contract/common/declarations.ts';
import { inTheCommunes } from '#domain/property/place-in-words.ts';
import type { Place } from '#domain/geometry/place.ts';
import type { Ppr, PprRule } from '#domain/risks/facts.ts';
import type { Findings } from '#domain/risks/findings.ts';
import { counted, enumeration } from '#domain/french.ts';
import { isIndemnified } from './disasters.ts';
import type { StatementInput } from './input.ts';
import { PART } from '#domain/printing/parts.ts';
import { isSaid, worksOf } from './works.ts';

/**
 * « Ce que cela change pour vous »: works, insurance, building, letting. Each line only when it applies, with its legal
 * reference. Those of one heading are in its file.
 */
export type Consequences = { title: string; intro: string; topics: { title: string; lines: Line[] }[] };
type Line = Pick<Consequence, 'text' | 'source'>;
type Applying = Omit<Consequence, 'topic'> & { applies: boolean };

const TITLES: Record<Topic, string> = {
  keeping: 'Garder ou quitter le bien',
  works: 'Les travaux',
  insurance: 'L’assurance',
  building: 'Construire ou agrandir',
  letting: 'Louer',
};

export function consequences({ findings, statement, place }: StatementInput): Consequences {
  const sale = statement.transaction === 'Vente';
  const general: Record<Topic, Applying[]> = {
    keeping: secteurs(findings),
    works: works(findings, statement.declarations),
    insurance: insurance(findings, statement.declarations, place),
    building: building(findings, sale),
    letting: letting(sale),
  };
  const own = whereConcerned(findings, (heading, details) => heading.consequences(details));
  return {
    title: 'Ce que cela change pour vous',
    intro:
      'Seulement ce qui s’applique à ce bien, d’après les réponses de ce document ; à droite, le texte qui le dit.',
    topics: (Object.keys(TITLES) as Topic[]).flatMap((topic) => {
      const all = [...general[topic].filter(({ applies }) => applies), ...own.filter((line) => line.topic === topic)];
      const lines = all.toSorted((one, other) => one.order - other.order).map(({ text, source }) => ({ text, source }));
      return lines.length === 0 ? [] : [{ title: TITLES[topic], lines }];
    }),
  };
}

const plansOf = (findings: Findings, heading: 'pprn' | 'pprm' | 'pprt' | 'ppr-prescrit'): Ppr[] => {
  const finding = findings[heading];
  return finding.state === 'concerned' ? finding.details.plans : [];
};

const named = (plans: Ppr[]): string => enumeration([...new Set(plans.map(({ name }) => `« ${name} »`))]);
const isOne = (plans: Ppr[]): boolean => new Set(plans.map(({ name }) => name)).size < 2;
const ofPlans = (plans: Ppr[]): string => `${isOne(plans) ? 'du plan' : 'des plans'} ${named(plans)}`;
/** « Le règlement du plan « A » peut », « Les règlements des plans « A » et « B » peuvent » */
const rulesOf = (plans: Ppr[], [one, several]: [string, string]): string =>
  isOne(plans) ? `Le règlement ${ofPlans(plans)} ${one}` : `Les règlements ${ofPlans(plans)} ${several}`;
/** A source does not say that the land is in a zone of each plan. */
const unlessOutside = (plans: Ppr[]): string =>
  plans.every(({ zoned }) => zoned === true)
    ? ''
    : `, si le bien est dans une de ${isOne(plans) ? 'ses' : 'leurs'} zones,`;

/** The code of a zone proves the secteur, not that the right is open or the expropriation declared. */
function secteurs(findings: Findings): Applying[] {
  const plans = plansOf(findings, 'pprt');
  const within = (rule: PprRule): Ppr[] => plans.filter(({ zones }) => zones.some((zone) => zone.rule === rule));
  const [left, taken] = [within('delaissement'), within('expropriation')];
  return [
    {
      order: 1,
      applies: left.length > 0,
      text: `Secteur de délaissement ${ofPlans(left)} : le propriétaire peut avoir le droit d’exiger que la collectivité achète le bien, dans un délai limité. Demandez en mairie si ce droit est ouvert, et jusqu’à quand, avant de signer.`,
      source: 'L. 515-16-3 du code de l’environnement',
    },
    {
      order: 2,
      applies: taken.length > 0,
      text: `Secteur d’expropriation ${ofPlans(taken)} : le bien peut être exproprié en raison du danger. Demandez en mairie où en est la procédure, avant de signer.`,
      source: 'L. 515-16-4 du code de l’environnement',
    },
  ];
}

function works(findings: Findings, declarations: Declarations | null): Applying[] {
  const [natural, mining] = [plansOf(findings, 'pprn'), plansOf(findings, 'pprm')];
  const ground = [...natural, ...mining];
  const industrial = plansOf(findings, 'pprt');
  const isAnswered = ground.every((plan) => isSaid(worksOf(plan, { findings, declarations })));
  return [
    {
      order: 1,
      applies: ground.length > 0,
      text: `${rulesOf(ground, ['peut', 'peuvent'])} imposer des travaux sur un bâtiment existant, dans la limite de 10 % de sa valeur à la date du plan. ${isOne(ground) ? 'Lisez-le' : 'Lisez-les'} avant de signer : ${isAnswered ? 'ce que le propriétaire en déclare est dans le résumé' : `cet état doit dire ${isOne(ground) ? 's’il en impose et s’ils sont faits' : 's’ils en imposent et si ces travaux sont faits'}`}.`,
      source: 'R. 562-5 et R. 125-24, 1° du code de l’environnement',
    },
    {
      order: 2,
      applies: industrial.length > 0,
      text: `${rulesOf(industrial, ['peut', 'peuvent'])} imposer des travaux de protection du logement, dans une limite de coût ; des aides existent.`,
      source: 'L. 515-16-2 du code de l’environnement',
    },
  ];
}

function insurance(findings: Findings, declarations: Declarations | null, place: Place): Applying[] {
  const inForce = [...plansOf(findings, 'pprn'), ...plansOf(findings, 'pprm')];
  const decrees = findings.catnat.details?.decrees.length ?? 0;
  return [
    {
      order: 1,
      applies: true,
      text: 'Un contrat qui assure le bien contre l’incendie l’assure aussi contre les catastrophes naturelles. La garantie joue après un arrêté qui reconnaît la catastrophe dans sa commune.',
      source: 'L. 125-1 du code des assurances',
    },
    {
      order: 2,
      applies: decrees > 0,
      text: `${counted(decrees, 'arrêté a reconnu', 'arrêtés ont reconnu')} une catastrophe naturelle ${inTheCommunes(place)}. ${indemnifiedIn(declarations)}`,
      source: 'L. 125-5, IV du code de l’environnement',
    },
    {
      order: 3,
      applies: inForce.length > 0,
      text: 'Si les travaux qu’un plan impose ne sont pas faits dans leur délai, l’assureur peut demander à ne pas garantir le bien ou à changer la franchise.',
      source: 'L. 125-6 du code des assurances',
    },
  ];
}

function indemnifiedIn(declarations: Declarations | null): string {
  const answer = isIndemnified(declarations);
  if (answer === false) return 'Le propriétaire déclare qu’aucun sinistre du bien n’a été indemnisé.';
  const isNamed = (declarations?.arretes_indemnises ?? []).length > 0;
  const what = isNamed ? 'sont' : `sont à ${answer === true ? 'désigner' : 'déclarer'}`;
  return `Les sinistres indemnisés du bien ${what} en partie ${PART.disasters}.`;
}

function building(findings: Findings, sale: boolean): Applying[] {
  const ground = [...plansOf(findings, 'pprn'), ...plansOf(findings, 'pprm')];
  const industrial = plansOf(findings, 'pprt');
  const inForce = [...ground, ...industrial];
  const articles = [...(ground.length > 0 ? ['L. 562-4'] : []), ...(industrial.length > 0 ? ['L. 515-23'] : [])];
  return [
    {
      order: 1,
      applies: inForce.length > 0,
      text: `${rulesOf(inForce, ['s’impose', 's’imposent'])}${unlessOutside(inForce)} à tout permis de construire. Demandez en mairie ce qui est possible dans la zone avant tout projet.`,
      source: `${enumeration(articles)} du code de l’environnement`,
    },
    underStudy(plansOf(findings, 'ppr-prescrit')),
    {
      order: 4,
      applies: sale && (findings.argiles.details?.exposure ?? 0) >= 2,
      text: 'Argiles : une étude géotechnique accompagne la vente d’un terrain à bâtir non bâti, et précède les travaux d’une maison.',
      source: 'L. 132-4 et suivants du code de la construction et de l’habitation',
    },
  ];
}

/** R125-23 4° names both articles. */
function underStudy(plans: Ppr[]): Applying {
  const isTechnological = ({ family }: Ppr): boolean => family === 'pprt';
  const articles = [
    ...(plans.every(isTechnological) ? [] : ['R. 562-2']),
    ...(plans.some(isTechnological) ? ['R. 515-40'] : []),
  ];
  return {
    order: 2,
    applies: plans.length > 0,
    text:
      plans.length > 1
        ? 'Des plans sont en préparation : leurs règles peuvent changer ce qui sera permis. La préfecture dit où ils en sont.'
        : 'Un plan est en préparation : ses règles peuvent changer ce qui sera permis. La préfecture dit où il en est.',
    source: `${enumeration(articles)} du code de l’environnement`,
  };
}

function letting(sale: boolean): Applying[] {
  return [
    {
      order: 1,
      applies: true,
      text: sale
        ? 'Celui qui louera le bien remettra au locataire, dès la première visite puis avec le bail, un état des risques de moins de six mois.'
        : 'Cet état est remis au locataire dès la première visite, puis joint au bail ; l’annonce dit où s’informer sur les risques.',
      source: 'L. 125-5, I et R. 125-25 du code de l’environnement',
    },
  ];
}
