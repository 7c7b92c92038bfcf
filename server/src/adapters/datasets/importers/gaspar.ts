import { isoDate } from '#adapters/supplier-text.ts';
import type { Coverage, CoverageTable } from '#domain/datasets/coverage.ts';
import { departementOf } from '#domain/geometry/place.ts';
import { DatasetRefusal } from '../refusal.ts';
import type { SourceFile, SourceFolder } from '../source-folder.ts';
import { OPEN_LICENCE, type Importer } from './importer.ts';

/** What the tables of GASPAR share. The base is published each week: beyond a month, an absent row is not a « non ». */
export const GASPAR = {
  publisher: 'Ministère chargé de l’environnement (DGPR), diffusé par Géorisques',
  attribution: 'Ministère chargé de l’environnement, BRGM',
  licence: OPEN_LICENCE,
  sourceUrl: 'https://files.georisques.fr/GASPAR/gaspar.zip',
  pageUrl: 'https://www.georisques.gouv.fr/donnees/bases-de-donnees/base-gaspar',
  maxAgeDays: 31,
} as const satisfies Partial<Importer>;

/** Since 2026 the name has the day of the export: `pprn_gaspar_2026-10-05.csv`. */
export function exportDay(fileName: string): string | null {
  return isoDate(/_(\d{4}-\d{2}-\d{2})\.csv$/i.exec(fileName)?.[1] ?? null);
}

/** The one table of that name: rows of another export would be dated of the latest. @throws DatasetRefusal */
export function onlyTable(source: SourceFolder, name: string): SourceFile[] {
  const files = source.matching(new RegExp(String.raw`^${name}.*\.csv$`, 'i'), `${name}.csv`);
  if (files.length === 1) return files;
  throw new DatasetRefusal(`${files.map(({ name }) => name).join(', ')} : le dossier mêle plusieurs exports.`);
}

/** A commune's code; a spreadsheet loses the first zero. Null for the rows that have none. */
export function communeCode(written: string): string | null {
  const code = written.padStart(5, '0').toUpperCase();
  return written !== '' && /^(?:\d{2}|2[AB])\d{3}$/.test(code) ? code : null;
}

/** An ISO date; times are those of a time zone, and 1900-01-01 stands for an unknown day. */
export function gasparDate(written: string): string | null {
  const date = isoDate(written);
  return date === '1900-01-01' ? null : date;
}

const METROPOLE = Array.from({ length: 95 }, (_, i) => String(i + 1).padStart(2, '0')).flatMap((code) =>
  code === '20' ? ['2A', '2B'] : [code],
);
/** The base has no plan of the other overseas communities, and does not say whether they have any. */
const NATIONAL = [...METROPOLE, '971', '972', '973', '974'];

/**
 * The départements that a table covers. A table with rows in fewer than `least` is an extract, and covers none.
 * `isEverywhere`: the base is national, and a département may have no such plan; otherwise each has some, and one
 * without a row is missing from the file.
 */
export function nationalCoverage(
  communes: Iterable<string>,
  { least, isEverywhere }: { least: number; isEverywhere: boolean },
): CoverageTable {
  const found = new Set([...communes].map(departementOf));
  const covered = isEverywhere ? [...NATIONAL, ...found] : found;
  const departements: Record<string, Coverage> = {};
  if (found.size >= least) for (const departement of covered) departements[departement] = 'covered';
  return { elsewhere: 'not-digitised', departements, communes: {} };
}
