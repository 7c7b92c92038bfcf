import { joined, sevesoOf } from '#adapters/georisques/sites.ts';
import type { Installation } from '#domain/risks/facts.ts';
import { readShapefile } from '../formats/shapefile.ts';
import type { ReleaseRow } from '../release-writer.ts';
import type { SourceFolder } from '../source-folder.ts';
import { OPEN_LICENCE, type Importer, type Report } from './importer.ts';
import {
  attributesOf,
  coverageOfSites,
  inseeCodeOf,
  orNull,
  requireColumns,
  siteRow,
  STREET_METRES,
  type SiteRow,
} from './sites.ts';

export const installations: Importer = {
  dataset: 'installations',
  version: 3,
  label: 'Installations classées pour la protection de l’environnement',
  publisher: 'DGPR, diffusé par Géorisques',
  attribution: 'Ministère chargé de l’environnement, BRGM',
  licence: OPEN_LICENCE,
  sourceUrl:
    'https://mapsref.brgm.fr/wxs/georisques/georisques_dl?service=wfs&version=2.0.0&request=getfeature&typename=InstallationsClassees&outputformat=SHAPEZIP',
  pageUrl: 'https://www.georisques.gouv.fr/donnees/bases-de-donnees/installations-industrielles',
  maxAgeDays: 120,
  read: readInstallations,
};

/** The layer of points; its `.dbf` is in Windows-1252 without a `.cpg`, and its columns x, y are in `code_epsg`. */
async function* readInstallations(source: SourceFolder, report: Report): AsyncGenerator<ReleaseRow> {
  const coverage = coverageOfSites(report);
  for (const file of source.matching(/^InstallationsClassees\w*\.shp$/i, 'InstallationsClassees.shp')) {
    for await (const { attributes, site } of readShapefile(file, { encoding: 'windows-1252' })) {
      requireColumns(file.name, attributes, ['code_aiot', 'cd_insee', 'lib_regime', 'lib_seveso']);
      report.columns('installations', Object.keys(attributes));
      const text = attributesOf(attributes);
      const inseeCode = inseeCodeOf(text('cd_insee'));
      if (!coverage.add({ inseeCode, isPlaced: site !== null, departement: text('num_dep') })) continue;
      yield siteRow(inseeCode, rowOf(attributes, site as [number, number] | null));
    }
  }
  report.coverage(coverage.table());
}

function rowOf(attributes: Record<string, unknown>, at: [number, number] | null): SiteRow<Installation> {
  const text = attributesOf(attributes);
  // A spreadsheet may have dropped the zeros: 0006516611.
  const code = text('code_aiot');
  const id = code === '' ? '' : code.padStart(10, '0');
  const street = orNull(text('adresse'));
  const town = orNull(`${text('cd_postal')} ${text('commune')}`.trim());
  const site = {
    id,
    name: orNull(text('nom_ets')) ?? 'Installation classée',
    activity: orNull(text('lib_naf')),
    status: null,
    address: joined(street, town),
    sheetUrl: orNull(text('url_fiche')),
    distanceMetres: null,
    regime: orNull(text('lib_regime')),
    // Empty on three rows in four: no status, which is not « Non Seveso ».
    seveso: sevesoOf(orNull(text('lib_seveso'))),
  };
  return { site, at, withinMetres: street === null ? STREET_METRES : 0 };
}
