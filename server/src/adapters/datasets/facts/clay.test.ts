import type { Position } from 'geojson';
import { expect, it } from 'vitest';
import { MAINLAND, releasesOf } from '#test/datasets.ts';
import { metresIn } from '#test/departements.ts';
import { placeInLambert93, shapefile, square } from '#test/shapefile.ts';
import { clayFact } from './clay.ts';

// The national file was not to be had: these zones are typed, with its columns.
const NOW = new Date('2026-11-20T10:00:00Z');
const { serve: serveFolder, deps } = releasesOf(NOW);

/** Metres in Lambert-93, near Mende. */
const [X, Y] = [740_000, 6_380_000];
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

/** A zone in each département of the map: with fewer, the file would be an extract. */
const ELSEWHERE = MAINLAND.filter((one) => !['48', '75'].includes(one)).map((insee_dep) => ({
  attributes: { insee_dep, niveau: '1' },
  rings: [square(...metresIn(insee_dep), 10)],
}));
const serve = (files: Record<string, string | Buffer>) => serveFolder('clay', files);
const exposureAt = (x: number, y: number, commune = '48095') => clayFact(deps(), placeInLambert93(x, y, commune));

it('the highest zone that touches the property, with the name of the map, and « not exposed » in no zone', async () => {
  const manifest = await serve(shapefile('AleaRG_2025_Fxx_L93', [...ZONES, ...ELSEWHERE]));
  expect(manifest.departements).toMatchObject({ '01': 2, '48': 2, '95': 1 });
  expect(exposureAt(X + 50, Y + 50)?.value).toEqual({ exposure: 1, map: '2026' });
  expect(exposureAt(X + 490, Y + 510)?.value).toEqual({ exposure: 3, map: '2026' });
  // One point lies in the hole, one beyond the zones.
  expect(exposureAt(X + 200, Y + 200)?.value).toEqual({ exposure: 0, map: '2026' });
  expect(exposureAt(X - 5_000, Y)?.value).toEqual({ exposure: 0, map: '2026' });
});

it('nothing is said where the map does not cover: Paris, overseas, a département without a zone', async () => {
  const others = ELSEWHERE.filter(({ attributes }) => attributes.insee_dep !== '33');
  await serve(shapefile('AleaRG_2025_Fxx_L93', [...ZONES, ...others]));
  expect(exposureAt(X - 5_000, Y, '48095')?.value.exposure).toBe(0);
  expect(['75101', '97411', '33063'].map((commune) => exposureAt(X - 5_000, Y, commune))).toEqual([null, null, null]);
});

it('an extract of some départements answers nothing: it may have been cut within them', async () => {
  await serve(shapefile('AleaRG_2025_48_L93', ZONES.slice(0, 2)));
  expect([exposureAt(X + 50, Y + 50), exposureAt(X - 5_000, Y)]).toEqual([null, null]);
});

it('the former file says that it is the map of 2020, and is not mixed with the other', async () => {
  const former = [...ZONES, ...ELSEWHERE].map(({ attributes, rings }) => ({
    attributes: { DPT: attributes.insee_dep, NIVEAU: attributes.niveau, ALEA: 'Fort' },
    rings,
  }));
  await serve(shapefile('AleaRG_Fxx_L93', former));
  expect(exposureAt(X + 50, Y + 50)?.value).toEqual({ exposure: 1, map: '2020' });
  const both = { ...shapefile('AleaRG_Fxx_L93', former), ...shapefile('AleaRG_2025_Fxx_L93', ZONES) };
  await expect(serve(both)).rejects.toThrow('le dossier mêle la carte de 2020 et celle de 2026');
});

it('a map of another year, or a layer cut between two zones, refuses the file', async () => {
  await expect(serve(shapefile('AleaRG_2027_Fxx_L93', [...ZONES, ...ELSEWHERE]))).rejects.toThrow('carte inconnue');
  const name = 'AleaRG_2025_Fxx_L93';
  const [files, cut] = [shapefile(name, [...ZONES, ...ELSEWHERE]), shapefile(name, [...ZONES, ...ELSEWHERE.slice(1)])];
  const layer = files[`${name}.shp`] as Buffer;
  files[`${name}.shp`] = layer.subarray(0, cut[`${name}.shp`]?.length);
  await expect(serve(files)).rejects.toThrow(`${name}.shp : cette couche est tronquée.`);
});

it('an unknown level or a missing column refuses the file', async () => {
  const zone = { attributes: { insee_dep: '48', niveau: '0' }, rings: [square(X, Y, 10)] };
  await expect(serve(shapefile('AleaRG_2025_48_L93', [zone]))).rejects.toThrow('niveau « 0 » inconnu');
  const renamed = { attributes: { insee_dep: '48', alea: '1' }, rings: [square(X, Y, 10)] };
  await expect(serve(shapefile('AleaRG_2025_48_L93', [renamed]))).rejects.toThrow('la colonne « niveau » est absente');
});
