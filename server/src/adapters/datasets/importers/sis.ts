import type { MultiPolygon } from '@clairisque/contract/parcels.ts';
import { joined } from '#adapters/georisques/sites.ts';
import { Outline } from '#adapters/supplier-geometry.ts';
import type { SisSite } from '#domain/risks/facts.ts';
import { readWkb } from '../formats/wkb.ts';
import { readCsv } from '../formats/csv.ts';
import { DatasetRefusal } from '../refusal.ts';
import type { ReleaseRow } from '../release-writer.ts';
import type { SourceFolder } from '../source-folder.ts';
import { OPEN_LICENCE, type Importer, type Report } from './importer.ts';
import { attributesOf, coverageOfSites, inseeCodeOf, orNull, requireColumns, type Attributes } from './sites.ts';

/** A secteur as published; the key is the commune's INSEE code. */
export type SisRow = Omit<SisSite, 'outline'> & { outline: MultiPolygon | null };

/** Written from the table of 2019 and the service's columns: of national files, one row was read. */
export const sis: Importer = {
  dataset: 'sis',
  version: 1,
  label: 'Secteurs d’information sur les sols (SIS)',
  publisher: 'Préfectures, diffusés par Géorisques',
  attribution: 'Ministère chargé de l’environnement, BRGM',
  licence: OPEN_LICENCE,
  sourceUrl:
    'https://mapsref.brgm.fr/wxs/georisques/georisques_dl?service=wfs&version=2.0.0&request=getfeature&typename=classification&outputformat=CSVTEXT',
  pageUrl: 'https://www.georisques.gouv.fr/donnees/bases-de-donnees/sites-et-sols-pollues-ou-potentiellement-pollues',
  maxAgeDays: 120,
  read: readSis,
};

async function* readSis(source: SourceFolder, report: Report): AsyncGenerator<ReleaseRow> {
  const coverage = coverageOfSites(report);
  for (const file of source.matching(/(?:sis|classification).*\.csv$/i, 'sis.csv')) {
    const { header, rows } = await readCsv(file);
    requireColumns(file.name, Object.fromEntries(header.map((name) => [name, null])), ['id_sis', 'code_insee']);
    report.columns('sis', header);
    for await (const cells of rows) {
      const text = attributesOf(Object.fromEntries(header.map((name, i) => [name, cells[i] ?? ''])));
      if (!isSis(text('statut', 'statut_classification'), file.name)) {
        report.skipped('servitude d’utilité publique, qui n’est pas un SIS');
        continue;
      }
      const key = inseeCodeOf(text('code_insee'));
      const outline = outlineOf(text('geog', 'geom', 'the_geom'), file.name);
      if (key === '' && outline === null) {
        throw new DatasetRefusal(`${file.name} : le secteur « ${text('id_sis')} » n’a ni commune ni contour.`);
      }
      coverage.add({ inseeCode: key, isPlaced: outline !== null, departement: '' });
      yield { key, value: rowOf(text, outline), ...(outline !== null && { outline }) };
    }
  }
  report.coverage(coverage.table());
}

/** The current table also lists servitudes, distinguished by `statut`; that of 2019 has no such column. */
function isSis(status: string, file: string): boolean {
  if (status === '' || /\bsis\b|secteur d.information/i.test(status)) return true;
  if (/\bsup\b|servitude/i.test(status)) return false;
  throw new DatasetRefusal(`${file} : statut « ${status} » inconnu : SIS ou servitude ?`);
}

/** `77SIS00482` in 2019, `SSP…` today. */
function rowOf(text: Attributes, outline: MultiPolygon | null): SisRow {
  return {
    id: text('numero_affichage', 'id_sis', 'identifiant_ssp'),
    name: orNull(text('nom', 'nom_sis')) ?? 'Secteur d’information sur les sols',
    address: joined(orNull(text('adresse')), orNull(text('adresse_lieudit', 'lieu_dit'))),
    sheetUrl: orNull(text('fiche_risque')),
    outline,
  };
}

/** EWKB in hexadecimal, in degrees. */
function outlineOf(hexadecimal: string, file: string): MultiPolygon | null {
  return hexadecimal === '' ? null : Outline.parse(readWkb(Buffer.from(hexadecimal, 'hex'), file));
}
