import { cleanText } from '#adapters/supplier-text.ts';
import type { CoverageTable } from '#domain/datasets/coverage.ts';
import type { DatasetName } from '#domain/datasets/datasets.ts';
import type { Csv } from '../formats/csv.ts';
import { readCsv } from '../formats/csv.ts';
import { DatasetRefusal } from '../refusal.ts';
import type { ReleaseRow } from '../release-writer.ts';
import type { SourceFile, SourceFolder } from '../source-folder.ts';

/** How a publisher's files become a release: one file of this folder each. */
export type Importer = {
  dataset: DatasetName;
  /** Raised with any change of the rows that it writes. */
  version: number;
  /** « Potentiel radon des communes » */
  label: string;
  publisher: string;
  attribution: string;
  licence: string;
  /** Where the publisher's file is; for `download` when it is a direct address. */
  sourceUrl: string;
  /** Public page about the data. */
  pageUrl: string | null;
  /** Beyond, a « non » is no longer printed; null for tables of the law. */
  maxAgeDays: number | null;
  /**
   * Rows in any order, one by one. Traps of the source are absorbed here, each with a comment. Reports the columns that it
   * reads and the communes that the source covers.
   */
  read(source: SourceFolder, report: Report): AsyncIterable<ReleaseRow>;
};

/** What an importer learns while it reads. */
export type Report = {
  /** Columns of a file, by kind. */
  columns(kind: string, names: readonly string[]): void;
  /** ISO date that the files give for themselves. */
  publishedOn(date: string): void;
  /** Called after the last row. */
  coverage(table: CoverageTable): void;
  /** What was left out, and why: a French sentence, counted by the operator's console. */
  skipped(why: string): void;
};

type Names = Readonly<Record<string, readonly string[]>>;

/** A CSV table by the names of its columns. `column` gives the cells' position. */
export type Table = { rows: Csv['rows']; column: (cells: string[], name: string) => string };

/**
 * Opens a table whose columns are found by name, in any order, each with its names in other years. `optional`: columns
 * that only some years have, else empty.
 * @throws DatasetRefusal when another one is missing
 */
export async function openTable(
  file: SourceFile,
  { names, optional = {}, report, kind }: { names: Names; optional?: Names; report: Report; kind: string },
): Promise<Table> {
  const { header, rows } = await readCsv(file);
  report.columns(kind, header);
  const positions = new Map<string, number>();
  for (const [name, aliases] of Object.entries({ ...names, ...optional })) {
    const position = header.findIndex((title) => [name, ...aliases].includes(title));
    if (position < 0 && !Object.hasOwn(optional, name)) {
      throw new DatasetRefusal(`${file.name} : la colonne « ${aliases.at(-1) ?? name} » est absente.`);
    }
    positions.set(name, position);
  }
  return { rows, column: (cells, name) => cleanText(cells[positions.get(name) ?? -1] ?? '') ?? '' };
}

/** A file with rows in fewer départements is a part of the national one: an absent row then proves nothing. */
const NATIONAL_DEPARTEMENTS = 90;

/**
 * Coverage of a file that does not say what it covers: in a national file, the départements that have rows; else nowhere
 * for certain.
 */
export function coverageByRows(departements: ReadonlySet<string>, least = NATIONAL_DEPARTEMENTS): CoverageTable {
  if (departements.size < least) return { elsewhere: 'partly', departements: {}, communes: {} };
  const covered = [...departements].toSorted().map((one) => [one, 'covered'] as const);
  return { elsewhere: 'not-digitised', departements: Object.fromEntries(covered), communes: {} };
}

export const OPEN_LICENCE = 'Licence Ouverte 2.0 (Etalab)';
