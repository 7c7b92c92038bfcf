import { hash } from 'node:crypto';
import type { Deps } from '#deps.ts';
import { documentName } from '#features/documents/documents.ts';
import type { AnsweredFile } from '#platform/http/file-answer.ts';
import { fileOf, sized, zipped, type Stored } from '#platform/files/zipped-files.ts';
import { zipOf } from '#platform/files/zip.ts';
import type { OwnBatch, RowState } from './batches.queries.ts';
import { requireBatch } from './batches.ts';
import { correctionsTable } from './corrections.rules.ts';
import { resultsMap, resultsTable, type Language } from './results.rules.ts';
import { listRows, type RowData } from './rows.queries.ts';

export type ResultFile = 'results.csv' | 'results.geojson' | 'documents.zip' | 'to_correct.csv';
type Asked = { file: ResultFile; language: Language };
type Results = AnsweredFile & { length?: number; etag?: string };

const ROWS_AT_ONCE = 500;

/** The results so far. Throws `not_found`. */
export async function readResults(deps: Deps, own: OwnBatch, { file, language }: Asked): Promise<Results> {
  const { mode } = deps;
  const { name, columns } = await requireBatch(deps, own);
  const rows = await allRows(deps, own, file === 'to_correct.csv' ? NOT_ISSUED : undefined);
  const title = `Clairisque - import ${own.id}${name === '' ? '' : ` - ${name.replace(/\.\w{1,4}$/, '')}`}`;
  if (file === 'results.geojson') {
    return {
      content: resultsMap(rows, { site: deps.publicUrl, mode }),
      type: 'application/geo+json',
      fileName: `${title}.geojson`,
    };
  }
  if (file === 'to_correct.csv') {
    const content = correctionsTable(rows, columns ?? [], { language, mode });
    return { content, type: 'text/csv', fileName: `${title} - ${language === 'en' ? 'to correct' : 'à corriger'}.csv` };
  }
  if (file === 'results.csv') {
    const content = resultsTable(rows, { nameOf: (row) => (row.file_key === null ? '' : nameOf(row)), language, mode });
    return { content, type: 'text/csv', fileName: `${title}.csv` };
  }
  return zipOfResults(deps, rows, { title, language });
}

const NOT_ISSUED = ['refused', 'doubtful', 'failed'] as const;

async function allRows(
  deps: Deps,
  { accountId, id }: OwnBatch,
  state: readonly RowState[] | undefined,
): Promise<RowData[]> {
  const rows: RowData[] = [];
  for (let after = 0; ;) {
    const page = await listRows(deps.db, { accountId, batchId: id, after, limit: ROWS_AT_ONCE, state });
    rows.push(...page);
    const last = page.at(-1);
    if (last === undefined || page.length < ROWS_AT_ONCE) return rows;
    after = last.position;
  }
}

const nameOf = ({ statement_id: id, property, given }: RowData): string =>
  documentName({ id: id ?? 0, adresse: property?.adresse ?? given, replaced: false });

/** One PDF in memory at a time. */
async function zipOfResults(
  deps: Deps,
  rows: RowData[],
  { title, language }: { title: string; language: Language },
): Promise<Results> {
  const issued = rows.flatMap((row) =>
    row.file_key === null || row.issued_at === null
      ? []
      : [{ row, name: nameOf(row), file: { key: row.file_key, sha256: row.file_sha256 }, at: row.issued_at }],
  );
  const documents = await sized(deps, issued);
  const byPosition = new Map(documents.map((document): [number, Stored<RowData>] => [document.row.position, document]));
  const nameInArchive = ({ position }: RowData): string => {
    const document = byPosition.get(position);
    return document === undefined ? '' : fileOf(document);
  };
  const table = resultsTable(rows, { nameOf: nameInArchive, language, mode: deps.mode });
  const changed = issued.map(({ at }) => at.getTime());
  const entries = documents.map(({ name, file, size, at }) => [name, file, size, at]);
  // Its bytes follow from these: the same archive has the same tag.
  const etag = `"${hash('sha256', JSON.stringify([entries, table.toString()]), 'base64url')}"`;
  const { stream, length } = await zipOf([
    ...documents.flatMap((document) => zipped(deps, document)),
    {
      name: language === 'en' ? 'results.csv' : 'resultats.csv',
      bytes: table,
      mtime: new Date(Math.max(0, ...changed)),
    },
  ]);
  return { content: stream, type: 'application/zip', fileName: `${title}.zip`, length, etag };
}
