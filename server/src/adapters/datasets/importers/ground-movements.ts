import type { ReleaseRow } from '../release-writer.ts';
import type { SourceFolder } from '../source-folder.ts';
import { OPEN_LICENCE, openTable, type Importer, type Report } from './importer.ts';
import { coverageOfSites, DEPARTEMENT, inseeCodeOf, KILOMETRE_METRES, orNull, positionOf, siteRow } from './sites.ts';

/** Written from the service's columns: no national file was read. */
export const groundMovements: Importer = {
  dataset: 'ground-movements',
  version: 3,
  label: 'Mouvements de terrain recensés',
  publisher: 'BRGM',
  attribution: 'Ministère chargé de l’environnement, BRGM',
  licence: OPEN_LICENCE,
  sourceUrl: 'https://www.georisques.gouv.fr/donnees/bases-de-donnees/base-de-donnees-mouvements-de-terrain',
  pageUrl: 'https://www.georisques.gouv.fr/donnees/bases-de-donnees/base-de-donnees-mouvements-de-terrain',
  maxAgeDays: 400,
  read: readMovements,
};

const COLUMNS = {
  identifiant: [],
  type: [],
  lieu: [],
  precision_lieu: [],
  code_insee: [],
  longitude: [],
  latitude: [],
};

async function* readMovements(source: SourceFolder, report: Report): AsyncGenerator<ReleaseRow> {
  const coverage = coverageOfSites(report);
  for (const file of source.matching(/(?:mvt|mouvement).*\.csv$/i, 'mouvements.csv')) {
    const { rows, column } = await openTable(file, {
      names: COLUMNS,
      optional: DEPARTEMENT,
      report,
      kind: 'mouvements',
    });
    for await (const cells of rows) {
      const inseeCode = inseeCodeOf(column(cells, 'code_insee'));
      const site = {
        id: column(cells, 'identifiant'),
        name: orNull(column(cells, 'type')) ?? 'Mouvement de terrain',
        activity: null,
        status: null,
        address: orNull(column(cells, 'lieu')),
        sheetUrl: null,
        distanceMetres: null,
      };
      const precision = column(cells, 'precision_lieu');
      // Known to the commune only: anywhere in it. To the kilometre: near its point (`facts/sites.ts`).
      const isInCommune = /commun/i.test(precision) && inseeCode !== '';
      const at = isInCommune ? null : positionOf(column(cells, 'longitude'), column(cells, 'latitude'));
      const found = { inseeCode, isPlaced: at !== null, departement: column(cells, 'departement') };
      if (coverage.add(found))
        yield siteRow(inseeCode, { site, at, withinMetres: /kilom|commun/i.test(precision) ? KILOMETRE_METRES : 0 });
    }
  }
  report.coverage(coverage.table());
}
