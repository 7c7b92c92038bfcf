import type { Coverage } from '#domain/datasets/coverage.ts';
import { DatasetRefusal } from '../refusal.ts';
import type { ReleaseRow } from '../release-writer.ts';
import type { SourceFile, SourceFolder } from '../source-folder.ts';
import { communeCode } from './gaspar.ts';
import { OPEN_LICENCE, openTable, type Importer, type Report, type Table } from './importer.ts';

/**
 * A commune that is or was in the list; `decree` is the latest of the whole table: « n° 2026-95 ». `since`: ISO date of
 * its first listing.
 */
export type CoastalListRow = { isListed: boolean; decree: string; since?: string };

/** Written from the published columns: the file was not read. */
export const coastalList: Importer = {
  dataset: 'coastal-list',
  version: 3,
  label: 'Communes listées par décret au titre du recul du trait de côte',
  publisher: 'Ministère chargé de l’environnement, diffusé sur data.gouv.fr',
  attribution: 'Ministère chargé de l’environnement',
  licence: OPEN_LICENCE,
  sourceUrl:
    'https://static.data.gouv.fr/resources/liste-des-communes-volontaires-pour-sadapter-au-recul-du-trait-de-cote/20260218-105039/trait-de-cote-commune-2026-95.csv',
  pageUrl: 'https://www.data.gouv.fr/datasets/liste-des-communes-volontaires-pour-sadapter-au-recul-du-trait-de-cote',
  // Completed by a decree each year or two.
  maxAgeDays: 400,
  read: readList,
};

const COLUMNS = { code_commune: [], nom_commune: [], is_currently_active: [], trait_de_cote_historique: [] };
/** Communes listed after the decree of a year, each with some that left since. Fewer is an extract. */
const nationalCommunes = ({ year }: Decree): number => NATIONAL.find(({ since }) => year >= since)?.least ?? Infinity;
const NATIONAL = [
  { since: 2024, least: 300 },
  { since: 2023, least: 230 },
  { since: 2022, least: 120 },
];

type Decree = { year: number; number: number };

/** Communes that left the list stay in the table. */
async function* readList(source: SourceFolder, report: Report): AsyncGenerator<ReleaseRow> {
  const listed = new Map<string, Known>();
  const decrees: Decree[] = [];
  for (const file of source.matching(/trait.de.cote.*\.csv$/i, 'trait-de-cote-commune-2026-95.csv')) {
    const { rows, column } = await openTable(file, { names: COLUMNS, report, kind: 'communes' });
    for await (const cells of rows) {
      const code = communeCode(column(cells, 'code_commune'));
      const isListed = isActive(column(cells, 'is_currently_active'), file);
      const history = readHistory({ cells, column }, report);
      decrees.push(...history.decrees);
      if (code === null) report.skipped('sans code de commune');
      else listed.set(code, joined(listed.get(code), { isListed, days: history.days }));
    }
  }
  const latest = decrees.toSorted((one, other) => one.year - other.year || one.number - other.number).at(-1);
  if (latest === undefined) throw new DatasetRefusal('coastal-list : aucun décret dans « trait_de_cote_historique ».');
  const decree = `n° ${latest.year}-${latest.number}`;
  for (const [key, row] of listed) yield { key, value: { ...row, decree } satisfies CoastalListRow };
  const active = [...listed.values()].filter(({ isListed }) => isListed);
  const isNational = active.length >= nationalCommunes(latest);
  const elsewhere: Coverage = isNational ? 'covered' : 'partly';
  report.coverage({ elsewhere, departements: {}, communes: {} });
}

type Known = Pick<CoastalListRow, 'isListed' | 'since'>;

/** Two rows of a commune: one in the list is enough, since the earliest of their days. */
function joined(known: Known | undefined, { isListed, days }: { isListed: boolean; days: string[] }): Known {
  const [since] = [...days, ...(known?.since === undefined ? [] : [known.since])].toSorted();
  return { isListed: isListed || known?.isListed === true, ...(since !== undefined && { since }) };
}

function isActive(written: string, { name }: SourceFile): boolean {
  if (/^(?:true|false)$/i.test(written)) return /^true$/i.test(written);
  throw new DatasetRefusal(`${name} : « ${written} » dans « is_currently_active », True ou False est attendu.`);
}

/** A list as Python writes it: `[{'numero_decret': '2022_750', 'start_date': '2022-04-29', …}]`. */
function readHistory({ cells, column }: { cells: string[]; column: Table['column'] }, report: Report) {
  const text = column(cells, 'trait_de_cote_historique');
  const days = [...text.matchAll(/["']start_date["']: ?["'](\d{4}-\d\d-\d\d)/g)].map(([, day = '']) => day);
  for (const day of days) report.publishedOn(day);
  const decrees = [...text.matchAll(/["']numero_decret["']: ?["'](\d{4})[_-](\d+)["']/g)].map(([, year, number]) => ({
    year: Number(year),
    number: Number(number),
  }));
  return { days, decrees: decrees satisfies Decree[] };
}
