import type { ColumnField, RowInput } from '@clairisque/contract/batches.v3.ts';
import {
  DECLARED_FIELDS,
  DECLARED_NAMES,
  PLANNED_NAMES,
  type PlannedField,
} from '@clairisque/contract/common/property-columns.ts';
import { fieldsIn, rowOfCells } from './columns.rules.ts';
import { cellsOfDeclarations } from './declared.rules.ts';
import {
  englishTitle,
  LINE,
  said,
  TRANSACTIONS,
  WHY,
  type Language,
  type Table,
  type Writing,
} from './results.rules.ts';
import type { SentColumn } from './batches.queries.ts';
import type { RowData } from './rows.queries.ts';

type Titles = { fr: string; en: string };
type Cells = Partial<Record<ColumnField, string>>;

/** Columns of what its owner seldom says: in a table only where they were sent, or when nothing was. */
const SELDOM = DECLARED_FIELDS;

const planned = (field: PlannedField): Titles => ({ fr: PLANNED_NAMES[field], en: englishTitle(field) });
const TITLES: Record<Exclude<ColumnField, (typeof SELDOM)[number]>, Titles> = {
  number: { fr: 'Numéro', en: 'Number' },
  suffix: { fr: 'Rep', en: 'Suffix' },
  way_type: { fr: 'Type de voie', en: 'Way type' },
  address: { fr: 'Adresse', en: 'Address' },
  postcode: { fr: 'Code postal', en: 'Postcode' },
  parcels: { fr: 'Parcelles', en: 'Parcels' },
  city: { fr: 'Commune', en: 'City' },
  transaction: { fr: 'Transaction', en: 'Transaction' },
  owner: { fr: 'Vendeur ou bailleur', en: 'Owner' },
  owner_email: { fr: 'Email du vendeur', en: 'Owner email' },
  recipient: { fr: 'Acquéreur ou locataire', en: 'Recipient' },
  reference: { fr: 'Votre référence', en: 'Your reference' },
  longitude: { fr: 'Longitude', en: 'Longitude' },
  latitude: { fr: 'Latitude', en: 'Latitude' },
  preliminary_contract: planned('preliminary_contract'),
  deed: planned('deed'),
  lease: planned('lease'),
};
const DOOR = ['number', 'suffix', 'way_type', 'postcode'] as const;
/** Every table has these columns, for what its owner may add. */
const ALWAYS = (Object.keys(TITLES) as (keyof typeof TITLES)[]).filter(
  (field) => !DOOR.includes(field as (typeof DOOR)[number]),
);

const titleOf = (field: ColumnField, language: Language): string => {
  if (field in TITLES) return TITLES[field as keyof typeof TITLES][language];
  return language === 'fr' ? DECLARED_NAMES[field as (typeof SELDOM)[number]] : englishTitle(field);
};

/** A title under which a column that was ignored is ignored again. */
function ignored(title: string, language: Language): string {
  return fieldsIn([title])[0] === null ? title : `${title} (${language === 'fr' ? 'ignoré' : 'ignored'})`;
}

/** Cells beyond the columns of a file. */
const BEYOND: Titles = { fr: 'Cellules en trop', en: 'Cells too many' };
const OURS = new Set([...WHY, LINE, BEYOND].flatMap(({ fr, en }) => [fr, en]));

/**
 * Rows that are not issued, to be corrected in a spreadsheet and sent again: every column that was sent, under a title
 * that says what it holds, those that may be added, and why. `columns`: none for the rows of a request.
 */
export function correctionsTable(columns: readonly SentColumn[], writing: Writing): Table {
  const { language } = writing;
  const isOfFile = columns.length > 0;
  const sent = columns
    .map((column, at) => ({ ...column, at }))
    .filter(({ field, title }) => field !== null || !OURS.has(title));
  const added = [...ALWAYS, ...(isOfFile ? [] : SELDOM)].filter(
    (field) => !columns.some((column) => column.field === field),
  );
  return {
    titles: [
      ...sent.map(({ title, field }) => (field === null ? ignored(title, language) : titleOf(field, language))),
      ...added.map((field) => titleOf(field, language)),
      ...(isOfFile ? [BEYOND[language]] : []),
      ...[...WHY, LINE].map((column) => column[language]),
    ],
    cellsOf(row) {
      const cells = cellsOf(row, columns, language);
      return [
        ...sent.map(({ field, at }) => (field === null ? row.cells?.[at] : cells[field]) ?? ''),
        ...added.map((field) => cells[field] ?? ''),
        ...(isOfFile ? [row.cells?.slice(columns.length).join(' | ') ?? ''] : []),
        ...[...WHY, LINE].map(({ of }) => of(row, writing)),
      ];
    },
  };
}

/** The cells of a row as they were sent, with what its owner has changed since. */
function cellsOf(row: RowData, columns: readonly SentColumn[], language: Language): Cells {
  const { cells } = row;
  const words = wordsIn(said(row), language);
  const kept = row.request ?? row.input;
  if (cells === null) return { ...placeOf(row), ...words, ...cellsOfDeclarations(kept) };
  const sent: Cells = {};
  for (const [at, { field }] of columns.entries()) if (field !== null) sent[field] = cells[at] ?? '';
  // That of the lines that say none.
  sent.transaction ||= words.transaction ?? '';
  return { ...sent, ...changesOf(row, asRead(cells, { columns, row }), words) };
}

type Said = Pick<RowData, 'request' | 'input'>;

/** The row that its line makes. */
function asRead(cells: readonly string[], { columns, row }: { columns: readonly SentColumn[]; row: RowData }): Said {
  const { transaction } = said(row);
  const fields = columns.map(({ field }) => field);
  return rowOfCells(cells, { fields, transaction: transaction === '' ? null : transaction });
}

/** What the row says now, where its line says something else. */
function changesOf(row: RowData, read: Said, words: Cells): Cells {
  const [before, now] = [said(read), said(row)];
  const changed = new Set((Object.keys(now) as (keyof RowInput)[]).filter((name) => before[name] !== now[name]));
  const fields = [...changed].map((name) => (name === 'commune' ? 'city' : name));
  const isMoved = changed.has('address') || changed.has('commune');
  return {
    ...Object.fromEntries(fields.map((field) => [field, words[field]])),
    // The whole address then stands in its own column.
    ...(isMoved && {
      ...Object.fromEntries(DOOR.map((field) => [field, ''])),
      address: words.address ?? '',
      city: words.city ?? '',
    }),
    ...(isSamePoint(pointOf(read), pointOf(row)) ? {} : placeOf(row)),
  };
}

const pointOf = ({ request, input }: Said) => (request ?? input)?.point;
const isSamePoint = (one: ReturnType<typeof pointOf>, other: ReturnType<typeof pointOf>): boolean =>
  one?.longitude === other?.longitude && one?.latitude === other?.latitude;

const placeOf = (row: Said): Cells => ({
  longitude: String(pointOf(row)?.longitude ?? ''),
  latitude: String(pointOf(row)?.latitude ?? ''),
});

const wordsIn = ({ commune, transaction, ...words }: RowInput, language: Language): Cells => ({
  ...words,
  city: commune,
  transaction: language === 'en' ? transaction : TRANSACTIONS[transaction],
});
