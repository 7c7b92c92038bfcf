import type { TransactionType } from '@clairisque/contract/common/declarations.ts';
import type { Heading } from '@clairisque/contract/common/headings.ts';
import type { Findings } from '#domain/risks/findings.ts';
import { glossary } from './glossary.ts';
import type { StatementInput } from './input.ts';
import { PART, type Link } from '#domain/printing/parts.ts';

/**
 * Our own summaries. They do not replace the State's information sheets, which must be attached when due (R125-24 2°
 * and 3°): each ends with the official address.
 */
export type Explanation = {
  title: string;
  /** The result in this statement; null for a summary about no single heading. */
  yours: string | null;
  paragraphs: { lead: string | null; text: string }[];
  address: Link;
};

const EXPLANATIONS_INTRO =
  'Ces résumés sont rédigés par Clairisque pour aider à lire ce document. Ils ne remplacent pas les fiches d’information officielles, à joindre lorsque le bloc K les demande.';

/** Only for what concerns the property: the form already gives the results. */
export function explanations({
  findings,
  statement: { transaction },
}: Pick<StatementInput, 'findings' | 'statement'>): { intro: string; sections: Explanation[] } {
  const sections = SHEETS.filter(({ heading, isPrefigured }) =>
    heading === null
      ? PLANS.some((plan) => findings[plan].state === 'concerned')
      : findings[heading].state === 'concerned' &&
        (isPrefigured ?? isOnlyPrefigured(findings)) === isOnlyPrefigured(findings),
  ).map(({ title, paragraphs, address }) => ({
    title,
    yours: null,
    paragraphs: paragraphs
      .filter(({ contract }) => contract === undefined || contract === transaction)
      .map(({ lead, text }) => ({ lead, text })),
    address,
  }));
  return { intro: sections.length > 0 ? EXPLANATIONS_INTRO : '', sections };
}

/** Number of the part of the sources: the one before is not printed where nothing is to explain. */
export const sourcesPart = (input: Pick<StatementInput, 'findings' | 'statement'>): number =>
  explanations(input).sections.length + glossary(input.findings).length > 0 ? PART.sources : PART.explanations;

const PLANS = ['pprn', 'pprm', 'pprt', 'ppr-prescrit'] as const;

const GEORISQUES = { text: 'www.georisques.gouv.fr', href: 'https://www.georisques.gouv.fr/' };

/**
 * `isPrefigured`: for a carte de préfiguration alone, or only without one; absent for both. `contract`: for that one
 * only.
 */
type Sheet = Omit<Explanation, 'yours' | 'paragraphs'> & {
  heading: Heading | null;
  isPrefigured?: boolean;
  paragraphs: (Explanation['paragraphs'][number] & { contract?: TransactionType })[];
};

const isOnlyPrefigured = ({ 'trait-de-cote': coast }: Findings): boolean =>
  coast.state === 'concerned' && coast.details.zones.every(({ provisional }) => provisional);

const SHEETS: Sheet[] = [
  {
    title: 'Sismicité',
    heading: 'sismicite',
    paragraphs: [
      {
        lead: 'Ce qu’il faut savoir.',
        text: 'La France est divisée en cinq zones de sismicité croissante, de 1 (très faible) à 5 (forte) (R. 563-4 du code de l’environnement). L’information est due à partir de la zone 2. Selon la zone et l’ouvrage, une construction neuve ou des travaux importants suivent des règles parasismiques.',
      },
      {
        lead: 'Avant.',
        text: 'Repérer les endroits sûrs et les points de coupure du gaz, de l’eau et de l’électricité ; fixer les meubles lourds et les appareils au mur.',
      },
      {
        lead: 'Pendant la secousse.',
        text: 'À l’intérieur, s’abriter près d’un mur porteur ou sous un meuble solide, loin des fenêtres. Dehors, s’éloigner de ce qui peut tomber. En voiture, s’arrêter à distance des constructions et des fils électriques.',
      },
      {
        lead: 'Après.',
        text: 'Couper le gaz et l’électricité, sortir sans ascenseur, s’éloigner des façades ; s’attendre à des répliques. Près de la mer, gagner les hauteurs.',
      },
    ],
    address: GEORISQUES,
  },
  {
    title: 'Radon',
    heading: 'radon',
    paragraphs: [
      {
        lead: 'Ce qu’il faut savoir.',
        text: 'Le radon est un gaz radioactif naturel issu du sol, qui peut s’accumuler dans les pièces fermées. C’est une cause reconnue de cancer du poumon, et le tabac aggrave le risque. Les communes sont classées de 1 à 3 ; l’information est due au niveau 3.',
      },
      {
        lead: 'Mesurer.',
        text: 'Seule une mesure dit ce qu’il en est dans un logement : des détecteurs y restent deux mois, en période de chauffage, dans les pièces occupées les plus basses. Le niveau de référence est de 300 Bq/m³.',
      },
      {
        lead: 'Agir.',
        text: 'Aérer chaque jour, entretenir la ventilation et ses grilles ; au-delà du niveau de référence, rendre étanches les passages entre le sol et le logement, ventiler le vide sanitaire ou la cave, puis mesurer de nouveau.',
      },
    ],
    address: GEORISQUES,
  },
  {
    title: 'Débroussaillement',
    heading: 'debroussaillement',
    paragraphs: [
      {
        lead: 'Ce qu’il faut savoir.',
        text: 'Dans les territoires exposés, à moins de 200 mètres des bois et forêts, la végétation est réduite sur 50 mètres autour des constructions ; le maire peut porter cette distance à 100 mètres. Les abords des voies privées sont aussi à traiter (L. 134-6 du code forestier).',
      },
      {
        lead: 'Qui, et où.',
        text: 'L’obligation pèse sur le propriétaire de la construction, parfois jusque sur le terrain du voisin. En zone urbaine, tout le terrain peut être à débroussailler, même non bâti. Un arrêté préfectoral dit comment faire ; la mairie renseigne.',
      },
      {
        lead: 'Vendre.',
        text: 'L’acquéreur est informé de l’obligation et de ses servitudes (L. 134-16 du code forestier). Le vendeur atteste sur l’honneur qu’il y a été satisfait (D. 134-7).',
        contract: 'Vente',
      },
      {
        lead: 'Louer.',
        text: 'Le locataire est informé de l’obligation et de ses servitudes, à chaque conclusion ou renouvellement du bail (L. 134-16 du code forestier).',
        contract: 'Location',
      },
    ],
    address: GEORISQUES,
  },
  {
    title: 'Les plans de prévention des risques',
    heading: null,
    paragraphs: [
      {
        lead: 'Trois états.',
        text: 'Un plan prescrit est en cours d’élaboration : son périmètre et ses règles ne sont pas encore arrêtés. Un plan appliqué par anticipation n’est pas encore approuvé, mais certaines de ses règles s’imposent déjà. Un plan approuvé s’applique ; il peut être révisé.',
      },
      {
        lead: 'Des zones.',
        text: 'Le plan découpe le territoire en zones. Pour chacune, son règlement dit ce qui peut être construit et, parfois, quels travaux sont à faire sur les bâtiments existants. Être dans la commune d’un plan n’est pas être dans une de ses zones.',
      },
    ],
    address: GEORISQUES,
  },
  {
    title: 'Pollution des sols',
    heading: 'sis',
    paragraphs: [
      {
        lead: null,
        text: 'Un secteur d’information sur les sols (SIS) est un terrain dont l’État connaît la pollution : un changement d’usage y demande une étude. CASIAS recense d’anciennes activités qui ont pu polluer : y figurer ne prouve pas une pollution.',
      },
      {
        lead: null,
        text: 'Si une pollution rend le terrain impropre à l’usage prévu et que l’information n’a pas été donnée, l’acquéreur ou le locataire peut demander la résolution du contrat ou une réduction du prix ou du loyer dans les deux ans de sa découverte (L. 125-7 du code de l’environnement).',
      },
    ],
    address: GEORISQUES,
  },
  {
    title: 'Recul du trait de côte',
    heading: 'trait-de-cote',
    isPrefigured: true,
    paragraphs: [
      {
        lead: null,
        text: 'La carte de préfiguration montre où la côte peut reculer d’ici 30 ans, et entre 30 et 100 ans. Provisoire, elle permet à la mairie de surseoir à statuer sur une demande de permis, en attendant le document d’urbanisme (L. 121-22-3 du code de l’urbanisme).',
      },
    ],
    address: { text: 'www.geoportail-urbanisme.gouv.fr', href: 'https://www.geoportail-urbanisme.gouv.fr/' },
  },
  {
    title: 'Recul du trait de côte',
    heading: 'trait-de-cote',
    isPrefigured: false,
    paragraphs: [
      {
        lead: null,
        text: 'Deux zones sont délimitées dans les communes qui ont une carte : exposition d’ici 30 ans, et entre 30 et 100 ans. Dans la seconde, une construction nouvelle peut devoir être démolie, aux frais de son propriétaire, lorsque le recul met la sécurité en cause à trois ans (L. 121-22-5 du code de l’urbanisme).',
      },
    ],
    address: { text: 'www.geoportail-urbanisme.gouv.fr', href: 'https://www.geoportail-urbanisme.gouv.fr/' },
  },
  {
    title: 'Bruit des aérodromes',
    heading: 'bruit',
    paragraphs: [
      {
        lead: null,
        text: 'Le plan d’exposition au bruit distingue les zones A et B (bruit fort), C (bruit modéré) et D (information). Les logements sont en principe interdits en A et en B, très limités en C, possibles en D avec une isolation acoustique.',
      },
    ],
    address: { text: 'www.geoportail.gouv.fr', href: 'https://www.geoportail.gouv.fr/' },
  },
];
