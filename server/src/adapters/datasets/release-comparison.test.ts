import type { Position } from 'geojson';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { DatasetName } from '#domain/datasets/datasets.ts';
import type { Touched } from '#domain/datasets/touched.ts';
import { createWorkshop, gasparTable, radonTable, type Workshop } from '#test/datasets.ts';
import { shapefile } from '#test/shapefile.ts';
import { aParcel, aPlace } from '#test/supplier-deps.ts';
import type { ActiveReleases } from './active-releases.ts';
import { toWgs84 } from './formats/projection.ts';
import { createReleaseComparer, type ReleaseComparison } from './release-comparison.ts';

const NOW = new Date('2026-11-20T10:00:00Z');
const COMMUNES = 'TYPECOM,COM,LIBELLE\nCOM,01138,Culoz-Béon\nCOM,48095,Mende\n';
const MOVEMENTS = 'MOD,DATE_EFF,TYPECOM_AV,COM_AV,TYPECOM_AP,COM_AP\n32,2023-01-01,COM,01039,COM,01138\n';

let workshop: Workshop;
let releases: ActiveReleases;
const opened: ReleaseComparison[] = [];
beforeEach(async () => {
  workshop = await createWorkshop(() => NOW);
  releases = workshop.activeReleases();
});
afterEach(async () => {
  for (const one of opened.splice(0)) one.close();
  await workshop.close();
});

type Files = Record<string, string | Buffer>;

async function imported(dataset: DatasetName, files: Files, publishedOn = '2026-11-01'): Promise<string> {
  const { manifest } = await workshop.import(dataset, await workshop.source(files), { publishedOn });
  return manifest.id;
}

async function serve(dataset: DatasetName, files: Files): Promise<void> {
  const release = await imported(dataset, files);
  await workshop.store.activate({ dataset, release, force: release });
  await releases.refresh();
}

async function compared(dataset: DatasetName, one: Files, other: Files): Promise<ReleaseComparison> {
  const [former, next] = [await imported(dataset, one, '2026-10-01'), await imported(dataset, other)];
  const { store } = workshop;
  const comparison = await createReleaseComparer({ store, releases, origins: ['test'] }).compare({
    dataset,
    former,
    next,
  });
  if (comparison === null) throw new Error('a release is missing');
  opened.push(comparison);
  return comparison;
}

const radon = (...rows: [name: string, code: string, potential: number][]): Files => ({
  'radon.csv': radonTable(rows),
});

it('rows of communes: those that changed, appeared or went, with the codes that share them; not the same ones', async () => {
  await serve('communes', { 'communes.csv': COMMUNES, 'mouvements-communes.csv': MOVEMENTS });
  const comparison = await compared(
    'radon',
    radon(['MENDE', '48095', 3], ['BEON', '1039', 2], ['PARIS', '75056', 1], ['NICE', '06088', 1]),
    radon(['MENDE', '48095', 3], ['BEON', '1039', 3], ['PARIS', '75056', 2], ['NIMES', '30189', 1]),
  );
  const codes: Touched['codePrefixes'] = ['01039', '01138', '06088', '30189', '75056', '751'];
  expect({ ...comparison.touched, codePrefixes: [...new Set(comparison.touched.codePrefixes)].toSorted() }).toEqual({
    isEverywhere: false,
    codePrefixes: codes,
    boxes: [],
  });
  expect(comparison.factsAt(aPlace({ inseeCodes: ['75113', '75056'] }))).toMatchObject([
    { name: 'radon', before: { value: { potential: 1 } }, now: { value: { potential: 2 } } },
  ]);
  expect(comparison.factsAt(aPlace({ inseeCodes: ['06088'] }))).toMatchObject([
    { before: { value: { potential: 1 } }, now: null },
  ]);
});

it('the same rows, published again: nothing', async () => {
  const { touched } = await compared('radon', radon(['MENDE', '48095', 3]), radon(['MENDE', '48095', 3]));
  expect(touched).toEqual({ isEverywhere: false, codePrefixes: [], boxes: [] });
});

/** Metres in Lambert-93, in Ain. */
const [X, Y] = [900_000, 6_540_000];
const square = (x: number, y: number): Position[] => [
  [x, y],
  [x, y + 100],
  [x + 100, y + 100],
  [x + 100, y],
  [x, y],
];
const zone = (plan: string, x: number, y: number) => ({
  attributes: { id_gaspar: plan, codezone: 'R', nom: 'Rouge', typereg: '03' },
  rings: [square(x, y)],
});
const zonings = (...drawn: ReturnType<typeof zone>[]): Files => shapefile('N_ZONE_REG_PPRN_20240001_S_001', drawn);
const pointAt = (x: number, y: number) => toWgs84('2154', '')([x, y]) as [number, number];

function isBoxed({ boxes }: Touched, [x, y]: Position): boolean {
  return boxes.some(([west, south, east, north]) => {
    return west <= Number(x) && Number(x) <= east && south <= Number(y) && Number(y) <= north;
  });
}

it('a zone that one release has twice is a difference', async () => {
  const [once, other] = [zone('01DDT20240001', X, Y), zone('01DDT20240001', X + 40_000, Y)];
  const { touched } = await compared('ppr-zones', zonings(once, other), zonings(once, once, other));
  expect([X, X + 40_000].map((x) => isBoxed(touched, pointAt(x, Y)))).toEqual([true, false]);
});

it('a zone that moved: around both places, not beyond; the fact of each release', async () => {
  const plan = {
    'CODE PROCEDURE': '01DDT20210001',
    'LIBELLE PROCEDURE': 'PPRN Rhône-Séran',
    'CODE INSEE COMMUNE': '01138',
    PRESCRIPTION: '2021-07-29',
    APPROBATION: '2024-12-12',
    'LIBELLE SOUS-ETAT': 'Approuvé',
  };
  await serve('communes', { 'communes.csv': COMMUNES, 'mouvements-communes.csv': MOVEMENTS });
  await serve('gaspar-pprn', { 'pprn_gaspar.csv': gasparTable([plan]) });
  const stays = zone('01DDT20210001', X, Y);
  const comparison = await compared(
    'ppr-zones',
    zonings(stays, zone('01DDT20210001', X + 40_000, Y)),
    zonings(stays, zone('01DDT20210001', X + 80_000, Y)),
  );
  const { touched } = comparison;
  expect(touched.codePrefixes).toEqual([]);
  expect([X, X + 40_000, X + 80_000].map((x) => isBoxed(touched, pointAt(x, Y)))).toEqual([false, true, true]);
  expect(isBoxed(touched, pointAt(X + 44_000, Y))).toBe(true);
  expect(isBoxed(touched, pointAt(X + 46_000, Y))).toBe(false);
  const [longitude, latitude] = pointAt(X + 80_050, Y + 50);
  const parcels = [{ ...aParcel(longitude, latitude), commune: '01138' }];
  expect(comparison.factsAt(aPlace({ longitude, latitude, inseeCodes: ['01138'], parcels }))).toMatchObject([
    { name: 'pprn', before: { value: [{ zoned: false }] }, now: { value: [{ zoned: true, zones: [{ code: 'R' }] }] } },
    { name: 'pprm', before: null, now: null },
    { name: 'pprt', before: null, now: null },
  ]);
  // A plan whose first zones are drawn may be anywhere in its communes, under any of their codes.
  const first = await compared('ppr-zones', zonings(zone('01DDT20200009', X, Y)), zonings(stays));
  expect(first.touched.codePrefixes.toSorted()).toEqual(['01039', '01138']);
});
