import { DRAWINGS, isDrawn } from '#domain/headings/headings.ts';
import type { PprFamily } from '@clairisque/contract/common/headings.ts';
import type { Provenance } from '#domain/risks/facts.ts';
import { enumeration } from '#domain/french.ts';
import { buildingLegend } from '#domain/printing/buildings.ts';
import type { PrintedMap } from '#domain/printing/parts.ts';
import { scaleBar, type MapFrame, type ZoneFrame } from '#domain/printing/map-frames.ts';
import { shortDate } from '#domain/printing/text.ts';
import type { StatementInput } from './input.ts';

const WARNING =
  'Une partie du fond de carte n’a pas pu être obtenue : elle est laissée en gris. Le contour du bien et l’échelle restent exacts.';

export function maps(input: StatementInput, references: string): PrintedMap[] {
  if (input.maps === null) return [];
  const { situation, cadastral, zones } = input.maps;
  const parcels = input.place.parcels.length;
  const consulted = (frame: MapFrame): string =>
    `Fond de carte : ${frame.attribution}, consulté le ${shortDate(input.statement.issuedOn.toString())}.`;
  return [
    {
      ...printedMap(situation, parcels),
      title: 'Plan de situation',
      caption: 'Le bien dans son quartier.',
      alt: `Plan de situation centré sur le bien : ${references}.`,
      source: consulted(situation),
    },
    {
      ...printedMap(cadastral, parcels),
      inset: insetOf(situation),
      title: 'Plan cadastral',
      caption: 'Contour issu du plan cadastral informatisé : il n’a pas valeur de bornage.',
      alt: `Plan cadastral centré sur le bien : ${references}. Contours des parcelles voisines.`,
      source: consulted(cadastral),
    },
    ...zones.map((frame) => ({
      ...zoneMap(frame, input, consulted(frame)),
      inset: insetOf(frame.file === situation.file ? cadastral : situation),
    })),
  ];
}

const PLAN_RISKS: Record<PprFamily, string> = {
  pprn: 'risques naturels',
  pprm: 'risques miniers',
  pprt: 'risques technologiques',
};

const titleOf = ({ heading, subject }: ZoneFrame): string =>
  isDrawn(heading) ? DRAWINGS[heading].mapTitle(subject) : planTitle(subject, PLAN_RISKS[heading]);

const planTitle = (plan: string | null, risks: string): string =>
  plan === null ? `Autres périmètres publiés, ${risks}` : `${plan} : périmètre publié`;

const zonedTitle = (plan: string): string => `${plan} : zonage publié`;

const CAPTION = 'Contours tels que publiés, au trait indicatif : seul le plan officiel fait foi.';
const PLAN_CAPTION =
  'Périmètre de la servitude telle que publiée : celui du plan ou de ses zones, la source ne dit pas lequel. Il ne dit pas la zone du bien ; seule la carte du plan fait foi.';

/** The label of a release has its date. */
const creditOf = ({ label, attribution, obtainedAt, edition }: Provenance): string =>
  [label, attribution, ...(edition === undefined ? [shortDate(obtainedAt)] : [])].join(', ');

const ZONED_CAPTION =
  'Zones du règlement telles que publiées, au trait indicatif : seule la carte du plan fait foi. En rouge ce que le plan interdit, en bleu ce qu’il soumet à des prescriptions.';

const WITHOUT_NEIGHBOURS = ' Les zones voisines n’ont pas été obtenues : seules celles du bien sont dessinées.';

function captionOf({ heading, zoning, hasNeighbours }: ZoneFrame): string {
  if (zoning !== null) return ZONED_CAPTION;
  return `${isDrawn(heading) ? CAPTION : PLAN_CAPTION}${hasNeighbours ? '' : WITHOUT_NEIGHBOURS}`;
}

function zoneMap(
  frame: ZoneFrame,
  { findings, planPerimeters, place }: StatementInput,
  background: string,
): PrintedMap {
  const shown = frame.shapes.filter(({ rings }) => rings.length > 0);
  const labels = shown.map(({ label, isOwn }) => `${label}${isOwn ? OWN : ''}`);
  const { heading } = frame;
  const finding = findings[heading];
  const family = isDrawn(heading) ? heading : 'plan';
  const provenance = frame.zoning ?? (isDrawn(heading) ? finding.provenances[0] : planPerimeters?.provenance);
  const zones = provenance && `Zones : ${creditOf(provenance)}. `;
  return {
    ...printedMap(frame, place.parcels.length),
    title: frame.zoning === null ? titleOf(frame) : zonedTitle(frame.subject ?? ''),
    zones: shown.map(({ isOwn, mark, at, ...shape }) => ({
      ...shape,
      family,
      own: isOwn ? OWN : '',
      at,
      mark: at === null ? null : mark,
    })),
    caption: captionOf(frame),
    alt: `Carte des zones autour du bien : ${enumeration(labels)}. ${finding.sentence}`,
    source: `${zones ?? ''}${background}`,
  };
}

/** These words follow the underlined name of a zone that touches the property. */
const OWN = ', touche le bien';

/** Shows the surroundings of the frame at another scale. */
const insetOf = (frame: MapFrame): PrintedMap['inset'] => ({
  file: frame.file,
  ratio: frame.heightPixels / frame.widthPixels,
  scale: scaleBar(frame.widthMetres),
});

/** `parcels`: how many; a parcel with a hole has two outlines. */
function printedMap(frame: MapFrame, parcels: number): Omit<PrintedMap, 'title' | 'caption' | 'alt' | 'source'> {
  return {
    inset: null,
    file: frame.file,
    ratio: frame.heightPixels / frame.widthPixels,
    outlines: frame.outlines,
    zones: [],
    buildings: frame.buildings,
    buildingLegend: buildingLegend(frame.buildings),
    scale: scaleBar(frame.widthMetres),
    attribution: frame.attribution,
    legend: frame.outlines.length === 0 ? 'Point choisi' : `${parcels > 1 ? 'Parcelles' : 'Parcelle'} du bien`,
    warning: frame.missingTiles > 0 ? WARNING : null,
  };
}
