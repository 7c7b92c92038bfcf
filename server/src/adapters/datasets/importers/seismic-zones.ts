import type { Coverage } from '#domain/datasets/coverage.ts';
import type { SeismicZone } from '#domain/risks/seismic-law.ts';
import { readShapefile } from '../formats/shapefile.ts';
import { DatasetRefusal } from '../refusal.ts';
import type { ReleaseRow } from '../release-writer.ts';
import type { SourceFile, SourceFolder } from '../source-folder.ts';
import { OPEN_LICENCE, openTable, type Importer, type Report } from './importer.ts';
import { attributesOf, inseeCodeOf, requireColumns } from './sites.ts';

/** Zone of a commune of the table, by its code of 2018. */
export type SeismicRow = { zone: SeismicZone };

/** We read the rows of one département and of the overseas ones in the published file. */
export const seismicZones: Importer = {
  dataset: 'seismic-zones',
  version: 1,
  label: 'Zonage sismique de la France, par commune',
  publisher: 'Ministère chargé de l’environnement, BRGM',
  attribution: 'Ministère chargé de l’environnement, BRGM',
  licence: OPEN_LICENCE,
  sourceUrl:
    'https://static.data.gouv.fr/resources/zonage-sismique-de-la-france-1/20180730-100725/France_zonage_sismique.zip',
  pageUrl: 'https://www.data.gouv.fr/datasets/zonage-sismique-de-la-france-1',
  // The table of a decree: not updated since 2018.
  maxAgeDays: null,
  read: readZones,
};

async function* readZones(source: SourceFolder, report: Report): AsyncGenerator<ReleaseRow> {
  const communes: Record<string, Coverage> = {};
  for (const file of source.matching(/zonage_sismique.*\.(?:shp|csv)$/i, 'France_zonage_sismique.shp')) {
    const rows = /shp$/i.test(file.name) ? readLayer(file, report) : readTable(file, report);
    for await (const { key, written } of rows) {
      const zone = ZONES.find((one) => written.startsWith(String(one)));
      if (!/^(?:\d{2}|2[AB])\d{3}$/.test(key) || zone === undefined) {
        throw new DatasetRefusal(`${file.name} : zone « ${written} » de la commune « ${key} » inconnue.`);
      }
      if (communes[key] !== undefined) continue;
      communes[key] = 'covered';
      yield { key, value: { zone } satisfies SeismicRow };
    }
  }
  report.coverage({ elsewhere: 'not-digitised', departements: {}, communes });
}

const ZONES = [1, 2, 3, 4, 5] as const;

type Found = { key: string; written: string };

/** The layer's outlines are the communes', which the zones do not need. */
async function* readLayer(file: SourceFile, report: Report): AsyncGenerator<Found> {
  for await (const { attributes } of readShapefile(file)) {
    requireColumns(file.name, attributes, ['insee', 'sismicite']);
    report.columns('sismicité', Object.keys(attributes));
    const text = attributesOf(attributes);
    yield { key: inseeCodeOf(text('insee')), written: text('sismicite') };
  }
}

async function* readTable(file: SourceFile, report: Report): AsyncGenerator<Found> {
  const { rows, column } = await openTable(file, { names: { insee: [], sismicite: [] }, report, kind: 'sismicité' });
  for await (const cells of rows) {
    yield { key: inseeCodeOf(column(cells, 'insee')), written: column(cells, 'sismicite') };
  }
}
