import type { ReleaseRow } from '../release-writer.ts';
import type { SourceFolder } from '../source-folder.ts';
import { OPEN_LICENCE, openTable, type Importer, type Report } from './importer.ts';

/**
 * A commune of today, with the codes that it absorbed since 1943; or a former code, with the communes of today that have
 * its territory (several when it was divided).
 */
export type CommuneRow = { name: string; former: string[] } | { successors: string[] };

export const communes: Importer = {
  dataset: 'communes',
  version: 1,
  label: 'Code officiel géographique et mouvements de communes depuis 1943',
  publisher: 'Insee',
  attribution: 'Insee',
  licence: OPEN_LICENCE,
  sourceUrl: 'https://www.insee.fr/fr/information/8740222',
  pageUrl: 'https://www.insee.fr/fr/information/2560452',
  // Published each year, by March.
  maxAgeDays: 460,
  read: readCommunes,
};

async function* readCommunes(source: SourceFolder, report: Report): AsyncGenerator<ReleaseRow> {
  const names = await readNames(source, report);
  const next = await readMovements(source, report);
  const absorbed = new Map<string, string[]>();
  for (const code of next.keys()) {
    if (names.has(code)) continue;
    const successors = successorsOf(code, { names, next });
    if (successors.length === 0) report.skipped('ancien code sans commune d’aujourd’hui');
    else yield { key: code, value: { successors } satisfies CommuneRow };
    for (const successor of successors) absorbed.set(successor, [...(absorbed.get(successor) ?? []), code]);
  }
  for (const [key, name] of names) {
    yield { key, value: { name, former: (absorbed.get(key) ?? []).toSorted() } satisfies CommuneRow };
  }
  report.coverage({ elsewhere: 'covered', departements: {}, communes: {} });
}

/** Communes of today; delegated ones reuse the code of their chef-lieu, and are left out. */
async function readNames(source: SourceFolder, report: Report): Promise<Map<string, string>> {
  const names = new Map<string, string>();
  for (const file of source.matching(/^(?:v_commune_\d{4}|communes)\.csv$/, 'v_commune_2026.csv')) {
    const columns = { TYPECOM: [], COM: [], LIBELLE: [] };
    const { rows, column } = await openTable(file, { names: columns, report, kind: 'communes' });
    for await (const cells of rows) {
      const isWhole = ['COM', 'ARM'].includes(column(cells, 'TYPECOM'));
      if (isWhole) names.set(column(cells, 'COM'), column(cells, 'LIBELLE'));
    }
  }
  // The main file lacks the collectivités of 975, 977 and 978.
  for (const file of source.files.filter(({ name }) =>
    /^(?:v_commune_comer_\d{4}|collectivites-outremer)\.csv$/.test(name),
  )) {
    const columns = { COM_COMER: ['code_commune'], LIBELLE: ['nom_commune'] };
    const { rows, column } = await openTable(file, { names: columns, report, kind: 'outre-mer' });
    for await (const cells of rows) names.set(column(cells, 'COM_COMER'), column(cells, 'LIBELLE'));
  }
  return names;
}

/** For each code, the codes after its last movement to another. */
async function readMovements(source: SourceFolder, report: Report): Promise<Map<string, string[]>> {
  const moves = new Map<string, Move>();
  for (const file of source.matching(/^(?:v_mvt_commune_\d{4}|mouvements-communes)\.csv$/, 'v_mvt_commune_2026.csv')) {
    const columns = { MOD: [], DATE_EFF: [], TYPECOM_AV: [], COM_AV: [], TYPECOM_AP: [], COM_AP: [] };
    const { rows, column } = await openTable(file, { names: columns, report, kind: 'mouvements' });
    for await (const cells of rows) {
      const [from, to, date] = [column(cells, 'COM_AV'), column(cells, 'COM_AP'), column(cells, 'DATE_EFF')];
      const isWhole = column(cells, 'TYPECOM_AV') === 'COM' && column(cells, 'TYPECOM_AP') === 'COM';
      if (isWhole && from !== to) moves.set(from, latestOf(moves.get(from), { date, to: [to] }));
    }
  }
  return new Map([...moves].map(([from, { to }]) => [from, to]));
}

type Move = { date: string; to: string[] };

function latestOf(known: Move | undefined, move: Move): Move {
  if (known === undefined || move.date > known.date) return move;
  return move.date < known.date ? known : { date: known.date, to: [...new Set([...known.to, ...move.to])] };
}

type Codes = { names: Map<string, string>; next: Map<string, string[]> };

/** Follows chains of mergers. */
function successorsOf(code: string, codes: Codes, seen: readonly string[] = []): string[] {
  if (codes.names.has(code)) return [code];
  if (seen.includes(code)) return [];
  const found = (codes.next.get(code) ?? []).flatMap((one) => successorsOf(one, codes, [...seen, code]));
  return [...new Set(found)].toSorted();
}
