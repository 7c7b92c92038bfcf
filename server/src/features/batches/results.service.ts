import { hash } from 'node:crypto';
import { fileName } from '@clairisque/contract/common/file-name.ts';
import type { Deps } from '#deps.ts';
import { documentName } from '#features/documents/documents.ts';
import { csv, csvLines } from '#platform/files/csv.ts';
import type { AnsweredFile } from '#platform/http/file-answer.ts';
import { fileOf, sized, zipped, type Stored } from '#platform/files/zipped-files.ts';
import { zipOf } from '#platform/files/zip.ts';
import type { OwnBatch, RowState } from './batches.queries.ts';
import { requireBatch } from './batches.ts';
import { correctionsTable } from './corrections.rules.ts';
import { pointsOf, resultsTable, type Language, type Table } from './results.rules.ts';
import { listRows, type RowData } from './rows.queries.ts';

export type ResultFile = 'results.csv' | 'results.geojson' | 'documents.zip' | 'to_correct.csv';
type Asked = { file: ResultFile; language: Language };
type Results = AnsweredFile & { length?: number; etag?: string };
/** Rows in order, some at a time: a batch has ten thousand, and several of its files are asked for at once. */
type Pages = () => AsyncIterable<RowData[]>;

const ROWS_AT_ONCE = 500;

/** The results so far. Throws `not_found`. */
export async function readResults(deps: Deps, own: OwnBatch, { file, language }: Asked): Promise<Results> {
  const { mode } = deps;
  const { name, columns } = await requireBatch(deps, own);
  const pages: Pages = () => pagesOf(deps, own, file === 'to_correct.csv' ? NOT_ISSUED : undefined);
  const nameWith = (after: string): string =>
    fileName({ before: `Clairisque - import ${own.id}`, free: titleOf(name), after });
  if (file === 'results.geojson') {
    const content = await mapOf(pages(), (rows) => pointsOf(rows, { site: deps.publicUrl, mode }));
    return { content, type: 'application/geo+json', fileName: nameWith('.geojson') };
  }
  if (file === 'to_correct.csv') {
    const content = await tableOf(pages(), correctionsTable(columns ?? [], { language, mode }));
    const after = ` - ${language === 'en' ? 'to correct' : 'à corriger'}.csv`;
    return { content, type: 'text/csv', fileName: nameWith(after) };
  }
  if (file === 'results.csv') {
    const written = resultsTable({ nameOf: (row) => (row.file_key === null ? '' : nameOf(row)), language, mode });
    return { content: await tableOf(pages(), written), type: 'text/csv', fileName: nameWith('.csv') };
  }
  return { ...(await zipOfResults(deps, pages, language)), fileName: nameWith('.zip') };
}

const titleOf = (name: string): string => (name === '' ? '' : `- ${name.replace(/\.\w{1,4}$/, '')}`);

const NOT_ISSUED = ['refused', 'doubtful', 'failed'] as const;

async function* pagesOf(
  deps: Deps,
  { accountId, id }: OwnBatch,
  state: readonly RowState[] | undefined,
): AsyncGenerator<RowData[]> {
  for (let after = 0; ;) {
    const page = await listRows(deps.db, { accountId, batchId: id, after, limit: ROWS_AT_ONCE, state });
    yield page;
    const last = page.at(-1);
    if (last === undefined || page.length < ROWS_AT_ONCE) return;
    after = last.position;
  }
}

async function tableOf(pages: AsyncIterable<RowData[]>, { titles, cellsOf }: Table): Promise<Buffer> {
  const parts = [csv([titles])];
  for await (const rows of pages) parts.push(csvLines(rows.map(cellsOf)));
  return Buffer.concat(parts);
}

async function mapOf(pages: AsyncIterable<RowData[]>, of: (rows: RowData[]) => object[]): Promise<string> {
  const parts: string[] = [];
  for await (const rows of pages) parts.push(...of(rows).map((feature) => JSON.stringify(feature)));
  return `{"type":"FeatureCollection","features":[${parts.join(',')}]}`;
}

const nameOf = ({ statement_id: id, property, given, reference }: RowData): string =>
  documentName({ id: id ?? 0, adresse: property?.adresse ?? given, reference: reference ?? '', replaced: false });

/** One PDF in memory at a time. */
async function zipOfResults(
  deps: Deps,
  pages: Pages,
  language: Language,
): Promise<Pick<Results, 'content' | 'type' | 'length' | 'etag'>> {
  const documents = await sized(deps, await issuedIn(pages()));
  const byPosition = new Map(documents.map((document): [number, Document] => [document.row.position, document]));
  const nameInArchive = ({ position }: RowData): string => {
    const document = byPosition.get(position);
    return document === undefined ? '' : fileOf(document);
  };
  const table = await tableOf(pages(), resultsTable({ nameOf: nameInArchive, language, mode: deps.mode }));
  const entries = documents.map(({ name, file, size, at }) => [name, file, size, at]);
  // Its bytes follow from these: the same archive has the same tag.
  const etag = `"${hash('sha256', JSON.stringify([entries, table.toString()]), 'base64url')}"`;
  const { stream, length } = await zipOf([
    ...documents.flatMap((document) => zipped(deps, document)),
    {
      name: language === 'en' ? 'results.csv' : 'resultats.csv',
      bytes: table,
      mtime: new Date(Math.max(0, ...documents.map(({ at }) => at.getTime()))),
    },
  ]);
  return { content: stream, type: 'application/zip', length, etag };
}

type Document = Stored<Pick<RowData, 'position'>>;

async function issuedIn(pages: AsyncIterable<RowData[]>): Promise<Omit<Document, 'size'>[]> {
  const issued: Omit<Document, 'size'>[] = [];
  for await (const rows of pages) {
    for (const row of rows) {
      const { position, file_key: key, file_sha256: sha256, issued_at: at } = row;
      if (key !== null && at !== null) issued.push({ row: { position }, name: nameOf(row), file: { key, sha256 }, at });
    }
  }
  return issued;
}
