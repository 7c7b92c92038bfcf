import type { Parcel, Place } from '#domain/risks/facts.ts';
import { counted, frenchArea, longFrenchDate } from '#domain/french.ts';
import { communesOf } from '#domain/geo/place.ts';
import { communeOf, doubtSentence, postalCommune } from '#domain/geo/property-address.ts';
import { largestBuildingRow } from './buildings.ts';
import { condominiumRows } from './condominium.ts';
import { cell, fill, inColumns, text } from './parts.ts';
import type { LabelledText, Row, Table } from './parts.ts';
import type { StatementInput } from './input.ts';

/** The property in words: on page 1, in headers, and at the head of each part that is signed separately. */

/** « Parcelle AB 12 », with the prefix only when the commune absorbed another. */
export function parcelLine(parcel: Parcel): { label: string; area: string } {
  const prefix = parcel.prefix === '000' ? '' : ` (préfixe ${parcel.prefix})`;
  return {
    label: `Section ${parcel.section.replace(/^0+(?=.)/u, '')} n° ${parcel.number.replace(/^0+(?=.)/u, '')}${prefix}`,
    area: parcel.areaSquareMetres === null ? 'surface non précisée' : frenchArea(parcel.areaSquareMetres),
  };
}

const PARCELS_ON_COVER = 4;
const NO_PARCEL = 'Aucune parcelle identifiée';

/** « 000-AB-0012, 000-AB-0013 »; beyond three, the number of the others. For headers, which are short. */
export function parcelReferences({ parcels }: Place): string {
  if (parcels.length === 0) return NO_PARCEL;
  const all = parcels.map(({ prefix, section, number }) => `${prefix}-${section}-${number}`);
  const shown = all.slice(0, 3).join(', ');
  const noun = all.length > 1 ? 'Parcelles' : 'Parcelle';
  return all.length > 3 ? `${noun} ${shown} et ${counted(all.length - 3, 'autre')}` : `${noun} ${shown}`;
}

export function coverParcels(place: Place): { parcels: ReturnType<typeof parcelLine>[]; moreParcels: string | null } {
  return { parcels: place.parcels.slice(0, PARCELS_ON_COVER).map(parcelLine), moreParcels: moreParcels(place) };
}

function moreParcels({ parcels }: Place): string | null {
  const hidden = parcels.length - PARCELS_ON_COVER;
  if (hidden > 0) return `et ${counted(hidden, 'autre parcelle', 'autres parcelles')}, en partie 1`;
  return parcels.length === 0 ? NO_PARCEL : null;
}

/** « Parcelle 000-0A-0037 — 25390 Loray », for the foot of each page: one line. */
export const runningPlace = ({ address, place }: Located): string =>
  shortened(`${parcelReferences(place)} — ${postalCommune(address, place)}`, 84);

/** Title of the property: the confirmed address, or the parcels. */
export const titleOf = ({ address, place }: Located): string =>
  address.state === 'confirmed' ? address.label : `${parcelReferences(place)}, ${place.communeName}`;

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
    { label: 'Commune', text: communeOf(address, place) },
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
      address.state === 'confirmed' ? address.label : 'Non confirmée : le bien est désigné par sa parcelle.',
    ),
    ...(declared === null ? [] : [text(declared.label, `${declared.text} — ${declared.note}`)]),
    ...condominiumRows(statement.declarations),
    text('Commune', `${communeOf(address, place)}. Élaboré le ${longFrenchDate(statement.issuedOn)}.`),
    ...largestBuildingRow(input.buildings),
    fill('Arrêté préfectoral', 'sur la base duquel cet état est établi, s’il existe :', ['n°', 'du', 'mis à jour le']),
  ];
}

/** R125-24: the numbers of all the parcels; the cover shows only the first. */
export function parcelsTable(place: Place): Table {
  if (place.parcels.length > MOST_WHOLE_LINES) return compactParcels(place);
  return {
    head: ['Parcelle', 'Référence cadastrale', 'Commune (Insee)', 'Surface cadastrale'],
    widths: [50, 45, 45, 30],
    rows: place.parcels.map((parcel) => {
      const { label, area } = parcelLine(parcel);
      const reference = `${parcel.prefix}-${parcel.section}-${parcel.number}`;
      return [cell(label), cell(reference), cell(`${parcel.communeName} (${parcel.commune})`), cell(area)];
    }),
  };
}

/** Beyond, several parcels a line. */
const MOST_WHOLE_LINES = 12;
const TABLE_MM = 170;

/** Two a line with their commune; four when they share the one that the head of the form names. */
function compactParcels(place: Place): Table {
  const { parcels } = place;
  const isInSeveral = communesOf(place).length > 1;
  const [head, widths] = isInSeveral
    ? [
        ['Référence cadastrale', 'Commune (Insee)', 'Surface cadastrale'],
        [25, 35, 25],
      ]
    : [
        ['Référence', 'Surface'],
        [24, 18.5],
      ];
  const rows = parcels.map((parcel) => {
    const { prefix, section, number, communeName, commune } = parcel;
    const where = isInSeveral ? [cell(`${communeName} (${commune})`)] : [];
    const area = parcel.areaSquareMetres === null && !isInSeveral ? 'inconnue' : parcelLine(parcel).area;
    return [cell(`${prefix}-${section}-${number}`), ...where, cell(area)];
  });
  return inColumns({ head, widths, rows }, TABLE_MM / widths.reduce((sum, width) => sum + width));
}

/** Cut with an ellipsis, for short columns. */
export function shortened(words: string, length: number): string {
  return words.length > length ? `${words.slice(0, length).trimEnd()}…` : words;
}
