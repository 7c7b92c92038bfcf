import type { Installation, NearbySite } from './facts.ts';
import { INFORMATIVE_HEADINGS } from './findings.ts';
import type { Findings, FindingState } from './findings.ts';
import { counted, frenchDistance } from './french.ts';
import { cell } from './statement-document-parts.ts';
import type { Table } from './statement-document-parts.ts';

/** Annexes: what informs without being in the duty, then our summaries of the State's information sheets. */
export type Annex = {
  title: string;
  state: FindingState;
  sentence: string;
  duty: string | null;
  table: Table | null;
  after: string[];
};
export type Explanation = { title: string; paragraphs: string[]; address: { text: string; href: string } };

export const ANNEX_INTRO =
  'Ces informations ne font pas partie de l’obligation d’information (R. 125-23) : elles aident à connaître le bien et son voisinage. Elles ne concluent pas à un risque sur la parcelle.';

/** CATNAT decrees are listed in part 3, for ticking. */
export function annexes(findings: Findings): Annex[] {
  return INFORMATIVE_HEADINGS.filter((heading) => heading !== 'catnat').map((heading) => {
    const { title, state, sentence, duty } = findings[heading];
    const sites = sitesOf(findings, heading);
    return {
      title,
      state,
      sentence,
      duty,
      table: sites.length > 0 ? sitesTable(sites) : null,
      after: afterTable(heading, sites),
    };
  });
}

type Site = NearbySite & Partial<Pick<Installation, 'regime' | 'seveso'>>;

function sitesOf(findings: Findings, heading: (typeof INFORMATIVE_HEADINGS)[number]): Site[] {
  const { details } = findings[heading];
  if (details === null) return [];
  if ('sites' in details) return details.sites;
  return 'installations' in details ? details.installations : [];
}

/** The nearest; the attached data hold them all. */
const SITES_SHOWN = 40;

function sitesTable(sites: Site[]): Table {
  return {
    head: ['Site', 'Activité, régime', 'Adresse', 'Distance'],
    widths: [56, 50, 46, 18],
    rows: sites
      .slice(0, SITES_SHOWN)
      .map((site) => [
        cell(`${site.name} — ${site.id}`, site.sheetUrl),
        cell([site.activity, regime(site), site.status].filter(Boolean).join(' ; ')),
        cell(site.address),
        cell(site.distanceMetres === null ? null : frenchDistance(site.distanceMetres)),
      ]),
  };
}

function regime({ regime, seveso }: Site): string | null {
  return [regime, seveso && `Seveso seuil ${seveso}`].filter(Boolean).join(', ') || null;
}

function afterTable(heading: string, sites: Site[]): string[] {
  const hidden = sites.length - SITES_SHOWN;
  return [
    ...(sites.some((site) => site.distanceMetres === null)
      ? [
          'Distance « — » : la base ne place ce site qu’à un point par défaut (centre de la commune) ; elle n’est donc pas calculée.',
        ]
      : []),
    ...(hidden > 0
      ? [
          `${counted(hidden, 'autre site figure', 'autres sites figurent')} dans les données jointes à ce document (etat-des-risques.json).`,
        ]
      : []),
    ...(heading === 'argiles'
      ? [
          'Une nouvelle carte d’exposition (arrêté du 9 janvier 2026) s’applique aux contrats conclus à compter du 1er juillet 2026 : vérifier le millésime sur www.georisques.gouv.fr.',
        ]
      : []),
  ];
}

const OFFICIAL = { text: 'www.georisques.gouv.fr', href: 'https://www.georisques.gouv.fr/' };

/** Our own words: the State's sheets themselves are to be attached when they are due (R125-24 2°, 3°). */
export const EXPLANATIONS: Explanation[] = [
  {
    title: 'Sismicité',
    paragraphs: [
      'La France est divisée en cinq zones de sismicité croissante, de 1 (très faible) à 5 (forte) (R. 563-4 du code de l’environnement). L’information est due à partir de la zone 2.',
      'En zone 2 et au-delà, les constructions nouvelles et certains travaux suivent des règles parasismiques selon l’usage du bâtiment. Pendant une secousse : s’abriter sous un meuble solide ou près d’un mur porteur, loin des vitres. Après : couper le gaz et l’électricité, sortir, s’éloigner des façades.',
    ],
    address: OFFICIAL,
  },
  {
    title: 'Radon',
    paragraphs: [
      'Le radon est un gaz radioactif naturel issu du sol, qui peut s’accumuler dans les pièces fermées. Il est reconnu comme cause de cancer du poumon. Les communes sont classées de 1 à 3 ; l’information est due au niveau 3.',
      'Une mesure s’achète en quelques minutes : des détecteurs sont posés deux mois, en période de chauffage, dans les pièces occupées les plus basses. Le niveau de référence est de 300 Bq/m³ : au-delà, aérer, ventiler et étancher les passages vers le sol.',
    ],
    address: OFFICIAL,
  },
  {
    title: 'Débroussaillement',
    paragraphs: [
      'À moins de 200 mètres des bois et forêts des territoires exposés, le propriétaire réduit la végétation sur 50 mètres autour des constructions, même au-delà de sa limite de propriété ; le maire peut porter cette distance à 100 mètres (L. 134-6 du code forestier).',
      'L’acquéreur reprend l’obligation dès qu’il devient propriétaire. Lors d’une vente, le vendeur atteste sur l’honneur que le terrain est débroussaillé (L. 131-10 du code forestier).',
    ],
    address: {
      text: 'Carte des obligations : www.georisques.gouv.fr ; modalités : préfecture et mairie',
      href: 'https://www.georisques.gouv.fr/',
    },
  },
];
