import type { Position } from 'geojson';
import { expect, it } from 'vitest';
import { releasesOf } from '#test/datasets.ts';
import { metresIn } from '#test/departements.ts';
import { geoPackage } from '#test/geopackage.ts';
import { DEGREES, placeInLambert93, shapefile, square } from '#test/shapefile.ts';
import { brushClearingFact } from './brush-clearing.ts';

// No exported file was to be had: these zones are typed, with the columns of the live layer.
const NOW = new Date('2026-11-20T10:00:00Z');
const { serve: serveFolder, deps } = releasesOf(NOW);

/** Metres in Lambert-93, near Marseille. */
const [X, Y] = [900_000, 6_260_000];
const zone = (dept: string, rings: Position[][], more: Record<string, string> = {}) => ({
  attributes: {
    id: '1',
    dept,
    source: 'DDTM',
    millesime: '2024',
    zonage: '1',
    url: 'https://x/old.pdf',
    date_integ: '2024-06-01',
    dat_ap_old: '05/03/24',
    ...more,
  },
  rings,
});
type Zone = ReturnType<typeof zone>;
/** A hole of 200 m at 100 m; a band of the same massif, of another arrêté. */
const HERE: Zone[] = [
  zone('13', [square(X, Y, 1_000), square(X + 100, Y + 100, 200).toReversed()]),
  zone('013', [square(X + 500, Y, 700)], { zonage: '2', dat_ap_old: '2025-11-12' }),
];
/** One zone in each of forty others, far away. */
const ELSEWHERE = Array.from({ length: 40 }, (_, i) =>
  zone(String(30 + i), [square(...metresIn(String(30 + i)), 100)]),
);
const LAYER = 'DEBROUSSAILLEMENT';
const national = (zones: Zone[] = HERE) => shapefile(LAYER, [...zones, ...ELSEWHERE]);

const serve = (files: Record<string, string | Buffer>, publishedOn?: string) =>
  serveFolder('brush-clearing', files, publishedOn);
const factAt = (x: number, y: number, commune = '13055') => brushClearingFact(deps(), placeInLambert93(x, y, commune));

it('the zone of the latest arrêté that touches the property, and « non » in a hole or beyond', async () => {
  const manifest = await serve(national());
  expect(manifest.departements).toMatchObject({ '13': 2, '40': 1 });
  expect(factAt(X + 20, Y + 500)).toMatchObject({
    value: { departement: '13', sheetUrl: 'https://x/old.pdf', decreeDate: '2024-03-05', communeOnly: false },
    provenance: { edition: { dataset: 'brush-clearing' } },
  });
  expect(factAt(X + 600, Y + 300)?.value).toMatchObject({ decreeDate: '2025-11-12' });
  expect(factAt(X + 200, Y + 200)).toMatchObject({ value: null });
  expect(factAt(X - 3_000, Y)).toMatchObject({ value: null });
});

it('a département that is not in the layer, an extract or an old file say nothing', async () => {
  await serve(national());
  expect([factAt(X - 3_000, Y, '75101'), factAt(X - 3_000, Y, '97411')]).toEqual([null, null]);
  await serve(national(), '2026-06-01');
  expect(factAt(X + 20, Y + 500)).toBeNull();
  await serve(shapefile(LAYER, HERE));
  expect([factAt(X + 20, Y + 500), factAt(X - 3_000, Y)]).toEqual([null, null]);
});

it('a zone without an outline may be anywhere: its département says nothing any more', async () => {
  await serve(national([...HERE, zone('13', [])]));
  expect([factAt(X + 20, Y + 500), factAt(X - 3_000, Y)]).toEqual([null, null]);
  expect(factAt(X - 3_000, Y, '40001')).toMatchObject({ value: null });
});

it('as a GeoJSON of the service, in Lambert-93 named at its end, the same zones', async () => {
  const features = [...HERE, ...ELSEWHERE].map(({ attributes, rings }) => ({
    type: 'Feature',
    properties: { ...attributes, zonage: Number(attributes.zonage) },
    geometry: { type: 'MultiPolygon', coordinates: [rings] },
  }));
  const members = { numberMatched: 42, crs: { type: 'name', properties: { name: 'urn:ogc:def:crs:EPSG::2154' } } };
  const text = (more: object): string => JSON.stringify({ type: 'FeatureCollection', features, ...members, ...more });
  await serve({ 'debroussaillement.geojson': text({}) });
  expect(factAt(X + 600, Y + 300)?.value).toMatchObject({ decreeDate: '2025-11-12' });
  expect(factAt(X + 200, Y + 200)).toMatchObject({ value: null });
  const part = { 'debroussaillement.geojson': text({ numberMatched: 71_239 }) };
  await expect(serve(part)).rejects.toThrow('42 objets sur les 71239 de la couche, à exporter entière');
});

it('a zone that crosses itself: its two halves and nothing between, whatever the form of the file', async () => {
  const ring: Position[] = [
    [X, Y],
    [X + 1_000, Y + 1_000],
    [X + 1_000, Y],
    [X, Y + 1_000],
    [X, Y],
  ];
  const zones = [zone('13', [ring]), ...ELSEWHERE];
  const features = zones.map(({ attributes, rings }) => ({
    type: 'Feature',
    properties: attributes,
    geometry: { type: 'Polygon', coordinates: rings },
  }));
  const crs = { type: 'name', properties: { name: 'EPSG:2154' } };
  const forms = [
    shapefile(LAYER, zones),
    { 'debroussaillement.geojson': JSON.stringify({ type: 'FeatureCollection', crs, features }) },
    { 'debroussaillement.gpkg': await geoPackage('debroussaillement', { srs: 2154 }, zones) },
  ];
  for (const files of forms) {
    await serve(files);
    const at = [factAt(X + 900, Y + 500), factAt(X + 50, Y + 500), factAt(X + 500, Y + 900), factAt(X + 500, Y + 50)];
    expect(at.map((fact) => fact?.value?.departement ?? 'non')).toEqual(['13', '13', 'non', 'non']);
  }
});

it('as a GeoPackage, the same zones', async () => {
  await serve({
    'IGNF_DEBROUSSAILLEMENT.gpkg': await geoPackage('debroussaillement', { srs: 2154 }, [...HERE, ...ELSEWHERE]),
  });
  expect(factAt(X + 20, Y + 500)?.value).toMatchObject({ decreeDate: '2024-03-05' });
  expect(factAt(X + 200, Y + 200)).toMatchObject({ value: null });
});

it.each<[string, Record<string, string | Buffer>, string]>([
  ['an unknown zoning', shapefile(LAYER, [zone('13', [], { zonage: '3' })]), 'zonage « 3 » inconnu'],
  ['an unknown département', shapefile(LAYER, [zone('96', [square(X, Y, 10)])]), 'département « 96 » inconnu'],
  [
    'a renamed column',
    shapefile(LAYER, [{ attributes: { dept: '13', zone: '1' }, rings: [square(X, Y, 10)] }]),
    'DEBROUSSAILLEMENT.shp : la colonne « zonage » est absente',
  ],
  [
    'latitude and longitude exchanged',
    shapefile(LAYER, [zone('13', [square(43.3, 5.4, 0.1)])], DEGREES),
    'brush-clearing, ligne de clé « 13 » : longitude et latitude semblent échangées',
  ],
  ['another layer', shapefile('autre', HERE), 'il manque « DEBROUSSAILLEMENT.shp »'],
])('%s refuses the file', async (...[, files, sentence]) => {
  await expect(serve(files)).rejects.toThrow(sentence);
});

it('a layer cut in the middle refuses the file', async () => {
  const files = national();
  const shp = files[`${LAYER}.shp`] as Buffer;
  await expect(serve({ ...files, [`${LAYER}.shp`]: shp.subarray(0, shp.length - 60) })).rejects.toThrow(
    'DEBROUSSAILLEMENT.shp : cette couche est tronquée',
  );
});
