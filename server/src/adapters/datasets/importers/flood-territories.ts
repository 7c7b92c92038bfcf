import { LAYER_FILE, readLayer } from '../formats/layer.ts';
import { DatasetRefusal } from '../refusal.ts';
import type { ReleaseRow } from '../release-writer.ts';
import type { SourceFile, SourceFolder } from '../source-folder.ts';
import { OPEN_LICENCE, type Importer, type Report } from './importer.ts';
import { attributesOf, orNull, requireColumns, type Attributes } from './sites.ts';

/**
 * A territory (TRI), or a surface that its map floods in one scenario; the key is empty. Null where the file does not
 * say: the extract that was read has neither the identifier nor the kind of flood.
 */
export type FloodRow =
  | { territory: string | null; name: string }
  | { territory: string | null; scenario: Scenario; kind: Kind | null };
type Kind = 'overflow' | 'runoff' | 'submersion';
type Scenario = 'frequent' | 'medium' | 'medium-climate' | 'extreme';

/** No heading of a statement rests on these maps, which inform and regulate nothing: no fact is made of them. */
export const floodTerritories: Importer = {
  dataset: 'flood-territories',
  version: 1,
  label: 'Territoires à risque important d’inondation (TRI), rapportage de 2020',
  publisher: 'Préfectures (DREAL), diffusés par Géorisques',
  attribution: 'Ministère chargé de l’environnement, BRGM',
  licence: OPEN_LICENCE,
  sourceUrl: 'https://files.georisques.fr/di_2020/',
  pageUrl: 'https://www.georisques.gouv.fr/donnees/bases-de-donnees/zonages-inondation-rapportage-2020',
  // The directive has a cycle of six years.
  maxAgeDays: 2_600,
  read: readTerritories,
};

/** `n_inondable_01_02moy_s.shp`, `n_tri_POIT_inondable_01_02moy_s_086.shp`, `zone_inondable.geojson` */
const FLOODS = /inondable(?:_0?(?<kind>[123])_\w+)?\.\w+$/i;
/** `n_tri_s.shp`, `tri.geojson` */
const TERRITORIES = /^(?:n_)?tri(?:_s(?:_\d+)?)?\.\w+$/i;

async function* readTerritories(source: SourceFolder, report: Report): AsyncGenerator<ReleaseRow> {
  for (const file of source.matching(LAYER_FILE, 'n_inondable_01_02moy_s.shp')) {
    if (FLOODS.test(file.name)) yield* readFloods(file, report);
    else if (TERRITORIES.test(file.name)) yield* readNames(file, report);
  }
  // A mapped river is not every river: no surface is never « non ».
  report.coverage({ elsewhere: 'partly', departements: {}, communes: {} });
}

const SCENARIOS: Readonly<Record<string, Scenario>> = {
  '1': 'frequent',
  '2': 'medium',
  '3': 'medium-climate',
  '4': 'extreme',
};
const KINDS: Readonly<Record<string, Kind>> = {
  '1': 'overflow',
  '2': 'runoff',
  '3': 'submersion',
};

async function* readFloods(file: SourceFile, report: Report): AsyncGenerator<ReleaseRow> {
  for await (const { attributes, outline } of readLayer(file)) {
    requireColumns(file.name, attributes, ['scenario']);
    report.columns('inondable', Object.keys(attributes));
    const text = attributesOf(attributes);
    // « 02Moy », « 02 moyen »
    const scenario = SCENARIOS[/^0?(\d)/.exec(text('scenario'))?.[1] ?? ''];
    if (scenario === undefined) {
      throw new DatasetRefusal(`${file.name} : scénario « ${text('scenario')} » inconnu.`);
    }
    const value = { territory: territoryOf(text), scenario, kind: kindOf(file.name, text) } satisfies FloodRow;
    // One surface of the extract that was read has no outline.
    if (outline === null) report.skipped('surface sans contour');
    else yield { key: '', value, outline };
  }
}

const kindOf = (file: string, text: Attributes): Kind | null =>
  KINDS[text('typ_inond').replace(/^0/, '')] ?? KINDS[FLOODS.exec(file)?.groups?.['kind'] ?? ''] ?? null;

/** The perimeter may be drawn as lines: only its name is then kept. */
async function* readNames(file: SourceFile, report: Report): AsyncGenerator<ReleaseRow> {
  for await (const { attributes, outline } of readLayer(file)) {
    report.columns('tri', Object.keys(attributes));
    const text = attributesOf(attributes);
    const name = text('nom_tri', 'nom').replace(/^p[eé]rim[eè]tre (?:du )?TRI /i, '');
    if (name === '') throw new DatasetRefusal(`${file.name} : un territoire est sans nom (colonne « nom »).`);
    yield {
      key: '',
      value: { territory: territoryOf(text), name } satisfies FloodRow,
      ...(outline !== null && { outline }),
    };
  }
}

const territoryOf = (text: Attributes): string | null => orNull(text('id_tri'));
