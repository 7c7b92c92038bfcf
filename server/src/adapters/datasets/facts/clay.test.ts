import type { Position } from 'geojson';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createWorkshop, type Workshop } from '#test/datasets.ts';
import { shapefile } from '#test/shapefile.ts';
import { aParcel, aPlace } from '#test/supplier-deps.ts';
import type { ActiveReleases } from '../active-releases.ts';
import { toWgs84 } from '../formats/projection.ts';
import { clayFact } from './clay.ts';

// The national file was not to be had: these zones are typed, with its columns.
const NOW = new Date('2026-11-20T10:00:00Z');
let workshop: Workshop;
let releases: ActiveReleases;
beforeEach(async () => {
  workshop = await createWorkshop(() => NOW);
  releases = workshop.activeReleases();
});
afterEach(() => workshop.close());

/** Metres in Lambert-93, near Mende. */
const [X, Y] = [740_000, 6_380_000];
const square = (x: number, y: number, side: number): Position[] => [
  [x, y],
  [x, y + side],
  [x + side, y + side],
  [x + side, y],
  [x, y],
];
const hole = (x: number, y: number, side: number): Position[] => square(x, y, side).toReversed();
const ZONES = [
  {
    attributes: { gid: 1, insee_dep: '48', niveau: '1', surf_m2: '1e6' },
    rings: [square(X, Y, 1_000), hole(X + 100, Y + 100, 200)],
  },
  { attributes: { gid: 2, insee_dep: '48', niveau: '3', surf_m2: '1e4' }, rings: [square(X + 500, Y + 500, 100)] },
  {
    attributes: { gid: 3, insee_dep: '1', niveau: '2', surf_m2: '1e6' },
    rings: [square(X + 90_000, Y + 200_000, 100)],
  },
];

async function serve(files: Record<string, string | Buffer>) {
  const { manifest } = await workshop.import('clay', await workshop.source(files));
  await workshop.store.activate({ dataset: 'clay', release: manifest.id, force: manifest.id });
  await releases.refresh();
  return manifest;
}
function exposureAt(x: number, y: number, commune = '48095') {
  const [longitude = 0, latitude = 0] = toWgs84('2154', '')([x, y]);
  const parcels = [{ ...aParcel(longitude, latitude), commune }];
  const place = aPlace({ longitude: longitude + 1e-5, latitude: latitude + 1e-5, inseeCodes: [commune], parcels });
  return clayFact({ releases, clock: () => NOW }, place);
}

it('the highest zone that touches the property; no zone is « not exposed » where the map covers, with its name', async () => {
  const manifest = await serve(shapefile('AleaRG_2025_Fxx_L93', ZONES));
  expect(manifest.departements).toEqual({ '01': 1, '48': 2 });
  expect(exposureAt(X + 50, Y + 50)?.value).toEqual({ exposure: 1, map: '2026' });
  expect(exposureAt(X + 490, Y + 510)?.value).toEqual({ exposure: 3, map: '2026' });
  // In the hole, and beyond the zones.
  expect(exposureAt(X + 200, Y + 200)?.value).toEqual({ exposure: 0, map: '2026' });
  expect(exposureAt(X - 5_000, Y)?.value).toEqual({ exposure: 0, map: '2026' });
});

it('nothing is said where the map does not cover: Paris, overseas, another département than those of the file', async () => {
  await serve(shapefile('AleaRG_2025_48_L93', ZONES.slice(0, 2)));
  expect(exposureAt(X - 5_000, Y, '48095')?.value.exposure).toBe(0);
  expect(['75101', '97411', '33063'].map((commune) => exposureAt(X - 5_000, Y, commune))).toEqual([null, null, null]);
});

it('the former file says that it is the map of 2020, and is not mixed with the other', async () => {
  const former = ZONES.map(({ attributes, rings }) => ({
    attributes: { DPT: attributes.insee_dep, NIVEAU: attributes.niveau, ALEA: 'Fort' },
    rings,
  }));
  await serve(shapefile('AleaRG_Fxx_L93', former));
  expect(exposureAt(X + 50, Y + 50)?.value).toEqual({ exposure: 1, map: '2020' });
  const both = { ...shapefile('AleaRG_Fxx_L93', former), ...shapefile('AleaRG_2025_Fxx_L93', ZONES) };
  await expect(serve(both)).rejects.toThrow('le dossier mêle la carte de 2020 et celle de 2026');
});

it('an unknown level or a missing column refuses the file', async () => {
  const zone = { attributes: { insee_dep: '48', niveau: '0' }, rings: [square(X, Y, 10)] };
  await expect(serve(shapefile('AleaRG_2025_48_L93', [zone]))).rejects.toThrow('niveau « 0 » inconnu');
  const renamed = { attributes: { insee_dep: '48', alea: '1' }, rings: [square(X, Y, 10)] };
  await expect(serve(shapefile('AleaRG_2025_48_L93', [renamed]))).rejects.toThrow('la colonne « niveau » est absente');
});
