import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Place } from '#domain/geometry/place.ts';
import { createWorkshop, EXTRACTS_HELD, extract, type Workshop } from '#test/datasets.ts';
import { pprGeoPackage } from '#test/geopackage.ts';
import type { PprZoneRow } from './ppr-zones.ts';

let workshop: Workshop;
beforeAll(async () => {
  workshop = await createWorkshop();
});
afterAll(() => workshop.close());

const placeAt = (longitude: number, latitude: number): Place => ({
  longitude,
  latitude,
  inseeCodes: [],
  communeName: '',
  parcels: [],
});

it('the geostandard’s codes keep their case, their commas and their own numbers, and null works stay unknown', async () => {
  const pack = await pprGeoPackage(
    [
      ['B1', '02', 1],
      ['b1', '04', 0],
      ['RE0,Z,Tn', '05', null],
      ['-', '07', null],
    ],
    { plan: '38DDT20200001', corner: [900_000, 6_500_000], side: 100, srs: 2154 },
  );
  const { manifest } = await workshop.import('ppr-zones', await workshop.source({ 'pprn_38ddt20200001.gpkg': pack }));
  const release = await workshop.open('ppr-zones', manifest.id);
  expect(release.rowsOf('38DDT20200001')).toMatchObject([
    { code: 'B1', rule: 'prescriptions', works: true },
    { code: 'b1', rule: 'interdiction-stricte', works: false },
    { code: 'RE0,Z,Tn', rule: 'unidentified', ruleLabel: 'Recommandations', works: null },
    { code: '', rule: 'unidentified', ruleLabel: 'Zone d’aléa exceptionnel', works: null },
  ]);
  expect(release.rowsOf('38DDT20209999')).toEqual([]);
});

describe.runIf(EXTRACTS_HELD)('published zonings', () => {
  it('GeoPackages of the geostandard: a mine’s plan and an industrial one, with its land zones', async () => {
    const { manifest } = await workshop.import('ppr-zones', extract('ppr-geostandard-gpkg'));
    expect(manifest.rows).toBe(380 + 25 + 10);
    expect(manifest.departements).toEqual({ '38': 380, '69': 35 });
    const release = await workshop.open('ppr-zones', manifest.id);
    const land = (release.rowsOf('69DREAL20090005') as PprZoneRow[]).filter(({ rule }) => rule === 'expropriation');
    expect(land.map(({ code }) => code)).toContain('Ex5');
    // A vertex of the file's second zone.
    const codes = release
      .zonesAround(placeAt(5.487588, 45.580611), 2)
      .map(({ row }) => (release.row(row) as PprZoneRow).code);
    expect(codes).toContain('RZ,Tn');
    expect(release.zonesAround(placeAt(2.35, 48.85), 500)).toEqual([]);
  });

  it('COVADIS layers in ZIP archives, whose files name the plan without its service', async () => {
    const { manifest } = await workshop.import('ppr-zones', extract('ppr-covadis-isere'));
    const release = await workshop.open('ppr-zones', manifest.id);
    const rows = release.rowsOf('38DDT20180003') as PprZoneRow[];
    expect(rows).toHaveLength(209);
    expect(rows.filter(({ rule }) => rule === 'interdiction')).toHaveLength(131);
    expect(release.rowsOf('38DDT20200002')).toHaveLength(584);
    expect(rows[0]).toMatchObject({ code: 'RF,a1', name: 'interdiction - effondrement, avalanches', works: null });
  });
});
