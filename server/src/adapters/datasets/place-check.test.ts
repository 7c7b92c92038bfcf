import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { aPlace } from '#test/supplier-deps.ts';
import { createWorkshop, type Workshop } from '#test/datasets.ts';
import { pprGeoPackage } from '#test/geopackage.ts';
import { DEGREES, shapefile, square } from '#test/shapefile.ts';
import { readLayer } from './formats/layer.ts';
import { DatasetRefusal } from './refusal.ts';
import type { PprZoneRow } from './importers/ppr-zones.ts';

let workshop: Workshop;
beforeAll(async () => {
  workshop = await createWorkshop();
});
afterAll(() => workshop.close());

type Files = Record<string, string | Buffer>;
const imported = async (dataset: 'ppr-zones' | 'cavities', files: Files) =>
  workshop.import(dataset, await workshop.source(files));

const CC47 =
  'PROJCS["RGF93_CC47",GEOGCS["GCS_RGF93",DATUM["D_RGF_1993",SPHEROID["GRS_1980",6378137,298.257222101]],PRIMEM["Greenwich",0],UNIT["Degree",0.017453292519943295]],PROJECTION["Lambert_Conformal_Conic"],PARAMETER["standard_parallel_1",46.25],PARAMETER["standard_parallel_2",47.75],PARAMETER["latitude_of_origin",47],PARAMETER["central_meridian",3],PARAMETER["false_easting",1700000],PARAMETER["false_northing",6200000],UNIT["Meter",1]]';
const zone = (plan: string, [x, y]: [number, number], side = 200) => [
  {
    attributes: { id_zone: 'Z1', id_gaspar: plan, nom: 'Zone rouge', codezone: 'R', typereg: '03' },
    rings: [square(x, y, side)],
  },
];
const LORIENT: [number, number] = [1_222_771, 6_302_688];
const MORBIHAN = 'N_ZONE_REG_PPRN_20240001_S_056';

it('a zone of Lorient in CC47 is at Lorient', async () => {
  const { manifest } = await imported('ppr-zones', shapefile(MORBIHAN, zone('56DDTM20240001', LORIENT), CC47));
  const release = await workshop.open('ppr-zones', manifest.id);
  const around = (longitude: number, latitude: number) =>
    release.zonesAround(aPlace({ longitude, latitude }), 500).map(({ row }) => (release.row(row) as PprZoneRow).code);
  expect(around(-3.3665, 47.7485)).toEqual(['R']);
  expect(around(8.19, 43.71)).toEqual([]);
});

it.each<[string, () => Files | Promise<Files>, string]>([
  [
    'a .prj that is not known, whatever the standard of the layer says',
    () => shapefile(MORBIHAN, zone('56DDTM20240001', LORIENT), CC47.replace('6200000', '6200001')),
    `${MORBIHAN}.shp : projection inconnue (fichier .prj).`,
  ],
  [
    'a layer without .prj that is not in Lambert-93, by its name',
    () => withoutPrj(shapefile(MORBIHAN, zone('56DDTM20240001', LORIENT))),
    'hors du département 56, que le nom du fichier annonce',
  ],
  [
    'the same by its rows',
    () => withoutPrj(shapefile('N_ZONE_REG_PPRN_tout', zone('56DDTM20240001', LORIENT))),
    'ppr-zones, ligne de clé « 56DDTM20240001 » : hors du département 56',
  ],
  [
    'one vertex outside France',
    () =>
      shapefile(
        'N_ZONE_REG_PPRN_tout',
        zone('69DREAL20240001', [0, 0]).map((one) => ({
          ...one,
          rings: [
            [
              [4, 45],
              [4, 46],
              [0, 0],
              [4, 45],
            ],
          ],
        })),
        DEGREES,
      ),
    'ppr-zones, ligne de clé « 69DREAL20240001 » : hors de France (0, 0)',
  ],
  [
    'a GeoPackage whose table of projections says otherwise',
    async () => ({
      'pprn_56ddtm20240001.gpkg': await pprGeoPackage([['R', '03', null]], {
        plan: '56DDTM20240001',
        corner: LORIENT,
        side: 200,
        srs: 2154,
        described: CC47,
      }),
    }),
    'projection inconnue (couche pprn_56ddtm20240001_zonereglementaireurba_s, srs_id 2154)',
  ],
])('%s → one sentence, no release', async (...[, files, sentence]) => {
  const refusal = await imported('ppr-zones', await files()).catch((error: unknown) => error);
  expect(refusal).toBeInstanceOf(DatasetRefusal);
  expect((refusal as Error).message).toContain(sentence);
});

const withoutPrj = (files: Files): Files =>
  Object.fromEntries(Object.entries(files).filter(([name]) => !name.endsWith('.prj')));

const CAVITIES = 'identifiant;type;nom;reperage_geo;code_insee;longitude;latitude';
const cavities = (count: number, at: string) =>
  Array.from({ length: count }, (_, i) => `A${i};cave;;précis;56121;${at}`);

it('a tenth of the sites of a département may be misplaced in it, not more', async () => {
  const table = (misplaced: number): Files => ({
    'cavites.csv': [CAVITIES, ...cavities(18, '-3.37;47.75'), ...cavities(misplaced, '5.4;43.3'), ''].join('\n'),
  });
  await imported('cavities', table(2));
  await expect(imported('cavities', table(3))).rejects.toThrow(
    /^cavities : 3\ssites sur 21 du département 56 hors de ce département\.$/,
  );
});

it('a GeoPackage in a CC zone is read by the code or by the text of its own table', async () => {
  const pack = (srs: number, described?: string) =>
    pprGeoPackage([['R', '03', null]], {
      plan: '56DDTM20240001',
      corner: LORIENT,
      side: 200,
      srs,
      ...(described !== undefined && { described }),
    });
  for (const bytes of [await pack(3947), await pack(100_001, CC47)]) {
    const { manifest } = await imported('ppr-zones', { 'pprn_56ddtm20240001.gpkg': bytes });
    expect(manifest.departements).toEqual({ '56': 1 });
  }
});

async function layer(name: string, text: string) {
  const folder = await workshop.source({ [name]: text });
  return Array.fromAsync(readLayer({ name, path: join(folder, name) }));
}
const features = (crs: object | string | null | undefined, [x, y]: [number, number]): string =>
  JSON.stringify({
    type: 'FeatureCollection',
    ...(crs !== undefined && { crs }),
    features: [
      {
        properties: { scenario: '02Moy' },
        geometry: { type: 'Polygon', coordinates: [square(x, y, x > 200 ? 200 : 0.01)] },
      },
    ],
  });
const named = (name: string) => ({ type: 'name', properties: { name } });

it.each<[string, object | string | null | undefined, [number, number]]>([
  ['none', undefined, [-3.37, 47.75]],
  ['null', null, [-3.37, 47.75]],
  ['CRS84', named('urn:ogc:def:crs:OGC:1.3:CRS84'), [-3.37, 47.75]],
  ['a URN', named('urn:ogc:def:crs:EPSG::3947'), LORIENT],
  ['a name', named('EPSG:3947'), LORIENT],
  ['an address', named('http://www.opengis.net/def/crs/EPSG/0/3947'), LORIENT],
  ['a GML address', named('http://www.opengis.net/gml/srs/epsg.xml#3947'), LORIENT],
  ['a code', { type: 'EPSG', properties: { code: 3947 } }, LORIENT],
  ['a text', 'EPSG:3947', LORIENT],
])('a GeoJSON whose « crs » is %s is read', async (...[, crs, at]) => {
  // The name makes any other place a refusal.
  expect(await layer('n_inondable_01_02moy_s_056.geojson', features(crs, at))).toHaveLength(1);
});

it.each<[string, object | string]>([
  ['a name that we do not know', named('RGF93 / CC47')],
  ['a link', { type: 'link', properties: { href: 'crs.wkt', type: 'ogcwkt' } }],
  ['a part of a code', named('NOTEPSG:2154')],
])('a GeoJSON whose « crs » is %s is refused', async (...[, crs]) => {
  await expect(layer('zone_inondable.geojson', features(crs, [-3.37, 47.75]))).rejects.toThrow(
    new DatasetRefusal('zone_inondable.geojson : projection inconnue (membre « crs »).'),
  );
});
