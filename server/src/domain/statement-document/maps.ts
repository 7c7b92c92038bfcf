import type { MultiPolygon, Polygon } from 'geojson';
import type { PprFamily, Provenance } from '#domain/risks/facts.ts';
import type { Findings } from '#domain/risks/findings.ts';
import { enumeration, frenchNumber } from '#domain/french.ts';
import type { PlacedPerimeter } from '#domain/risks/plan-perimeters.ts';
import { buildingLegend } from './buildings.ts';
import { servitudeLabel, type Perimeters } from './perimeters.ts';
import type { PrintedMap } from './parts.ts';
import { retreatName } from './plain.ts';
import { shortDate } from './text.ts';
import type { StatementInput } from './input.ts';
import type { MapFrame, MappedHeading, MappedZone, ZoneFrame } from './map-frames.ts';

/** More zones than hatchings would look alike in black and white. */
const ZONES_ON_A_MAP = 6;

/** The zones to draw, map by map: those that touch the property, then those that pass near it. */
export function mappedHeadings(findings: Findings, perimeters: Perimeters): MappedHeading[] {
  const { sis, 'trait-de-cote': coastlineRetreat } = findings;
  const headings: MappedHeading[] = [
    ...(['pprn', 'pprm', 'pprt'] as const).flatMap((family) => planMaps(family, perimeters)),
    {
      heading: 'sis',
      subject: null,
      zones: drawn(sis.details && [...sis.details.sites, ...sis.details.nearby], ({ name }) => name),
    },
    {
      heading: 'trait-de-cote',
      subject: null,
      zones: drawn(
        coastlineRetreat.details && [...coastlineRetreat.details.zones, ...coastlineRetreat.details.nearby],
        ({ label }) => retreatName(label),
      ),
    },
    ...noiseMaps(findings),
  ];
  return headings.filter(({ zones }) => zones.length > 0);
}

/** One map per plan; one more for the perimeters that the source links to no plan of the statement. */
function planMaps(family: PprFamily, perimeters: Perimeters): MappedHeading[] {
  const byPlan = Map.groupBy(publishedFor(family, perimeters) ?? [], ({ plan }) => plan);
  return [...byPlan].map(([plan, published]) => ({
    heading: family,
    subject: plan?.name ?? null,
    zones: drawn(published, perimeterLabel),
  }));
}

/** One map per aerodrome: each has its own plan. */
function noiseMaps({ bruit }: Findings): MappedHeading[] {
  const zones = bruit.details === null ? [] : [...bruit.details.zones, ...bruit.details.nearby];
  return [...Map.groupBy(zones, ({ aerodrome }) => aerodrome).values()].map((own) => ({
    heading: 'bruit',
    subject: own[0]?.aerodromeName ?? null,
    zones: drawn(own, ({ zone, aerodromeName }) => `Zone ${zone}, ${aerodromeName}`),
  }));
}

function publishedFor(family: PprFamily, perimeters: Perimeters): PlacedPerimeter[] | null {
  if (perimeters === null || perimeters.state === 'not-obtained') return null;
  return perimeters.value.filter((perimeter) => perimeter.family === family);
}

const perimeterLabel = (perimeter: PlacedPerimeter): string =>
  `Périmètre publié : ${perimeter.plan?.name ?? servitudeLabel(perimeter)}`;

function drawn<Z extends { outline: Polygon | MultiPolygon | null }>(
  zones: Z[] | null,
  labelOf: (zone: Z) => string,
): MappedZone[] {
  const outlined = (zones ?? []).flatMap((zone) =>
    zone.outline === null ? [] : [{ label: labelOf(zone), outline: zone.outline }],
  );
  return outlined.slice(0, ZONES_ON_A_MAP);
}

const WARNING =
  'Une partie du fond de carte n’a pas pu être obtenue : elle est laissée en gris. Le contour du bien et l’échelle restent exacts.';

export function maps(input: StatementInput, references: string): PrintedMap[] {
  if (input.maps === null) return [];
  const { situation, cadastral, zones } = input.maps;
  const consulted = (frame: MapFrame): string =>
    `Fond de carte : ${frame.attribution}, consulté le ${shortDate(input.statement.issuedOn.toString())}.`;
  return [
    {
      ...printedMap(situation),
      title: 'Plan de situation',
      caption: 'Le bien dans son quartier.',
      alt: `Plan de situation centré sur le bien : ${references}.`,
      source: consulted(situation),
    },
    {
      ...printedMap(cadastral),
      inset: insetOf(situation),
      title: 'Plan cadastral',
      caption: 'Contour issu du plan cadastral informatisé : il n’a pas valeur de bornage.',
      alt: `Plan cadastral : contour de ${references} et des parcelles voisines.`,
      source: consulted(cadastral),
    },
    ...zones.map((frame) => ({
      ...zoneMap(frame, input, consulted(frame)),
      inset: insetOf(frame.file === situation.file ? cadastral : situation),
    })),
  ];
}

const ZONE_TITLES: Record<MappedHeading['heading'], (subject: string | null) => string> = {
  pprn: (plan) => planTitle(plan, 'risques naturels'),
  pprm: (plan) => planTitle(plan, 'risques miniers'),
  pprt: (plan) => planTitle(plan, 'risques technologiques'),
  sis: () => 'Secteurs d’information sur les sols',
  'trait-de-cote': () => 'Recul du trait de côte',
  bruit: (aerodrome) => `Plan d’exposition au bruit${aerodrome === null ? '' : ` : ${aerodrome}`}`,
};

const planTitle = (plan: string | null, risks: string): string =>
  plan === null ? `Autres périmètres publiés, ${risks}` : `${plan} : périmètre publié`;

const CAPTION = 'Contours tels que publiés, au trait indicatif : seul le plan officiel fait foi.';
const PLAN_CAPTION =
  'Périmètre de la servitude telle que publiée : celui du plan ou de ses zones, la source ne dit pas lequel. Il ne dit pas la zone du bien ; seule la carte du plan fait foi.';

/** The label of a release has its date. */
const creditOf = ({ label, attribution, obtainedAt, edition }: Provenance): string =>
  [label, attribution, ...(edition === undefined ? [shortDate(obtainedAt)] : [])].join(', ');

const isPlan = (heading: MappedHeading['heading']): heading is PprFamily =>
  heading === 'pprn' || heading === 'pprm' || heading === 'pprt';

function zoneMap(frame: ZoneFrame, { findings, planPerimeters }: StatementInput, background: string): PrintedMap {
  const labels = frame.shapes.map(({ label }) => label);
  const { heading } = frame;
  const finding = findings[heading];
  const family = isPlan(heading) ? 'plan' : heading;
  const provenance = isPlan(heading) ? planPerimeters?.provenance : finding.provenances[0];
  const zones = provenance && `Zones : ${creditOf(provenance)}. `;
  return {
    ...printedMap(frame),
    title: ZONE_TITLES[frame.heading](frame.subject),
    zones: frame.shapes.map((shape) => ({ ...shape, family })),
    caption: isPlan(heading) ? PLAN_CAPTION : CAPTION,
    alt: `Carte des zones autour du bien : ${enumeration(labels)}. ${finding.sentence}`,
    source: `${zones ?? ''}${background}`,
  };
}

/** The same area at another scale. */
const insetOf = (frame: MapFrame): PrintedMap['inset'] => ({
  file: frame.file,
  ratio: frame.heightPixels / frame.widthPixels,
  scale: scaleBar(frame.widthMetres),
});

function printedMap(frame: MapFrame): Omit<PrintedMap, 'title' | 'caption' | 'alt' | 'source'> {
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
    legend: frame.outlines.length > 0 ? 'Parcelle du bien' : 'Point choisi',
    warning: frame.missingTiles > 0 ? WARNING : null,
  };
}

/** The longest round length within a quarter of the map. */
export function scaleBar(widthMetres: number): PrintedMap['scale'] {
  const longest = widthMetres / 4;
  const power = 10 ** Math.floor(Math.log10(longest));
  const length = ([5, 2, 1].find((digit) => digit * power <= longest) ?? 1) * power;
  const label = length < 1000 ? `${length} m` : `${frenchNumber(length / 1000)} km`;
  return { label, share: length / widthMetres };
}
