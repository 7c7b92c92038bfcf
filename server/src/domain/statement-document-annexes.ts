import type { Installation, NearbySite } from './facts.ts';
import { INFORMATIVE_HEADINGS } from './findings.ts';
import type { Findings, FindingState } from './findings.ts';
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
        cell(site.name, { detail: site.id, href: site.sheetUrl }),
        cell([site.activity, regime(site)].filter(Boolean).join(' ; '), { detail: site.status }),
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
