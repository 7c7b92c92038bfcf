import { isoDate } from '#adapters/supplier-text.ts';
import type { BrushClearing } from '#domain/risks/facts.ts';
import { LAYER_FILE, readLayer } from '../formats/layer.ts';
import { DatasetRefusal } from '../refusal.ts';
import type { ReleaseRow } from '../release-writer.ts';
import type { SourceFolder } from '../source-folder.ts';
import { coverageByRows, OPEN_LICENCE, type Importer, type Report } from './importer.ts';
import { attributesOf, orNull, requireColumns, type Attributes } from './sites.ts';

/** A zone of the layer: a massif, or the band of 200 m around it. The key is its département. */
export type BrushClearingRow = Omit<BrushClearing, 'communeOnly'>;

/** Written from the columns of the live layer: no exported file was read. */
export const brushClearing: Importer = {
  dataset: 'brush-clearing',
  version: 1,
  label: 'Zonage informatif des obligations légales de débroussaillement (OLD)',
  publisher: 'IGN, d’après les arrêtés préfectoraux',
  attribution: 'IGN',
  licence: OPEN_LICENCE,
  // Not for `download`: the service gives a part of the layer at a time.
  sourceUrl:
    'https://data.geopf.fr/wfs/ows?SERVICE=WFS&VERSION=2.0.0&REQUEST=GetFeature&TYPENAMES=DEBROUSSAILLEMENT:debroussaillement',
  pageUrl: 'https://www.georisques.gouv.fr/minformer-sur-un-risque/feu-de-foret',
  maxAgeDays: 120,
  read: readZones,
};

/** The layer had 45 départements. Fewer is an extract, where an absent zone proves nothing. */
const LAYER_DEPARTEMENTS = 40;
const COLUMNS = ['dept', 'zonage', 'url', 'dat_ap_old'];

async function* readZones(source: SourceFolder, report: Report): AsyncGenerator<ReleaseRow> {
  const [found, undrawn] = [new Set<string>(), new Set<string>()];
  for (const file of source
    .matching(/d[eé]broussaillement/i, 'DEBROUSSAILLEMENT.shp')
    .filter(({ name }) => LAYER_FILE.test(name))) {
    for await (const { attributes, outline } of readLayer(file, { epsg: '2154' })) {
      requireColumns(file.name, attributes, COLUMNS);
      report.columns('zones', Object.keys(attributes));
      const text = attributesOf(attributes);
      const key = departementOf(text('dept'), file.name);
      if (!['1', '2'].includes(text('zonage'))) {
        throw new DatasetRefusal(`${file.name} : zonage « ${text('zonage')} » inconnu.`);
      }
      found.add(key);
      if (outline !== null) yield { key, value: rowOf(key, text), outline };
      else {
        undrawn.add(key);
        report.skipped('zone sans contour, dont le département n’est plus couvert');
      }
    }
  }
  // A département without a zone is not in the layer: that it has no obligation is not said.
  const covered = new Set([...found].filter((one) => !undrawn.has(one)));
  report.coverage(coverageByRows(covered, LAYER_DEPARTEMENTS));
}

/** `1`, `01` or `001`; `2A` or `02A`; `974`. */
function departementOf(written: string, file: string): string {
  const bare = written.toUpperCase().replace(/^0+/, '');
  const code = bare.length === 1 ? `0${bare}` : bare;
  if (!/^(?:0[1-9]|[1-8]\d|9[0-5]|2[AB]|97\d)$/.test(code)) {
    throw new DatasetRefusal(`${file} : département « ${written} » inconnu.`);
  }
  return code;
}

function rowOf(departement: string, text: Attributes): BrushClearingRow {
  // The year may have two digits: 05/03/24.
  const written = text('dat_ap_old').replace(/^(?<day>\d{2}\/\d{2})\/(?<year>\d{2})$/, '$<day>/20$<year>');
  return { departement, sheetUrl: orNull(text('url')), decreeDate: isoDate(written) };
}
