import { shortParcel } from '@clairisque/contract/common/parcel-codes.ts';
import { capitalised, counted, enumeration, frenchDistance, frenchNumber, percent } from '#domain/french.ts';
import { codeOf, communesOf, type Parcel, type Place } from '#domain/geometry/place.ts';
import { delimitedZones } from '#domain/headings/delimited-zones.ts';
import { HEADINGS, isDrawn } from '#domain/headings/headings.ts';
import type { DelimitedZone } from '#domain/risks/plan-perimeters.ts';
import { DRAWN_HEADINGS, type DrawnHeading } from '@clairisque/contract/common/headings.ts';
import type { Findings } from '#domain/risks/findings.ts';
import { parcelOverlaps, type ParcelOverlap } from '#domain/geometry/parcel-zones.ts';
import type { StatementInput } from './input.ts';
import { cell, inColumns, type Cell, type Table } from '#domain/printing/parts.ts';
import { BY_PARCEL } from './method.ts';
import type { Perimeters } from './perimeters.ts';

/** Which parcel a zone touches, what share of it, at what distance: only of a property in several parcels. */

type Zoned = Pick<Findings, DrawnHeading>;
type Given = { findings: Zoned; planPerimeters: Perimeters; place: Place };

/** A published zone that touches the property or passes within 30 m of it; `parcels` in their order. */
export type ZoneByParcel = {
  heading: DelimitedZone['heading'];
  label: string;
  parcels: ParcelOverlap[];
  zone: DelimitedZone;
};

/** Cached: the document, its data and its GeoJSON say the same. */
const known = new WeakMap<Zoned, ZoneByParcel[]>();

/** `[]` for one parcel. */
export function zonesByParcel(given: Given): ZoneByParcel[] {
  if (given.place.parcels.length < 2) return [];
  const found = known.get(given.findings) ?? measured(given);
  known.set(given.findings, found);
  return found;
}

function measured({ findings, planPerimeters, place }: Given): ZoneByParcel[] {
  const all = delimitedZones(findings, planPerimeters);
  // The indicative perimeters last.
  const zones = [...all.filter((zone) => !isPerimeter(zone)), ...all.filter(isPerimeter)];
  const overlaps = parcelOverlaps(
    place,
    zones.map(({ outline }) => outline),
  );
  return zones.map((zone, index) => ({
    heading: zone.heading,
    label: zone.column,
    parcels: overlaps[index] ?? [],
    zone,
  }));
}

const isPerimeter = ({ heading }: DelimitedZone): boolean => !isDrawn(heading);

export type ByParcel = { title: string; intro: string[]; tables: Table[] };

/** Columns of zones that fit beside the parcel's name, and zones printed: beyond, the data attached to the document. */
const ZONES_IN_TABLE = 4;
const MOST_ZONES = 8;

/** Null for one parcel. */
export function byParcel(input: StatementInput): ByParcel | null {
  const { place } = input;
  if (place.parcels.length < 2) return null;
  const zones = zonesByParcel(input);
  const { alike = [], differing = [] } = Object.groupBy(zones.slice(0, MOST_ZONES), (zone) =>
    positionOfAll(zone) === null ? 'differing' : 'alike',
  );
  const starts = differing.flatMap((_, index) => (index % ZONES_IN_TABLE === 0 ? [index] : []));
  return {
    title: 'Par parcelle',
    intro: [
      'Les réponses ci-dessus valent pour le bien entier : une parcelle touchée suffit.',
      ...zonesSentence(zones),
      ...unknownSentence(input),
      `${capitalised(enumeration(BY_PARCEL.map(({ name }) => name)))} sont interrogés pour le bien entier : leur source ne dit pas quelle parcelle est touchée.`,
    ],
    tables: [
      ...(alike.length > 0 ? [alikeTable(place, alike)] : []),
      ...starts.map((start) => zonesTable(place, differing.slice(start, start + ZONES_IN_TABLE))),
    ],
  };
}

/** Null where the parcels differ, or one is unknown. */
function positionOfAll({ parcels }: ZoneByParcel): string | null {
  const positions = parcels.map(positionOf);
  return new Set(positions).size === 1 ? (positions[0] ?? null) : null;
}

/** The zones that lie alike to every parcel: one line each. */
const alikeTable = ({ parcels }: Place, zones: ZoneByParcel[]): Table => ({
  head: ['Zone', `Les ${frenchNumber(parcels.length)} parcelles`],
  widths: [TABLE_MM - ALIKE_MM, ALIKE_MM],
  rows: zones.map((zone) => [cell(zone.label), cell(positionOfAll(zone))]),
});

function zonesSentence(zones: ZoneByParcel[]): string[] {
  const hidden = zones.length - MOST_ZONES;
  if (zones.length === 0)
    return ['Aucune des zones dont le contour a été obtenu ne touche ces parcelles ni n’en passe à moins de 30 m.'];
  return [
    'Part de chaque parcelle que couvre la zone, ou sa distance ; à moins de 30 m d’une limite, à vérifier sur le plan lui-même.',
    ...(hidden > 0
      ? [
          `${counted(hidden, 'autre zone figure', 'autres zones figurent')} dans les données jointes (etat-des-risques.json).`,
        ]
      : []),
  ];
}

/** Without an answer, no zone proves nothing. */
function unknownSentence({ findings, planPerimeters }: Given): string[] {
  const unknown = DRAWN_HEADINGS.filter((heading) => findings[heading].details === null);
  const names = unknown.map((heading) => HEADINGS[heading].shortTitle);
  if (planPerimeters?.state === 'not-obtained') names.push('périmètres publiés des plans');
  return names.length === 0 ? [] : [`Non vérifié par parcelle, faute de réponse : ${enumeration(names)}.`];
}

function zonesTable(place: Place, zones: ZoneByParcel[]): Table {
  const hasCommunes = communesOf(place).length > 1;
  const rows = grouped(place, hasCommunes, (index) => zones.map(({ parcels }) => positionOf(parcels[index])));
  const isLong = rows.length > MOST_WHOLE_LINES && zones.length <= 2;
  const nameWidth = isLong ? 27 : 46;
  const width = (TABLE_MM / (isLong ? 2 : 1) - nameWidth) / zones.length;
  const head = ['Parcelle', ...zones.map(({ label }) => label)];
  return inColumns({ head, widths: [nameWidth, ...zones.map(() => width)], rows }, isLong ? 2 : 1);
}

const TABLE_MM = 170;
const ALIKE_MM = 45;
/** Beyond, two parcels a line when their zones leave room. */
const MOST_WHOLE_LINES = 12;

type Line = { parcel: Parcel; positions: (string | null)[] };

/** One line for the parcels that lie alike, in the order of the first; the others than those named come last. */
function grouped(place: Place, hasCommunes: boolean, positionsOf: (index: number) => Line['positions']): Cell[][] {
  const lines = place.parcels.map((parcel, index): Line => ({ parcel, positions: positionsOf(index) }));
  const groups = [
    ...Map.groupBy(lines, ({ parcel, positions }) =>
      JSON.stringify([hasCommunes ? parcel.commune : '', positions]),
    ).values(),
  ];
  const others = hasCommunes ? undefined : groups.find((own) => own.length > MOST_NAMED);
  return [...groups.filter((own) => own !== others), ...(others === undefined ? [] : [others])].map((own) => {
    const commune = hasCommunes ? `, ${own[0]?.parcel.communeName}` : '';
    const name = own === others ? `Les ${frenchNumber(own.length)} autres parcelles` : `${namesOf(own)}${commune}`;
    return [cell(name), ...(own[0]?.positions ?? []).map((position) => cell(position))];
  });
}

/** When more parcels lie alike, the table of all parcels has their names. */
const MOST_NAMED = 12;

/** « AB 1, 2 et 5 ; AC 7 » */
function namesOf(lines: Line[]): string {
  const sections = Map.groupBy(
    lines.map(({ parcel }) => shortParcel(codeOf(parcel))),
    (name) => name.replace(/ [^ ]+$/u, ''),
  );
  const lists = [...sections].map(
    ([section, names]) => `${section} ${enumeration(names.map((name) => name.slice(section.length + 1)))}`,
  );
  return lists.join(' ; ');
}

/** « 40 % », « à 12 m, à vérifier », « à plus de 1 km » */
function positionOf(overlap: ParcelOverlap | undefined): string | null {
  if (overlap === undefined) return null;
  const { touches, share, distanceMetres, nearBoundary } = overlap;
  const doubt = nearBoundary ? ', à vérifier' : '';
  if (touches) return `${percent(share)}${share === 1 ? doubt : ''}`;
  if (distanceMetres === null) return 'à plus de 1 km';
  const isFar = distanceMetres > EXACT_METRES;
  return isFar
    ? `à ${frenchDistance(Math.round(distanceMetres / 100) * 100)} environ`
    : `à ${frenchDistance(distanceMetres)}${doubt}`;
}

/** Farther zones are said to the hundred metres: the parcels that lie alike then share a line. */
const EXACT_METRES = 100;
