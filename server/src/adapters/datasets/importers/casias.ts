import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import type { Geometry, Position } from 'geojson';
import { z } from 'zod';
import { joined } from '#adapters/georisques/sites.ts';
import { readGeoJson } from '../formats/geojson.ts';
import { toWgs84, type ToWgs84 } from '../formats/projection.ts';
import { DatasetRefusal } from '../refusal.ts';
import type { ReleaseRow } from '../release-writer.ts';
import type { SourceFile, SourceFolder } from '../source-folder.ts';
import { OPEN_LICENCE, type Importer, type Report } from './importer.ts';
import { attributesOf, coverageOfSites, inseeCodeOf, orNull, siteRow, STREET_METRES, type SiteRow } from './sites.ts';

export const casias: Importer = {
  dataset: 'casias',
  version: 3,
  label: 'Carte des anciens sites industriels et activités de service (CASIAS)',
  publisher: 'BRGM',
  attribution: 'Ministère chargé de l’environnement, BRGM',
  licence: OPEN_LICENCE,
  sourceUrl: 'https://www.georisques.gouv.fr/donnees/bases-de-donnees/inventaire-historique-de-sites-industriels',
  pageUrl: 'https://www.georisques.gouv.fr/donnees/bases-de-donnees/inventaire-historique-de-sites-industriels',
  maxAgeDays: 400,
  read: readCasias,
};

/** A FeatureCollection (`.geojson`), or one JSON value a line (`.jsonl`, as the regional inventories). */
async function* readCasias(source: SourceFolder, report: Report): AsyncGenerator<ReleaseRow> {
  const coverage = coverageOfSites(report);
  for (const file of source.matching(/(?:basias|casias).*\.(?:geojson|json|jsonl|txt)$/i, 'casias.geojson')) {
    const rows = /json$/i.test(file.name) ? readFeatures(file, report) : readLines(file, report);
    for await (const { inseeCode, departement, row } of rows) {
      if (coverage.add({ inseeCode, isPlaced: row.at !== null, departement })) yield siteRow(inseeCode, row);
    }
  }
  report.coverage(coverage.table());
}

type Found = { inseeCode: string; departement: string; row: SiteRow };

/** BASIAS names its columns otherwise than CASIAS; its identifiers became `identifiant_casias`. */
async function* readFeatures(file: SourceFile, report: Report): AsyncGenerator<Found> {
  for await (const { properties, geometry, project } of readGeoJson(file)) {
    report.columns('casias', Object.keys(properties));
    const text = attributesOf(properties);
    const id = text('identifiant_ssp', 'identifiant_casias', 'identifiant');
    if (id === '') throw new DatasetRefusal(`${file.name} : la colonne « identifiant » est absente ou vide.`);
    const street = orNull(text('adresse', 'der_adr', 'adr_anc_format'));
    const precision = text('precision_adr');
    const site = {
      ...siteOf(id, text('nom_etablissement', 'nom_usuel', 'raison_soc_ent')),
      activity: orNull(text('activite_principale')),
      status: orNull(text('statut', 'etat_occup_site')),
      address: joined(street, orNull(text('nom_commune'))),
      sheetUrl: orNull(text('fiche_risque')),
    };
    // The point is that of the address: known to the street only, it gives no distance.
    const withinMetres = street === null || (precision !== '' && !/^num/i.test(precision)) ? STREET_METRES : 0;
    const row = { site, at: pointOf(geometry, project), withinMetres };
    yield { inseeCode: inseeCodeOf(text('code_insee')), departement: text('departement', 'num_dep'), row };
  }
}

function siteOf(id: string, name: string): SiteRow['site'] {
  return {
    id,
    name: orNull(name) ?? 'Ancien site industriel',
    activity: null,
    status: null,
    address: null,
    sheetUrl: null,
    distanceMetres: null,
  };
}

/** BASIAS gives multi-points of one. */
function pointOf(geometry: Geometry | null, project: ToWgs84): [number, number] | null {
  const [x = 0, y = 0] = positionIn(geometry) ?? [];
  return x === 0 && y === 0 ? null : (project([x, y]) as [number, number]);
}

function positionIn(geometry: Geometry | null): Position | undefined {
  if (geometry?.type === 'Point') return geometry.coordinates;
  return geometry?.type === 'MultiPoint' ? geometry.coordinates[0] : undefined;
}

const Text = z.string().nullish();
const Pair = z.tuple([z.string(), z.string()]).optional();
/** A line of a regional inventory. Owners and users are not read. */
const RegionalSite = z.object({
  identification: z.object({ identifiant_site: z.string(), noms_usuels: Text }),
  localisation: z.object({
    localisation: Text,
    code_insee: z.string(),
    commune_principale: Text,
    zone_lambert_initiale: Text,
    coordonnees: z.object({ L_zone_centroide: Pair, L2e_centroide: Pair, L93_centroide: Pair }).partial(),
  }),
  activites: z
    .object({
      etat_occupation_site: Text,
      historique_activites: z.array(z.object({ libelle_activite: Text })).optional(),
    })
    .optional(),
});

async function* readLines(file: SourceFile, report: Report): AsyncGenerator<Found> {
  report.columns('inventaire régional', Object.keys(RegionalSite.shape));
  for await (const line of createInterface({ input: createReadStream(file.path) })) {
    if (line.trim() === '') continue;
    const { identification, localisation, activites } = lineOf(line, file);
    const text = attributesOf({ ...identification, ...localisation, ...activites });
    const street = orNull(text('localisation'));
    const site = {
      ...siteOf(identification.identifiant_site, text('noms_usuels')),
      activity: activites?.historique_activites?.[0]?.libelle_activite ?? null,
      status: orNull(text('etat_occupation_site')),
      address: joined(street, orNull(text('commune_principale'))),
    };
    yield {
      inseeCode: inseeCodeOf(text('code_insee')),
      departement: '',
      row: { site, at: centreOf(localisation, file), withinMetres: 0 },
    };
  }
}

function lineOf(line: string, { name }: SourceFile): z.infer<typeof RegionalSite> {
  try {
    return RegionalSite.parse(JSON.parse(line));
  } catch (error) {
    throw new DatasetRefusal(`${name} : une ligne n’est pas un site de l’inventaire.`, { cause: error });
  }
}

/** The site's own centre, in metres with thousands separated; overseas, its projection is given in words. */
function centreOf(
  { coordonnees, zone_lambert_initiale }: z.infer<typeof RegionalSite>['localisation'],
  file: SourceFile,
): [number, number] | null {
  const { L93_centroide, L2e_centroide, L_zone_centroide } = coordonnees;
  const isMayotte = /rgm ?04/i.test(zone_lambert_initiale ?? '');
  const known = [
    { epsg: '2154', pair: L93_centroide },
    { epsg: '27572', pair: L2e_centroide },
    { epsg: '4471', pair: isMayotte ? L_zone_centroide : undefined },
  ];
  for (const { epsg, pair = ['', ''] } of known) {
    const [x, y] = pair.map((text) => Number(text.replaceAll(/\s/g, '').replace(',', '.')));
    if (x && y) return toWgs84(epsg, file.name)([x, y]) as [number, number];
  }
  return null;
}
