import { type Parcel, type Place, communesOf } from '#domain/geometry/place.ts';
import { counted, enumeration, longFrenchDate } from '#domain/french.ts';
import {
  cadastralArea,
  communeLabel,
  communeNames,
  communesWithin,
  sortedParcels,
  totalArea,
} from '#domain/property/place-in-words.ts';
import { communeOf, doubtSentence, postalCommune } from '#domain/property/property-address.ts';
import { largestBuildingRow } from '#domain/printing/buildings.ts';
import { condominiumRows } from './condominium.ts';
import { sourcesPart } from './explanations.ts';
import { BLANK_CELL, cell, fill, inColumns, PART, text } from '#domain/printing/parts.ts';
import type { Cell, LabelledText, Row, Table } from '#domain/printing/parts.ts';
import type { StatementInput } from './input.ts';

/** The property in words: on page 1, in headers, and at the head of each part that is signed separately. */

/** « Parcelle AB 12 », with the prefix only when the commune absorbed another. */
export function parcelLine(parcel: Parcel): { label: string; area: string } {
  const prefix = parcel.prefix === '000' ? '' : ` (préfixe ${parcel.prefix})`;
  return {
    label: `Section ${parcel.section.replace(/^0+(?=.)/u, '')} n° ${parcel.number.replace(/^0+(?=.)/u, '')}${prefix}`,
    area: parcel.areaSquareMetres === null ? 'surface non précisée' : cadastralArea(parcel.areaSquareMetres),
  };
}

const PARCELS_ON_COVER = 4;
const NO_PARCEL = 'Aucune parcelle identifiée';

/** « 000-AB-0012, 000-AB-0013 »; beyond `most`, the number of the others. For headers, which are short. */
export function parcelReferences(place: Place, most = 3): string {
  if (place.parcels.length === 0) return NO_PARCEL;
  const all = sortedParcels(place).map(({ prefix, section, number }) => `${prefix}-${section}-${number}`);
  const shown = all.slice(0, most).join(', ');
  const noun = all.length > 1 ? 'Parcelles' : 'Parcelle';
  return all.length > most ? `${noun} ${shown} et ${counted(all.length - most, 'autre')}` : `${noun} ${shown}`;
}

export function coverParcels(place: Place): { parcels: ReturnType<typeof parcelLine>[]; moreParcels: string | null } {
  return { parcels: sortedParcels(place).slice(0, PARCELS_ON_COVER).map(parcelLine), moreParcels: moreParcels(place) };
}

/** The parcels that the cover does not name, and the area of all. */
function moreParcels(place: Place): string | null {
  const { length } = place.parcels;
  if (length < 2) return length === 0 ? NO_PARCEL : null;
  const hidden = length - PARCELS_ON_COVER;
  const others =
    hidden > 0 ? [`et ${counted(hidden, 'autre parcelle', 'autres parcelles')}, en partie ${PART.form}`] : [];
  const total = totalArea(place);
  return [...others, ...(total === null ? [] : [`${others.length > 0 ? 'en tout' : 'En tout'} ${total}`])].join(' ; ');
}

/** One line. */
const FOOT = 84;

/** « Parcelle 000-0A-0037 — 25390 Loray », for the foot of each page; every commune, when they are several. */
export function runningPlace({ address, place }: Located): string {
  const names = communeNames(place);
  if (names.length === 1) return shortened(`${parcelReferences(place)} — ${postalCommune(address, place)}`, FOOT);
  const parcels = parcelReferences(place, 1);
  return shortened(`${parcels} — ${communesWithin(place, FOOT - parcels.length - 3)}`, FOOT);
}

/** Title of the property: the confirmed address, or the parcels with their communes. */
export const titleOf = ({ address, place }: Located): string =>
  address.state === 'confirmed' ? address.label : `${parcelReferences(place)}, ${enumeration(communeNames(place))}`;

/** Titles the file, which has no line for the communes: an address names only its own. */
export function fileTitleOf(located: Located): string {
  const names = communeNames(located.place);
  const isShort = names.length === 1 || located.address.state === 'declared';
  return isShort ? titleOf(located) : `${titleOf(located)} (${enumeration(names)})`;
}

type Located = Pick<StatementInput, 'address' | 'place'>;

/** The user's text when no source confirms it, or when it differs from the confirmed address: printed separately. */
export type DeclaredAddress = { label: string; text: string; note: string };

export function declaredAddress({ address }: Located): DeclaredAddress | null {
  if (address.typed === null) return null;
  const note =
    address.state === 'confirmed'
      ? 'Tapée par la personne qui a fait établir ce document.'
      : `Non confirmée : ${doubtSentence(address.doubt)}`;
  return { label: 'Adresse déclarée', text: shortened(address.typed, 300), note };
}

/** Parts 2 and 3 may be handed over and signed separately. */
export function propertyStrip(input: StatementInput): LabelledText[] {
  const { address, place, statement } = input;
  return [
    { label: 'Immeuble', text: titleOf(input) },
    { label: communeLabel(place), text: communeOf(address, place) },
    { label: 'Cadastre', text: parcelReferences(place) },
    { label: 'Élaboré le', text: longFrenchDate(statement.issuedOn) },
  ];
}

/** The head of the usual form; no public data has the préfet's decree. */
export function propertyRows(input: StatementInput): Row[] {
  const { address, place, statement } = input;
  const declared = declaredAddress(input);
  return [
    text(
      'Adresse',
      address.state === 'confirmed'
        ? address.label
        : `Non confirmée : le bien est désigné par ${place.parcels.length > 1 ? 'ses parcelles' : 'sa parcelle'}.`,
    ),
    ...(declared === null ? [] : [text(declared.label, `${declared.text} — ${declared.note}`)]),
    ...condominiumRows(statement.declarations, place),
    text(communeLabel(place), communeOf(address, place)),
    text('Élaboré le', longFrenchDate(statement.issuedOn)),
    ...largestBuildingRow(input.buildings, place, sourcesPart(input)),
    fill('Arrêté préfectoral', 'sur la base duquel cet état est établi, s’il existe :', ['n°', 'du', 'mis à jour le']),
  ];
}

/** R125-24: the numbers of all the parcels; the cover shows only the first. */
export function parcelsTable(place: Place): Table {
  if (place.parcels.length > MOST_WHOLE_LINES) return compactParcels(place);
  return {
    head: ['Parcelle', 'Référence cadastrale', 'Commune (Insee)', 'Surface cadastrale'],
    widths: [50, 45, 45, 30],
    rows: [
      ...sortedParcels(place).map((parcel) => {
        const { label, area } = parcelLine(parcel);
        const reference = `${parcel.prefix}-${parcel.section}-${parcel.number}`;
        return [cell(label), cell(reference), cell(`${parcel.communeName} (${parcel.commune})`), cell(area)];
      }),
      ...totalRow(place, 4),
    ],
  };
}

/** Last line of several parcels. */
function totalRow(place: Place, columns: number): Cell[][] {
  const total = place.parcels.length > 1 ? totalArea(place) : null;
  if (total === null) return [];
  return [[cell('Total'), ...Array.from({ length: columns - 2 }, () => BLANK_CELL), cell(total)]];
}

/** Beyond, several parcels a line. */
const MOST_WHOLE_LINES = 12;
const TABLE_MM = 170;

/** Two a line with their commune; three when they share the one that the head of the form names. */
function compactParcels(place: Place): Table {
  const parcels = sortedParcels(place);
  const isInSeveral = communesOf(place).length > 1;
  const [head, widths] = isInSeveral
    ? [
        ['Référence cadastrale', 'Commune (Insee)', 'Surface cadastrale'],
        [25, 35, 25],
      ]
    : [
        ['Référence', 'Surface'],
        [25, 31],
      ];
  const rows = parcels.map((parcel) => {
    const { prefix, section, number, communeName, commune } = parcel;
    const where = isInSeveral ? [cell(`${communeName} (${commune})`)] : [];
    const area = parcel.areaSquareMetres === null && !isInSeveral ? 'inconnue' : parcelLine(parcel).area;
    return [cell(`${prefix}-${section}-${number}`), ...where, cell(area)];
  });
  const whole = { head, widths, rows: [...rows, ...totalRow(place, head.length)] };
  return inColumns(whole, Math.floor(TABLE_MM / widths.reduce((sum, width) => sum + width)));
}

/** Cut with an ellipsis, for short columns. */
export function shortened(words: string, length: number): string {
  return words.length > length ? `${words.slice(0, length).trimEnd()}…` : words;
}
