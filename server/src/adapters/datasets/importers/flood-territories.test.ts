import type { Feature } from 'geojson';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isInside } from '#domain/geometry/overlap.ts';
import { createWorkshop, EXTRACTS_HELD, extract, type Workshop } from '#test/datasets.ts';
import { DEGREES, shapefile } from '#test/shapefile.ts';
import { aPlace } from '#test/supplier-deps.ts';
import type { FloodRow } from './flood-territories.ts';

let workshop: Workshop;
beforeAll(async () => {
  workshop = await createWorkshop();
});
afterAll(() => workshop.close());

async function imported(folder: string) {
  const { manifest, skipped } = await workshop.import('flood-territories', folder);
  const release = await workshop.open('flood-territories', manifest.id);
  return { manifest, skipped, release, rows: release.rowsOf('') as FloodRow[] };
}

describe.runIf(EXTRACTS_HELD)('the published extract of the Vienne and the Clain', () => {
  it('one territory drawn as lines, and the surfaces of its medium scenario', async () => {
    const { manifest, skipped, release, rows } = await imported(extract('tri-vienne'));
    expect([manifest.rows, skipped]).toEqual([62, { 'surface sans contour': 1 }]);
    expect(rows[0]).toEqual({ territory: null, name: 'Châtellerault-Poitiers' });
    expect(new Set(rows.slice(1).map((row) => JSON.stringify(row)))).toEqual(
      new Set([JSON.stringify({ territory: null, scenario: 'medium', kind: null })]),
    );
    const at = (longitude: number, latitude: number) =>
      release.zonesAround(aPlace({ longitude, latitude }), 0).filter(({ overlap }) => isInside(overlap)).length;
    // By the Vienne, and at the town hall of Poitiers, on its plateau.
    expect(at(0.66095, 46.4695)).toBeGreaterThan(0);
    expect(at(0.3404, 46.5802)).toBe(0);
    expect(release.coverageOf('86066')).toBe('partly');
  });
});

// The national file was not to be had: its layers are typed, with their recorded names and columns.
const RING = [
  [0.5, 46.5],
  [0.5, 46.6],
  [0.6, 46.6],
  [0.6, 46.5],
  [0.5, 46.5],
];
const layer = (name: string, attributes: Record<string, string>, rings = [RING]) =>
  shapefile(name, [{ attributes, rings }], DEGREES);

it('the layers of the national file: scenario and kind of flood, and those that are not read', async () => {
  const source = await workshop.source({
    ...layer('n_inondable_03_03mcc_s', { id_tri: 'FRG_TRI_POIT', typ_inond: '03', scenario: '03Mcc' }),
    ...layer('n_tri_poit_inondable_01_01for_s_086', { id_tri: 'FRG_TRI_POIT', scenario: '01For' }),
    ...layer('n_tri_s', { id_tri: 'FRG_TRI_POIT', nom_tri: 'Poitiers' }),
    ...layer('n_iso_ht_01_01for_s', { id_zone: '1', ht_min: '0.5' }),
  });
  const { rows } = await imported(source);
  expect(rows).toEqual(
    expect.arrayContaining([
      { territory: 'FRG_TRI_POIT', scenario: 'medium-climate', kind: 'submersion' },
      { territory: 'FRG_TRI_POIT', scenario: 'frequent', kind: 'overflow' },
      { territory: 'FRG_TRI_POIT', name: 'Poitiers' },
    ]),
  );
  expect(rows).toHaveLength(3);
});

const surface = (scenario: string, coordinates: number[][]): Feature => ({
  type: 'Feature',
  properties: { scenario },
  geometry: { type: 'Polygon', coordinates: [coordinates] },
});
const collection = (feature: Feature): string => JSON.stringify({ type: 'FeatureCollection', features: [feature] });

it.each<[string, Record<string, string | Buffer>, string]>([
  ['an unknown scenario', layer('n_inondable_01_05x_s', { scenario: '05Xxx' }), 'scénario « 05Xxx » inconnu'],
  ['a renamed column', layer('n_inondable_01_01for_s', { scenar: '01For' }), 'la colonne « scenario » est absente'],
  ['a territory without a name', layer('n_tri_s', { id_tri: 'X' }), 'un territoire est sans nom'],
  [
    'latitude and longitude exchanged',
    {
      'zone_inondable.geojson': collection(
        surface(
          '02 moyen',
          RING.map((position) => position.toReversed()),
        ),
      ),
    },
    'longitude et latitude semblent échangées',
  ],
  [
    'a truncated file',
    { 'zone_inondable.geojson': collection(surface('02 moyen', RING)).slice(0, -3) },
    'ce GeoJSON est tronqué ou mal formé',
  ],
])('%s refuses the file', async (...[, files, sentence]) => {
  await expect(imported(await workshop.source(files))).rejects.toThrow(sentence);
});
