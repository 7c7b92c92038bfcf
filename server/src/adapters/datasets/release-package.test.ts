import { readFileSync } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createWorkshop, gasparTable, radonTable, type Workshop } from '#test/datasets.ts';
import { shapefile, square } from '#test/shapefile.ts';
import { boxesOf, envelopeOf } from './feature-geometry.ts';
import { openGeoPackage } from './formats/geopackage.ts';
import { Manifest } from './manifest.ts';
import { listed } from './release-writer.ts';

const NOW = new Date('2026-03-10T12:00:00Z');
let workshop: Workshop;
beforeEach(async () => {
  workshop = await createWorkshop(() => NOW);
});
afterEach(() => workshop.close());

/** Metres in Lambert-93, in Ain. */
const [X, Y] = [900_000, 6_540_000];
const zone = (plan: string, name: string, rings: [number, number][][]) => ({
  attributes: { id_gaspar: plan, codezone: 'R', nom: name, typereg: '03' },
  rings,
});
const at = (x: number, y: number, side: number) => square(x, y, side) as [number, number][];
const ZONES = shapefile('N_ZONE_REG_PPRN_20240001_S_001', [
  zone('01DDT20240002', 'second', [at(X, Y, 100), at(X + 20, Y + 20, 10).toReversed()]),
  zone('01DDT20240001', 'first', [at(X + 5_000, Y, 100)]),
  zone('01DDT20240001', 'not drawn', []),
]);
const SITES = {
  'cavites.csv': [
    'identifiant;type;nom;reperage_geo;code_insee;longitude;latitude',
    'A;cave;Une cave;précis;01138;5.78;45.84',
    'B;cave;Une autre;commune;01138;5.78;45.84',
    '',
  ].join('\n'),
};
const TABLE = { 'radon.csv': radonTable([['BEON', '1039', 2]]) };

async function packageOf(dataset: 'ppr-zones' | 'cavities' | 'radon', files: Record<string, string | Buffer>) {
  const { manifest } = await workshop.import(dataset, await workshop.source(files));
  return { manifest, path: join(await workshop.store.copy(dataset, manifest.id), 'release.gpkg') };
}

function queried(path: string, sql: string): Record<string, unknown>[] {
  const db = new DatabaseSync(path, { readOnly: true });
  try {
    return db
      .prepare(sql)
      .all()
      .map((row) => ({ ...row }));
  } finally {
    db.close();
  }
}

describe('a release is a GeoPackage', () => {
  it('whose header names the format and its version', async () => {
    const { path } = await packageOf('radon', TABLE);
    const header = readFileSync(path).subarray(0, 100);
    expect(header.toString('latin1', 0, 16)).toBe('SQLite format 3\0');
    expect(header.toString('latin1', 68, 72)).toBe('GPKG');
    expect(header.readUInt32BE(60)).toBe(10_300);
  });

  it.each([
    ['ppr-zones', ZONES, 'MULTIPOLYGON'],
    ['cavities', SITES, 'POINT'],
    ['radon', TABLE, undefined],
  ] as const)('%s has the tables that the standard asks for', async (dataset, files, geometry) => {
    const { path, manifest } = await packageOf(dataset, files);
    expect(queried(path, 'pragma integrity_check')).toEqual([{ integrity_check: 'ok' }]);
    expect(queried(path, 'pragma foreign_key_check')).toEqual([]);
    expect(queried(path, 'select srs_id from gpkg_spatial_ref_sys order by 1')).toEqual(
      [-1, 0, 4326].map((srs_id) => ({ srs_id })),
    );
    const contents = queried(path, `select * from gpkg_contents order by table_name = 'coverage'`);
    expect(contents.map((row) => [row['table_name'], row['data_type']])).toEqual([
      ['features', geometry === undefined ? 'attributes' : 'features'],
      ['coverage', 'attributes'],
    ]);
    expect(contents[0]).toMatchObject({ identifier: manifest.label, last_change: '2026-01-01T00:00:00.000Z' });
    const drawn = geometry === undefined ? [] : [{ geometry_type_name: geometry, srs_id: 4326, z: 0, m: 0 }];
    const columns = queried(path, 'select geometry_type_name, srs_id, z, m from gpkg_geometry_columns');
    expect(columns).toEqual(drawn);
    const extensions = queried(
      path,
      'select extension_name as name, table_name as of from gpkg_extensions order by 1, 2',
    );
    expect(extensions.map(({ name, of }) => `${String(name)} ${String(of)}`)).toEqual([
      'gpkg_metadata gpkg_metadata',
      'gpkg_metadata gpkg_metadata_reference',
      ...drawn.map(() => 'gpkg_rtree_index features'),
    ]);
  });

  it('whose index has the box of each geometry, and nothing of a row without one', async () => {
    const { path } = await packageOf('ppr-zones', ZONES);
    const features = queried(path, 'select fid, geom from features where geom is not null');
    const boxes = queried(path, 'select id, minx, miny, maxx, maxy from rtree_features_geom order by id');
    expect(queried(path, 'select count(*) as count from features')).toEqual([{ count: 3 }]);
    expect(boxes.map(({ id }) => id)).toEqual(features.map(({ fid }) => fid));
    for (const [i, { geom }] of features.entries()) {
      const bytes = geom as Uint8Array;
      expect([...bytes.subarray(0, 8)]).toEqual([0x47, 0x50, 0, 0x03, ...Buffer.from(Int32Array.of(4326).buffer)]);
      const [west, south, east, north] = envelopeOf(bytes);
      expect(boxesOf(bytes)).toEqual([[west, south, east, north]]);
      const { minx, miny, maxx, maxy } = boxes[i] as Record<string, number>;
      expect([minx! <= west, miny! <= south, maxx! >= east, maxy! >= north]).toEqual([true, true, true, true]);
      expect(maxx! - minx!).toBeCloseTo(east - west, 5);
    }
    const triggers = queried(path, `select name from sqlite_master where type = 'trigger' order by 1`);
    const names = ['delete', 'insert', 'update1', 'update2', 'update3', 'update4'];
    expect(triggers).toEqual(names.map((name) => ({ name: `rtree_features_geom_${name}` })));
  });

  it('that a reader of GeoPackages reads', async () => {
    const { path } = await packageOf('ppr-zones', ZONES);
    const pack = openGeoPackage({ name: 'release.gpkg', path });
    const zones = [...pack.features('features')];
    pack.close();
    expect(
      zones.map(({ attributes, outline }) => [attributes['key'], outline?.coordinates.map((rings) => rings.length)]),
    ).toEqual([
      ['01DDT20240001', [1]],
      ['01DDT20240001', undefined],
      ['01DDT20240002', [2]],
    ]);
  });

  it('that holds its own manifest', async () => {
    const { path, manifest } = await packageOf('radon', TABLE);
    const [{ metadata = '' } = {}] = queried(path, 'select metadata from gpkg_metadata');
    const { importedAt: _, ...beside } = manifest;
    const inside = Manifest.omit({ importedAt: true }).parse(JSON.parse(String(metadata)));
    expect(inside).toEqual({ ...beside, result: { ...beside.result, files: [] } });
  });
});

describe('the identity of a release', () => {
  it('and every byte of it are the same when its files are imported again', async () => {
    const [one, other] = [await packageOf('cavities', SITES), await packageOf('cavities', SITES)];
    expect(other.manifest.result).toEqual(one.manifest.result);
  });

  it('does not depend on the order of the communes in the file', async () => {
    const rows: [string, string, number][] = [
      ['BEON', '1039', 2],
      ['MENDE', '48095', 3],
    ];
    const [one, other] = await Promise.all(
      [rows, rows.toReversed()].map((given) => packageOf('radon', { 'radon.csv': radonTable(given) })),
    );
    expect(other?.manifest.id).toBe(one?.manifest.id);
    expect(other?.manifest.source.sha256).not.toBe(one?.manifest.source.sha256);
  });

  it.each([
    ['a cell', 'radon', TABLE, { 'radon.csv': radonTable([['BEON', '1039', 3]]) }],
    ['a place', 'cavities', SITES, { 'cavites.csv': SITES['cavites.csv'].replace('45.84', '45.85') }],
    ['a precision', 'cavities', SITES, { 'cavites.csv': SITES['cavites.csv'].replace('précis', 'commune') }],
  ] as const)('changes with %s', async (...[, dataset, one, other]) => {
    expect((await packageOf(dataset, other)).manifest.id).not.toBe((await packageOf(dataset, one)).manifest.id);
  });
});

describe('a package that is not what was imported', () => {
  const stored = async () => {
    const { manifest } = await workshop.import('radon', await workshop.source(TABLE));
    const folder = join(workshop.folder, 'files/datasets/radon', manifest.id);
    const part = (await readdir(folder)).find((name) => name.endsWith('.gpkg.0000')) ?? '';
    return { manifest, folder, path: join(folder, part), bytes: await readFile(join(folder, part)) };
  };

  it('is refused for one wrong byte, wherever it is', async () => {
    const { manifest, path, bytes } = await stored();
    for (let i = 0; i < 40; i += 1) {
      const fault = Buffer.from(bytes);
      const place = Math.floor((i * bytes.length) / 40);
      fault[place] = (fault[place] ?? 0) ^ (1 << (i % 8));
      await writeFile(path, fault);
      await expect(workshop.open('radon', manifest.id)).rejects.toThrow('release.gpkg est altéré dans le stockage');
    }
    await writeFile(path, bytes);
    expect((await workshop.open('radon', manifest.id)).rowsOf('01039')).toEqual([{ potential: 2 }]);
  });

  it('is refused when it is cut', async () => {
    const { manifest, path, bytes } = await stored();
    await writeFile(path, bytes.subarray(0, bytes.length / 2));
    await expect(workshop.open('radon', manifest.id)).rejects.toThrow('release.gpkg est altéré dans le stockage');
  });

  /** Whoever can write into the store may also make the manifest agree. */
  async function replaced(content: Buffer): Promise<Promise<unknown>> {
    const { manifest, folder } = await stored();
    await writeFile(join(workshop.folder, 'other'), content);
    const file = { ...(await listed(workshop.folder, 'other')), name: 'release.gpkg' };
    await writeFile(join(folder, `${file.sha256.slice(0, 12)}.gpkg.0000`), content);
    const told = { ...manifest, result: { ...manifest.result, files: [file] } };
    await writeFile(join(folder, 'manifest.json'), JSON.stringify(told));
    return workshop.open('radon', manifest.id).catch((error: Error) => error.message);
  }

  it('is refused when it is no database, or another one', async () => {
    expect(await replaced(Buffer.from('not a database'.repeat(100)))).toBe(
      'release.gpkg : ce GeoPackage ne peut pas être lu.',
    );
    await workshop.close();
    workshop = await createWorkshop(() => NOW);
    const path = join(workshop.folder, 'plain.db');
    new DatabaseSync(path).exec('create table features (fid integer)');
    expect(await replaced(await readFile(path))).toBe('release.gpkg : ce GeoPackage ne peut pas être lu.');
  });

  it('is refused when it is that of another release', async () => {
    const table = gasparTable([{ 'CODE PROCEDURE': '48DDT20200001', 'CODE INSEE COMMUNE': '48095' }]);
    const other = await workshop.import('gaspar-pprn', await workshop.source({ 'pprn_gaspar_2025-12-01.csv': table }));
    const path = join(await workshop.store.copy('gaspar-pprn', other.manifest.id), 'release.gpkg');
    expect(await replaced(await readFile(path))).toMatch(
      /^radon 2026-01-01-\w+ : le fichier est celui d’une autre édition\.$/,
    );
  });
});
