import type { ReleaseRow } from '../release-writer.ts';
import type { SourceFolder } from '../source-folder.ts';
import { OPEN_LICENCE, openTable, type Importer, type Report } from './importer.ts';
import { coverageOfSites, DEPARTEMENT, inseeCodeOf, KILOMETRE_METRES, orNull, positionOf, siteRow } from './sites.ts';

/** Written from the service's columns: no national file was read. */
export const cavities: Importer = {
  dataset: 'cavities',
  version: 3,
  label: 'Cavités souterraines abandonnées non minières',
  publisher: 'BRGM',
  attribution: 'Ministère chargé de l’environnement, BRGM',
  licence: OPEN_LICENCE,
  sourceUrl: 'https://www.georisques.gouv.fr/donnees/bases-de-donnees/inventaire-des-cavites-souterraines',
  pageUrl: 'https://www.georisques.gouv.fr/donnees/bases-de-donnees/inventaire-des-cavites-souterraines',
  maxAgeDays: 400,
  read: readCavities,
};

const COLUMNS = {
  identifiant: [],
  type: ['type_cavite'],
  nom: ['nom_cavite'],
  reperage_geo: ['reperage_geographique'],
  code_insee: [],
  longitude: [],
  latitude: [],
};

async function* readCavities(source: SourceFolder, report: Report): AsyncGenerator<ReleaseRow> {
  const coverage = coverageOfSites(report);
  for (const file of source.matching(/cavite.*\.csv$/i, 'cavites.csv')) {
    const { rows, column } = await openTable(file, { names: COLUMNS, optional: DEPARTEMENT, report, kind: 'cavités' });
    for await (const cells of rows) {
      const inseeCode = inseeCodeOf(column(cells, 'code_insee'));
      const [type, name] = [orNull(column(cells, 'type')), orNull(column(cells, 'nom'))];
      const site = {
        id: column(cells, 'identifiant'),
        name: name ?? type ?? 'Cavité souterraine',
        activity: name === null ? null : type,
        status: null,
        address: null,
        sheetUrl: null,
        distanceMetres: null,
      };
      // The commune's centre stands for a cavity known to the commune only, which may be anywhere in it.
      const isVague = /commun/i.test(column(cells, 'reperage_geo'));
      const at = isVague && inseeCode !== '' ? null : positionOf(column(cells, 'longitude'), column(cells, 'latitude'));
      const found = { inseeCode, isPlaced: at !== null, departement: column(cells, 'departement') };
      if (coverage.add(found)) yield siteRow(inseeCode, { site, at, withinMetres: isVague ? KILOMETRE_METRES : 0 });
    }
  }
  report.coverage(coverage.table());
}
