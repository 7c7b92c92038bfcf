import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync } from 'node:fs';
import { cp, mkdir, readdir, readFile, utimes, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createWorkshop, EXTRACTS_HELD, extract, gasparTable, radonTable, type Workshop } from '#test/datasets.ts';
import { SupplierFailure } from '#platform/suppliers/supplier-failure.ts';
import { isNightly } from '../../../../tests/harness/nightly.ts';
import { DatasetRefusal } from './refusal.ts';

const ROOT = resolve(import.meta.dirname, '../../../..');
const NOW = new Date('2026-03-10T12:00:00Z');
const COMMUNES = Array.from({ length: 5_000 }, (_, i) => i);
/** A table of many communes, all of one class. */
const national = (potential: number): string =>
  radonTable(COMMUNES.map((i) => [`COMMUNE ${i}`, String(1_001 + i), potential]));

let workshop: Workshop;
let activeId: string;
beforeEach(async () => {
  workshop = await createWorkshop(() => NOW);
  const source = await workshop.source({ 'radon.csv': radonTable([['MENDE', '48095', 3]]) });
  const { manifest } = await workshop.import('radon', source, { publishedOn: '2026-01-01' });
  activeId = manifest.id;
  await workshop.store.activate({ dataset: 'radon', release: activeId, force: null });
});
afterEach(() => workshop.close());

const active = async () => (await workshop.store.pointers()).radon?.release;
const releases = async () => (await workshop.store.list('radon')).map(({ id }) => id);
const refusalOf = (attempt: Promise<unknown>): Promise<unknown> => attempt.catch((error: unknown) => error);

const TABLE = 'nom_comm;nom_dept;insee_com;classe_potentiel;reg\n';
it.each<[string, Record<string, string | Buffer>, RegExp]>([
  ['no row', { 'radon.csv': TABLE }, /^radon : aucune ligne dans /],
  ['an empty file', { 'radon.csv': '' }, /^radon\.csv : la table est vide\.$/],
  ['an empty folder', {}, / : aucun fichier\.$/],
  ['a renamed column', { 'radon.csv': TABLE.replace('insee_com', 'insee') }, /la colonne « insee_com » est absente\.$/],
  [
    'a row cut short',
    { 'radon.csv': `${TABLE}MENDE;LOZERE;48095;3;FR\nBELL` },
    /la ligne 3 n’a pas le nombre de colonnes/,
  ],
  [
    'a truncated gzip',
    { 'radon.csv.gz': gzipSync(national(1)).subarray(0, 5_000) },
    /^radon\.csv\.gz : cette archive est tronquée ou illisible\.$/,
  ],
  [
    'a truncated ZIP',
    { 'radon.zip': Buffer.from('PK\u0003\u0004radon.csv') },
    /^radon\.zip : cette archive ZIP est tronquée/,
  ],
])('%s: one sentence, no release, no work left, the active one untouched', async (...[, files, sentence]) => {
  const source = await workshop.source(files);
  await mkdir(source, { recursive: true });
  const refusal = await refusalOf(workshop.import('radon', source));
  expect(refusal).toBeInstanceOf(DatasetRefusal);
  expect((refusal as Error).message).toMatch(sentence);
  expect((refusal as Error).message).not.toContain('\n');
  expect(await releases()).toEqual([activeId]);
  expect(await active()).toBe(activeId);
  expect(await readdir(join(workshop.folder, 'work'))).toEqual([]);
});

it('an official edition is not made younger than its files', async () => {
  const table = gasparTable([{ 'CODE PROCEDURE': '48DDT20200001', 'CODE INSEE COMMUNE': '48095' }]);
  const files = { 'pprn_gaspar_2025-12-01.csv': table };
  const imported = async (publishedOn: string) =>
    workshop.import('gaspar-pprn', await workshop.source(files), { publishedOn, origin: 'official' });
  await expect(imported('2026-03-05')).rejects.toThrow(
    'gaspar-pprn : les fichiers sont du 2025-12-01, non du 2026-03-05 (--published).',
  );
  expect((await imported('2025-12-03')).manifest.publishedOn).toBe('2025-12-03');
});

it('two exports of a table are not read as one', async () => {
  const source = await workshop.source({
    'pprn_gaspar_2024-03-02.csv': gasparTable([]),
    'pprn_gaspar_2026-03-05.csv': gasparTable([]),
  });
  await expect(workshop.import('gaspar-pprn', source)).rejects.toThrow('le dossier mêle plusieurs exports');
});

it.skipIf(!EXTRACTS_HELD)('a published ZIP cut in half', async () => {
  const whole = await readFile(join(extract('ppr-covadis-isere'), '38DDT20180003.zip'));
  const source = await workshop.source({ '38DDT20180003.zip': whole.subarray(0, whole.length / 2) });
  await expect(workshop.import('ppr-zones', source)).rejects.toThrow(
    '38DDT20180003.zip : cette archive ZIP est tronquée ou illisible.',
  );
  expect(await workshop.store.list('ppr-zones')).toEqual([]);
});

it.skipIf(!EXTRACTS_HELD).each<[string, (whole: Buffer) => Buffer, string]>([
  ['cut in half', (whole) => whole.subarray(0, whole.length / 2), 'ce GeoPackage ne peut pas être lu.'],
  [
    'with zeros within its zones',
    (whole) => Buffer.from(whole).fill(0, 300_000, 650_000),
    'ce GeoPackage est tronqué ou abîmé.',
  ],
])('a published GeoPackage %s', async (...[, damage, sentence]) => {
  const name = 'pprm_38ddt20180002.gpkg';
  const whole = await readFile(join(extract('ppr-geostandard-gpkg'), name));
  const source = await workshop.source({ [name]: damage(whole) });
  await expect(workshop.import('ppr-zones', source)).rejects.toThrow(new DatasetRefusal(`${name} : ${sentence}`));
  expect(await workshop.store.list('ppr-zones')).toEqual([]);
});

it('a département missing: the edition is kept, refused by name, and says which', async () => {
  const without = radonTable([['BELLEY', '1034', 1]]);
  const { manifest } = await workshop.import('radon', await workshop.source({ 'radon.csv': without }));
  const activated = workshop.store.activate({ dataset: 'radon', release: manifest.id, force: null });
  await expect(activated).rejects.toThrow('Départements absents : 48.');
  expect(await active()).toBe(activeId);
});

const CAVITY =
  'identifiant,type,nom,reperage_geo,code_insee,longitude,latitude\nA1,cave,Cave du Chêne,précis,48095,3.5,44.5\n';

it('another encoding and delimiter give the same rows', async () => {
  const [utf8, latin1] = await Promise.all(
    (['utf8', 'latin1'] as const).map(async (encoding) => {
      const source = await workshop.source({ 'cavites.csv': Buffer.from(CAVITY, encoding) });
      const { manifest } = await workshop.import('cavities', source);
      return manifest.result.sha256;
    }),
  );
  expect(latin1).toBe(utf8);
});

it('longitude and latitude exchanged refuse the file', async () => {
  const exchanged = await workshop.source({ 'cavites.csv': CAVITY.replace('3.5,44.5', '44.5,3.5') });
  await expect(workshop.import('cavities', exchanged)).rejects.toThrow('longitude et latitude semblent échangées');
});

it('two imports at once, of the same files and of others, each give their release', async () => {
  const [one, other] = await Promise.all([1, 2].map((value) => workshop.source({ 'radon.csv': national(value) })));
  const imported = await Promise.all([one, one, other].map((source) => workshop.import('radon', source ?? '')));
  const ids = imported.map(({ manifest }) => manifest.id);
  expect(ids[0]).toBe(ids[1]);
  expect((await releases()).toSorted()).toEqual([...new Set([activeId, ...ids])].toSorted());
  const opened = await Promise.all(ids.map((id) => workshop.open('radon', id)));
  expect(opened.map((release) => release.rowsOf('01001'))).toEqual([1, 1, 2].map((potential) => [{ potential }]));
  expect(await active()).toBe(activeId);
});

it('what a killed import left is removed a day later, and not before', async () => {
  const work = join(workshop.folder, 'work');
  for (const [name, age] of [
    ['import-old', 25],
    ['import-other', 23],
  ] as const) {
    await mkdir(join(work, name), { recursive: true });
    const made = new Date(NOW.getTime() - age * 3_600_000);
    await utimes(join(work, name), made, made);
  }
  await workshop.import('radon', await workshop.source({ 'radon.csv': national(1) }));
  expect(await readdir(work)).toEqual(['import-other']);
});

describe.skipIf(process.getuid?.() !== 0)('a full disk', () => {
  /** Mounts a small disk over a folder of the workshop. */
  async function onSmallDisk(name: string, run: () => Promise<void>): Promise<void> {
    const disk = join(workshop.folder, name);
    mkdirSync(disk, { recursive: true });
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=100k', 'tmpfs', disk]);
    try {
      await run();
    } finally {
      execFileSync('umount', ['-l', disk]);
    }
  }

  it('where imports work', async () => {
    const source = await workshop.source({ 'radon.csv': national(1) });
    await onSmallDisk('work', async () => {
      const refusal = await refusalOf(workshop.import('radon', source));
      expect(refusal).toBeInstanceOf(DatasetRefusal);
      expect((refusal as Error).message).toMatch(/^radon : plus de place dans .+\/work\.$/);
      expect(readdirSync(join(workshop.folder, 'work'))).toEqual([]);
    });
    expect(await releases()).toEqual([activeId]);
    await workshop.import('radon', source);
    expect(await releases()).toHaveLength(2);
  });

  it('where documents are stored, at an activation', async () => {
    const source = await workshop.source({ 'radon.csv': national(1) });
    const { manifest } = await workshop.import('radon', source);
    const held = await readFile(join(workshop.folder, 'files/datasets/active/radon.json'));
    const kept = join(workshop.folder, 'kept');
    await cp(join(workshop.folder, 'files/datasets'), kept, { recursive: true });
    await onSmallDisk('files/datasets', async () => {
      const here = join(workshop.folder, 'files/datasets');
      for (const id of [activeId, manifest.id]) {
        await mkdir(join(here, 'radon', id), { recursive: true });
        await cp(join(kept, 'radon', id, 'manifest.json'), join(here, 'radon', id, 'manifest.json'));
      }
      await cp(join(kept, 'active'), join(here, 'active'), { recursive: true });
      await writeFile(join(here, 'fill'), Buffer.alloc(200_000)).catch(() => undefined);
      const refusal = await refusalOf(
        workshop.store.activate({ dataset: 'radon', release: manifest.id, force: manifest.id }),
      );
      expect(refusal).toBeInstanceOf(SupplierFailure);
      expect(await active()).toBe(activeId);
    });
    expect(await readFile(join(workshop.folder, 'files/datasets/active/radon.json'))).toEqual(held);
  });

  it('where documents are stored', async () => {
    const source = await workshop.source({ 'radon.csv': national(1) });
    await onSmallDisk('files/datasets/radon', async () => {
      const refusal = await refusalOf(workshop.import('radon', source));
      expect(refusal).toBeInstanceOf(DatasetRefusal);
      expect((refusal as Error).message).toBe('radon : le stockage des documents est plein ou ne répond pas.');
      expect(await releases()).toEqual([]);
    });
    expect(await releases()).toEqual([activeId]);
    expect(await active()).toBe(activeId);
  });
});

describe('kill -9', () => {
  /** Whether the command was killed at the first path that matches. */
  async function killed(words: string[], at: string): Promise<boolean> {
    const preload = pathToFileURL(join(ROOT, 'server/test/killed-at.ts')).href;
    const child = spawn(process.execPath, ['--import', preload, 'server/src/tools/datasets.ts', ...words], {
      cwd: ROOT,
      env: {
        ...process.env,
        FILES_DIR: join(workshop.folder, 'files'),
        DATASETS_DIR: join(workshop.folder, 'local'),
        KILLED_AT: at,
      },
      stdio: 'ignore',
    });
    const [, signal] = (await once(child, 'exit')) as [number | null, string | null];
    return signal === 'SIGKILL';
  }

  it.each([
    ...(isNightly ? [['while it reads', String.raw`/rows\.draft$`]] : []),
    ['while it stores', String.raw`/datasets/radon/[^/]+/[^/]+\.0000$`],
  ])('an import killed %s leaves the active release, and the next one succeeds', async (...[, at = '']) => {
    const source = await workshop.source({ 'radon.csv': national(2) });
    expect(await killed(['import', 'radon', source, '--published', '2026-02-01', '--test'], at)).toBe(true);
    expect(await active()).toBe(activeId);
    expect(await releases()).toEqual([activeId]);
    const { manifest } = await workshop.import('radon', source, { publishedOn: '2026-02-01' });
    expect((await workshop.open('radon', manifest.id)).rowsOf('01001')).toEqual([{ potential: 2 }]);
  });

  it('an activation killed leaves one release or the other, whole, and can be done again', async () => {
    const source = await workshop.source({ 'radon.csv': national(2) });
    const { manifest } = await workshop.import('radon', source, { publishedOn: '2026-02-01' });
    const words = ['activate', 'radon', manifest.id, '--force', manifest.id];
    expect(await killed(words, String.raw`/datasets/active/radon\.json[^/]*$`)).toBe(true);
    expect([activeId, manifest.id]).toContain(await active());
    await workshop.store.activate({ dataset: 'radon', release: manifest.id, force: manifest.id });
    expect(await active()).toBe(manifest.id);
    expect(await releases()).toEqual([activeId, manifest.id]);
  });
});
