import type { Installation, NearbySite } from '#domain/risks/facts.ts';
import type { InformativeHeading } from '@clairisque/contract/common/headings.ts';
import type { Findings, FindingState } from '#domain/risks/findings.ts';
import { counted, frenchDistance } from '#domain/french.ts';
import { cell, EMPTY } from '#domain/printing/parts.ts';
import type { Cell, Table } from '#domain/printing/parts.ts';

/** Annexes: information outside the legal duty. */
export type Annex = {
  title: string;
  state: FindingState;
  sentence: string;
  duty: string | null;
  table: Table | null;
  after: string[];
};

export const ANNEX_INTRO =
  'Ces informations ne font pas partie de l’obligation d’information (R. 125-23) : elles aident à connaître le bien et son voisinage. Elles ne concluent pas à un risque pour le bien.';

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
      table: sites.length > 0 ? sitesTable(heading, sites) : null,
      after: afterTable(sites),
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

/** Far above the number in a dense city within 500 m; the attached data have them all. */
const SITES_SHOWN = 500;

type Column = { head: string; width: number; cellOf: (site: Site) => Cell };

const WHAT: Partial<Record<InformativeHeading, string>> = { icpe: 'Régime, état', casias: 'Activité, état' };

/** Some databases have no address, or only a name: the width of an empty column goes to the site's name. */
function sitesTable(heading: InformativeHeading, sites: Site[]): Table {
  const said = [
    { head: WHAT[heading] ?? 'Nature', width: 50, cellOf: activity },
    { head: 'Adresse', width: 46, cellOf: ({ address }: Site) => cell(address) },
  ].filter(({ cellOf }) => sites.some((site) => cellOf(site).text !== EMPTY));
  const room = said.reduce((left, { width }) => left - width, 170 - 18);
  const columns: Column[] = [
    { head: 'Distance', width: 18, cellOf: distance },
    { head: 'Site', width: room, cellOf: ({ name, id, sheetUrl }) => cell(name, { detail: id, href: sheetUrl }) },
    ...said,
  ];
  return {
    head: columns.map(({ head }) => head),
    widths: columns.map(({ width }) => width),
    rows: sites.slice(0, SITES_SHOWN).map((site) => columns.map(({ cellOf }) => cellOf(site))),
  };
}

const distance = ({ distanceMetres: metres }: Site): Cell => cell(metres === null ? null : frenchDistance(metres));

/** The site's activity and state; the state alone when nothing else is known. */
function activity(site: Site): Cell {
  const known = [site.activity, regime(site)].filter(Boolean).join(' ; ');
  return known === '' ? cell(site.status) : cell(known, { detail: site.status });
}

function regime({ regime, seveso }: Site): string | null {
  return [regime, seveso && `Seveso seuil ${seveso}`].filter(Boolean).join(', ') || null;
}

function afterTable(sites: Site[]): string[] {
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
  ];
}
