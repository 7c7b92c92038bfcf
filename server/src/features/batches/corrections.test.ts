import { COLUMN_FIELDS, type ColumnField } from '@clairisque/contract/batches.v3.ts';
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { propertyRuns } from '../../../../tests/harness/property-runs.ts';
import { csv } from '#platform/files/csv.ts';
import { correctionsTable } from './corrections.rules.ts';
import { readTable } from './file.service.ts';
import { rowsOfFile } from './import.service.ts';
import { edited } from './requests.rules.ts';
import type { Language, Table } from './results.rules.ts';
import type { NewRow, RowData } from './rows.queries.ts';

type Read = Awaited<ReturnType<typeof rowsOfFile>>;
const READ = { fields: null, transaction: null } as const;
const LANGUAGES: Language[] = ['fr', 'en'];

const asStored = (row: NewRow): RowData => ({
  ...row,
  property: null,
  attempts: 0,
  retry_at: null,
  waiting_since: null,
  statement_id: null,
  reference: null,
  issued_at: null,
  expires_on: null,
  file_key: null,
  file_sha256: null,
});
const tableIn = (rows: RowData[], { titles, cellsOf }: Table): Buffer => csv([titles, ...rows.map(cellsOf)]);
const tableOf = ({ rows, columns }: Read, language: Language = 'fr'): Buffer =>
  tableIn(rows.map(asStored), correctionsTable(columns, { language, mode: 'live' }));
/** What is asked for, apart from where it stands in the file. */
const askedIn = ({ rows }: Read) =>
  rows.map(({ request, input, state, given, problem }) => ({ request, input, state, given, detail: problem?.detail }));
const linesOf = async (bytes: Buffer): Promise<string[][]> => {
  const { header, lines } = await readTable(bytes);
  const cells = [header];
  for await (const line of lines) cells.push(line.cells);
  return cells;
};

const FILE = [
  'N°;Rep;Type de voie;Voie;CP;Ville;Parcelles;Nature;Vendeur;Travaux prescrits;Travaux par plan;Étage du lot;Agent;Motif',
  '4;bis;rue;des Lilas;="06000";Nice;"AB 1, AB 2";vente;=1+1;oui;;3e;Zoé;ancien',
  ';;;;95190;Goussainville;ZZ 9999;don;Mme B;peut-être;PPRI = oui / non | PPRN = non;rdc;;',
].join('\n');

it.each(LANGUAGES)(
  'a file sent again as it was downloaded (%s) → the same rows, declarations included',
  async (language) => {
    const first = await rowsOfFile(Buffer.from(FILE), READ);
    expect(first.rows.map(({ state }) => state)).toEqual(['waiting', 'refused']);
    const again = await rowsOfFile(tableOf(first, language), READ);
    expect(askedIn(again)).toEqual(askedIn(first));
    // Once more, without a column that grows each time.
    expect((await linesOf(tableOf(again, language)))[0]).toEqual((await linesOf(tableOf(first, language)))[0]);
  },
);

it('every column that was sent is there, also one that is ignored, with its cells', async () => {
  const [titles = [], one = [], other = []] = await linesOf(tableOf(await rowsOfFile(Buffer.from(FILE), READ)));
  expect(titles.slice(0, 13)).toEqual([
    'Numéro',
    'Rep',
    'Type de voie',
    'Adresse',
    'Code postal',
    'Commune',
    'Parcelles',
    'Transaction',
    'Vendeur ou bailleur',
    'Travaux prescrits',
    'Travaux par plan',
    'Étage du lot',
    'Agent',
  ]);
  expect(titles.filter((title) => title === 'Motif')).toHaveLength(1);
  expect([one[12], other.slice(7, 11)]).toEqual([
    'Zoé',
    ['don', 'Mme B', 'peut-être', 'PPRI = oui / non | PPRN = non'],
  ]);
});

it('a declaration corrected in the table → the row asks for it', async () => {
  const first = await rowsOfFile(Buffer.from(FILE), READ);
  const corrected = tableOf(first).toString().replace('peut-être', 'oui').replace('"don"', '"location"');
  const { rows } = await rowsOfFile(Buffer.from(corrected), READ);
  expect(rows[1]?.problem).toBeNull();
  expect(rows[1]?.request).toMatchObject({
    transaction: 'lease',
    declarations: {
      works_by_plan: [
        { plan: 'PPRI', prescribed: true, done: false },
        { plan: 'PPRN', prescribed: false },
      ],
    },
  });
});

it('a row that was edited in place → its table says what it is now, with the declarations of its file', async () => {
  const { rows, columns } = await rowsOfFile(Buffer.from(FILE), READ);
  const [row] = rows as [NewRow];
  const change = edited(row, { address: '12 rue du Moulin 35000 Rennes', parcels: '', commune: '', owner: 'M. C' });
  const request = 'request' in change ? change.request : null;
  const again = await rowsOfFile(tableOf({ rows: [{ ...row, request }], columns }), READ);
  expect(again.rows[0]?.request).toEqual(request);
  expect(request).toMatchObject({ parties: { owner: 'M. C' }, declarations: { condominium_lot: { floor: 3 } } });
});

it('the transaction said for a whole file, and a column that its owner chose to ignore → read so again', async () => {
  const bytes = Buffer.from('Rue;Numéro;Prix\n4 rue des Lilas 95190 Goussainville;88;12\n');
  const first = await rowsOfFile(bytes, { fields: ['address', null, null], transaction: 'lease' });
  const again = await rowsOfFile(tableOf(first), READ);
  expect(askedIn(again)).toEqual(askedIn(first));
  expect(again.rows[0]?.given).toBe('4 rue des Lilas 95190 Goussainville');
});

it('a line with cells too many → they are kept, and named', async () => {
  const first = await rowsOfFile(Buffer.from('Adresse;Type\n4 rue des Lilas;vente;de trop\n'), READ);
  const [titles = [], cells = []] = await linesOf(tableOf(first));
  expect(cells[titles.indexOf('Cellules en trop')]).toBe('de trop');
});

it('a row of a request, without a file → its declarations have columns', async () => {
  const [{ request } = { request: null }] = (await rowsOfFile(Buffer.from(FILE), READ)).rows;
  const row = { position: 1, given: '', state: 'refused', request, input: null, problem: null, cells: null } as const;
  const again = await rowsOfFile(tableOf({ rows: [row], columns: [] }), READ);
  expect(again.rows[0]?.request).toEqual(request);
});

/** Cells that a column may hold, read or not. */
const CELLS: Partial<Record<ColumnField, readonly string[]>> = {
  address: ['4 rue des Lilas', '12 place Saint-Aubin 35000 Rennes', 'Le Bourg'],
  postcode: ['95190', '1000', '="06000"'],
  city: ['Goussainville', '35000 Rennes', '95280'],
  parcels: ['AB 1', 'AB 1, AB 2', '000-AB-0001@95280', 'n’importe quoi'],
  longitude: ['2,4745', '2.47', '500'],
  latitude: ['49,0325', 'x'],
  transaction: ['vente', 'location', 'don'],
  works_prescribed: ['oui', 'non', '?', 'peut-être'],
  works_by_plan: ['PPRI = oui / non', 'PPRI'],
  disaster_decrees_indemnified: ['INTE2500002A INTE2500003A', 'x'.repeat(50)],
  condominium_lot_floor: ['rdc', '3e', '-1', 'haut'],
  owner_email: ['m@exemple.fr', 'm@'],
};

it('whatever its columns and its cells, a file sent again asks for the same', async () => {
  const column = fc.uniqueArray(fc.constantFrom(...COLUMN_FIELDS.filter((field) => field !== 'address')), {
    maxLength: 12,
  });
  const line = (fields: readonly ColumnField[]) =>
    fc.tuple(
      ...fields.map((field) =>
        fc.oneof(fc.constant(''), fc.constantFrom(...(CELLS[field] ?? ['12', 'Mme Durand', 'a', '=x', '-7,90']))),
      ),
    );
  const file = column.chain((fields) => {
    const all: ColumnField[] = ['address', ...fields];
    return fc.record({ fields: fc.constant(all), lines: fc.array(line(all), { minLength: 1, maxLength: 4 }) });
  });
  await fc.assert(
    fc.asyncProperty(file, async ({ fields, lines }) => {
      fc.pre(lines.every((cells) => cells.some((cell) => cell !== '')));
      const written = [fields, ...lines].map((cells) =>
        cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(';'),
      );
      const first = await rowsOfFile(Buffer.from(written.join('\n')), { fields, transaction: null });
      for (const language of LANGUAGES) {
        expect(askedIn(await rowsOfFile(tableOf(first, language), READ))).toEqual(askedIn(first));
      }
    }),
    propertyRuns(60),
  );
});
