import type { Clay } from '#domain/risks/facts.ts';
import { readShapefile } from '../formats/shapefile.ts';
import { DatasetRefusal } from '../refusal.ts';
import type { ReleaseRow } from '../release-writer.ts';
import type { SourceFolder } from '../source-folder.ts';
import { coverageByRows, OPEN_LICENCE, type Importer, type Report } from './importer.ts';
import { attributesOf, requireColumns } from './sites.ts';

/** A zone of the map; the key is its département. Where no zone is drawn, nothing is exposed. */
export type ClayRow = { level: 1 | 2 | 3; map: ClayMap };
type ClayMap = NonNullable<Clay['map']>;

/** Written from the published columns: the national file was not read. */
export const clay: Importer = {
  dataset: 'clay',
  version: 2,
  label: 'Exposition au retrait-gonflement des argiles',
  publisher: 'BRGM, diffusé par Géorisques',
  attribution: 'Ministère chargé de l’environnement, BRGM',
  licence: OPEN_LICENCE,
  sourceUrl: 'https://files.georisques.fr/argiles/2025/AleaRG_2025_Fxx_L93.zip',
  pageUrl: 'https://www.georisques.gouv.fr/donnees/bases-de-donnees/retrait-gonflement-des-argiles',
  // The map of an arrêté.
  maxAgeDays: null,
  read: readClay,
};

/** The file of 2025 is the map of the arrêté of 9 January 2026; that without a year still answers at its old address. */
const LAYER = /^AleaRG_(?:(\d{4})_)?\w+\.shp$/i;
const MAPS: Readonly<Record<string, ClayMap>> = { '': '2020', '2025': '2026' };

async function* readClay(source: SourceFolder, report: Report): AsyncGenerator<ReleaseRow> {
  const found = new Set<string>();
  const maps = new Set<ClayMap>();
  for (const file of source.matching(LAYER, 'AleaRG_2025_Fxx_L93.shp')) {
    const map = MAPS[LAYER.exec(file.name)?.[1] ?? ''];
    if (map === undefined) throw new DatasetRefusal(`${file.name} : carte inconnue de cette version.`);
    maps.add(map);
    if (maps.size > 1) throw new DatasetRefusal(`${file.name} : le dossier mêle la carte de 2020 et celle de 2026.`);
    for await (const { attributes, outline } of readShapefile(file, { epsg: '2154' })) {
      const { key, level } = zoneOf(file.name, attributes);
      report.columns(`argiles ${map}`, Object.keys(attributes));
      if (outline === null) throw new DatasetRefusal(`${file.name} : une zone du département ${key} est sans contour.`);
      found.add(key);
      yield { key, value: { level, map } satisfies ClayRow, outline };
    }
  }
  const table = coverageByRows(found);
  // The map covers the mainland without Paris: elsewhere an absent zone proves nothing.
  report.coverage({ ...table, departements: { ...table.departements, '75': 'not-applicable' } });
}

const LEVELS = [1, 2, 3] as const;

/** The map of 2020 names its columns DPT, NIVEAU, ALEA. */
function zoneOf(file: string, attributes: Record<string, unknown>): { key: string; level: ClayRow['level'] } {
  requireColumns(file, attributes, ['niveau']);
  const text = attributesOf(attributes);
  const key = text('insee_dep', 'dpt').padStart(2, '0').toUpperCase();
  const level = LEVELS.find((one) => one === Number(text('niveau')));
  if (level === undefined) throw new DatasetRefusal(`${file} : niveau « ${text('niveau')} » inconnu.`);
  if (!/^(?:\d{2}|2[AB])$/.test(key) || key === '00')
    throw new DatasetRefusal(`${file} : département « ${key} » inconnu.`);
  return { key, level };
}
