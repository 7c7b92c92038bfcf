import type { RowInput } from '@clairisque/contract/batches.v3.ts';
import { PLANNED_FIELDS, PLANNED_NAMES } from '@clairisque/contract/common/property-columns.ts';
import type { KeyMode } from '@clairisque/contract/common/route.ts';
import { statementKey } from '@clairisque/contract/common/v3.ts';
import { parisDate } from '#domain/risks/validity.ts';
import type { RowState } from './batches.queries.ts';
import { inputOf, wordsOf } from './requests.rules.ts';
import type { RowData } from './rows.queries.ts';

export type Language = 'fr' | 'en';

const LANGUAGE_RANGE = /^\s*(?<tag>fr|en)\b[^;]*(?:;\s*q=(?<weight>[01](?:\.\d{1,3})?)\s*)?$/i;

/** The language of a header `Accept-Language` that is preferred among those of the tables (RFC 9110, 12.5.4). */
export function languageIn(header: string | undefined): Language {
  const asked = (header ?? '').split(',').flatMap((part) => {
    const { tag, weight = '1' } = LANGUAGE_RANGE.exec(part)?.groups ?? {};
    return tag === undefined || Number(weight) === 0 ? [] : [{ tag: tag.toLowerCase(), weight: Number(weight) }];
  });
  const [first] = asked.toSorted((one, other) => other.weight - one.weight);
  return first?.tag === 'en' ? 'en' : 'fr';
}

const STATES: Record<RowState, string> = {
  waiting: 'à vérifier',
  ready: 'prêt',
  doubtful: 'à choisir',
  refused: 'refusé',
  issued: 'émis',
  failed: 'échec, non débité',
  cancelled: 'ignoré',
};
export const TRANSACTIONS = { sale: 'vente', lease: 'location', '': '' };

/** How a table is written; ids say the mode. */
export type Writing = { language: Language; mode: KeyMode };
/** A column of a table: its titles, and the cell of a row. */
type Column = { fr: string; en: string; of: (row: RowData, writing: Writing) => string };

export const said = (row: Pick<RowData, 'request' | 'input'>): RowInput =>
  row.request === null ? wordsOf(row.input) : inputOf(row.request);

/** Title of a column that has the name of its field: « Works prescribed ». */
export function englishTitle(field: string): string {
  return field.replaceAll('_', ' ').replace(/^./, (letter) => letter.toUpperCase());
}

const WRITTEN: readonly Column[] = [
  {
    fr: 'Transaction',
    en: 'Transaction',
    of: (row, { language }) => (language === 'en' ? said(row).transaction : TRANSACTIONS[said(row).transaction]),
  },
  { fr: 'Vendeur ou bailleur', en: 'Owner', of: (row) => said(row).owner },
  { fr: 'Email du vendeur', en: 'Owner email', of: (row) => said(row).owner_email },
  { fr: 'Acquéreur ou locataire', en: 'Recipient', of: (row) => said(row).recipient },
  { fr: 'Votre référence', en: 'Your reference', of: (row) => said(row).reference },
  ...PLANNED_FIELDS.map((field) => ({
    fr: PLANNED_NAMES[field],
    en: englishTitle(field),
    of: ({ request, input }: RowData) => (request ?? input)?.[field] ?? '',
  })),
];
export const WHY: readonly Column[] = [
  { fr: 'Motif', en: 'Reason', of: ({ problem }) => problem?.detail ?? '' },
  { fr: 'Code du motif', en: 'Reason code', of: ({ problem }) => problem?.code ?? '' },
  { fr: 'Propositions', en: 'Candidates', of: ({ problem }) => problem?.candidates.join(' | ') ?? '' },
];
export const LINE: Column = { fr: 'Ligne', en: 'Row', of: ({ position }) => String(position) };
const FOUND: readonly Column[] = [
  LINE,
  { fr: 'Donné', en: 'Given', of: ({ given }) => given },
  { fr: 'Résultat', en: 'Status', of: ({ state }, { language }) => (language === 'en' ? state : STATES[state]) },
  {
    fr: 'Référence de l’état',
    en: 'Reference',
    of: ({ reference }) => reference ?? '',
  },
  {
    fr: 'statement_id',
    en: 'statement_id',
    of: ({ statement_id: id }, { mode }) => (id === null ? '' : statementKey(id, mode)),
  },
  {
    fr: 'Émis le',
    en: 'Issued on',
    of: ({ issued_at: at }) => (at === null ? '' : parisDate(at.toISOString()).toString()),
  },
  { fr: 'Valable jusqu’au', en: 'Valid until', of: ({ expires_on: day }) => day ?? '' },
  { fr: 'Adresse trouvée', en: 'Address found', of: ({ property }) => property?.adresse ?? '' },
  { fr: 'Parcelles trouvées', en: 'Parcels found', of: ({ property }) => property?.codes.join(' ') ?? '' },
];

/** A table: its titles, and the cells of a row. */
export type Table = { titles: string[]; cellsOf: (row: RowData) => string[] };

const table = (columns: readonly Column[], writing: Writing): Table => ({
  titles: columns.map((column) => column[writing.language]),
  cellsOf: (row) => columns.map(({ of }) => of(row, writing)),
});

/** For a spreadsheet, which runs no formula of it. `nameOf`: of the PDF in the archive. */
export function resultsTable({ nameOf, ...writing }: Writing & { nameOf: (row: RowData) => string }): Table {
  const file: Column = { fr: 'Fichier', en: 'File', of: nameOf };
  return table([...FOUND, ...WRITTEN, ...WHY, file], writing);
}

/** The issued statements as points of the properties; their outlines are in each statement's map.geojson. */
export const pointsOf = (rows: readonly RowData[], { site, mode }: { site: string; mode: KeyMode }): object[] =>
  rows.flatMap(({ statement_id: id, property, ...row }) =>
    id === null || property === null
      ? []
      : [
          {
            type: 'Feature',
            geometry: { type: 'Point', coordinates: [property.longitude, property.latitude] },
            properties: {
              row: row.position,
              statement_id: statementKey(id, mode),
              reference: row.reference,
              metadata: row.request?.metadata ?? {},
              address: property.adresse,
              parcels: property.codes,
              valid_until: row.expires_on,
              verification_url: `${site}/verification/${row.reference ?? ''}`,
            },
          },
        ],
  );
