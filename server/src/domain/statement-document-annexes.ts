import type { Installation, NearbySite } from './facts.ts';
import type { Findings, FindingState, InformativeHeading } from './findings.ts';
import { counted, frenchDistance } from './french.ts';
import { cell } from './statement-document-parts.ts';
import type { Table } from './statement-document-parts.ts';

/** Annexes: what informs without being in the duty. */
export type Annex = {
  title: string;
  state: FindingState;
  sentence: string;
  duty: string | null;
  table: Table | null;
  after: string[];
};

export const ANNEX_INTRO =
  'Ces informations ne font pas partie de l’obligation d’information (R. 125-23) : elles aident à connaître le bien et son voisinage. Elles ne concluent pas à un risque sur la parcelle.';

/** CATNAT decrees are listed in part 3, for ticking. */
export function annexes(findings: Findings): Annex[] {
  return ORDER.map((heading) => {
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

/** The ground first, then the long lists of sites. */
const ORDER = [
  'argiles',
  'remontee-de-nappe',
  'canalisations',
  'cavites',
  'mouvements-de-terrain',
  'icpe',
  'casias',
] as const satisfies Exclude<InformativeHeading, 'catnat'>[];

type Site = NearbySite & Partial<Pick<Installation, 'regime' | 'seveso'>>;

function sitesOf(findings: Findings, heading: InformativeHeading): Site[] {
  const { details } = findings[heading];
  if (details === null) return [];
  if ('sites' in details) return details.sites;
  return 'installations' in details ? details.installations : [];
}

/** Far above what a dense city has within 500 m; the attached data hold them all. */
const SITES_SHOWN = 500;

function sitesTable(sites: Site[]): Table {
  return {
    head: ['Distance', 'Site', 'Activité, régime', 'Adresse'],
    widths: [18, 56, 50, 46],
    rows: sites
      .slice(0, SITES_SHOWN)
      .map((site) => [
        cell(site.distanceMetres === null ? null : frenchDistance(site.distanceMetres)),
        cell(site.name, { detail: site.id, href: site.sheetUrl }),
        cell([site.activity, regime(site)].filter(Boolean).join(' ; '), { detail: site.status }),
        cell(site.address),
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
          'Sans distance « — » : la base ne place ce site qu’à un point par défaut (centre de la commune). Une distance calculée serait fausse.',
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
