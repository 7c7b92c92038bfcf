import { randomUUID } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createWorkshop, radonTable, type Workshop } from '#test/datasets.ts';
import { createActiveReleases } from './active-releases.ts';
import { DatasetRefusal } from './refusal.ts';
import { createReleaseStore } from './release-store.ts';

const NOW = new Date('2026-03-10T12:00:00Z');
const FIRST = radonTable([
  ['MENDE', '48095', 3],
  ['BELLEY', '1034', 2],
  ['PARIS 1ER', '75101', 1],
]);
const LESS = radonTable([
  ['MENDE', '48095', 3],
  ['BELLEY', '1034', 2],
]);
const MORE = radonTable([
  ['MENDE', '48095', 3],
  ['BELLEY', '1034', 3],
  ['PARIS 1ER', '75101', 1],
  ['LYON 1ER', '69381', 3],
]);

let workshop: Workshop;
beforeEach(async () => {
  workshop = await createWorkshop(() => NOW);
});
afterEach(() => workshop.close());

const importTable = async (table: string, publishedOn: string) => {
  const { manifest } = await workshop.import('radon', await workshop.source({ 'radon.csv': table }), { publishedOn });
  return manifest;
};
const activate = (release: string, force: string | null = null) =>
  workshop.store.activate({ dataset: 'radon', release, force });
const active = async () => (await workshop.store.pointers()).radon?.release;

it('a release describes its source and its rows, and has the same identity when imported again', async () => {
  const manifest = await importTable(FIRST, '2026-01-01');
  expect(manifest).toMatchObject({
    dataset: 'radon',
    origin: 'test',
    rows: 3,
    departements: { '48': 1, '01': 1, '75': 1 },
    communes: { withRows: 3, byCoverage: { covered: 3 } },
    source: { files: [{ name: 'radon.csv', bytes: FIRST.length }] },
  });
  expect(manifest.columns).toContain('radon: classe_potentiel');
  expect((await importTable(FIRST, '2026-01-01')).id).toBe(manifest.id);
  expect((await importTable(MORE, '2026-01-01')).id).not.toBe(manifest.id);
  expect(await workshop.store.list('radon')).toHaveLength(2);
});

it('a release in the format of another version is listed, and refused until it is imported again', async () => {
  const { id } = await importTable(FIRST, '2026-01-01');
  const path = join(workshop.folder, 'files/datasets/radon', id, 'manifest.json');
  const manifest = JSON.parse(await readFile(path, 'utf8')) as object;
  await activate(id);
  const files = ['rows.bin', 'rows.json', 'keys.json'].map((name) => ({ name, bytes: 9, sha256: '0'.repeat(64) }));
  await writeFile(path, JSON.stringify({ ...manifest, format: 4, result: { sha256: '0'.repeat(64), files } }));
  expect(await workshop.store.list('radon')).toMatchObject([{ id, format: 4 }]);
  await expect(workshop.open('radon', id)).rejects.toThrow(
    `radon : l’édition ${id} est au format d’une autre version ; importez-la de nouveau.`,
  );
  const next = await importTable(MORE, '2026-02-01');
  await activate(next.id);
  await expect(workshop.store.rollback('radon')).rejects.toThrow('importez-la de nouveau');
  expect(await active()).toBe(next.id);
  await workshop.store.remove('radon', id);
});

it('a dataset of a later version is left active, and does not hide the others', async () => {
  const path = join(workshop.folder, 'files/datasets/active/of-a-later-version.json');
  const { id } = await importTable(FIRST, '2026-01-01');
  await activate(id);
  await writeFile(path, 'another shape');
  expect(await active()).toBe(id);
  await activate((await importTable(MORE, '2026-02-01')).id);
  expect(await readFile(path, 'utf8')).toBe('another shape');
});

it('two datasets activated at once → both active', async () => {
  const { id } = await importTable(FIRST, '2026-01-01');
  const source = await workshop.source({
    'communes.csv': 'TYPECOM,COM,LIBELLE\nCOM,48095,Mende\n',
    'mouvements-communes.csv': 'MOD,DATE_EFF,TYPECOM_AV,COM_AV,TYPECOM_AP,COM_AP\n',
  });
  const { manifest } = await workshop.import('communes', source);
  await Promise.all([
    activate(id),
    workshop.store.activate({ dataset: 'communes', release: manifest.id, force: null }),
  ]);
  expect(await workshop.store.pointers()).toMatchObject({
    radon: { release: id },
    communes: { release: manifest.id },
  });
});

it('rows are found by commune, with the edition that facts carry', async () => {
  const { id, source } = await importTable(FIRST, '2026-01-01');
  const release = await workshop.open('radon', id);
  expect(release.rowsOf('01034')).toEqual([{ potential: 2 }]);
  expect(release.rowsOf('01035')).toEqual([]);
  expect(release.rowsOf('constructor')).toEqual([]);
  expect([release.coverageOf('01034'), release.coverageOf('01035')]).toEqual(['covered', 'not-digitised']);
  expect(release.edition).toEqual({ dataset: 'radon', release: id, publishedOn: '2026-01-01', sha256: source.sha256 });
});

it('activation swaps releases, rollback returns to the former, the active one cannot be removed', async () => {
  const first = await importTable(FIRST, '2026-01-01');
  const second = await importTable(MORE, '2026-02-01');
  await activate(first.id);
  await activate(second.id);
  expect(await active()).toBe(second.id);
  await expect(workshop.store.remove('radon', second.id)).rejects.toThrow(/est active/);
  expect(await workshop.store.rollback('radon')).toBe(first.id);
  expect(await active()).toBe(first.id);
  await expect(workshop.store.rollback('radon')).rejects.toThrow(/aucune édition précédente/);
  await workshop.store.remove('radon', second.id);
  expect((await workshop.store.list('radon')).map(({ id }) => id)).toEqual([first.id]);
  await expect(activate(second.id)).rejects.toThrow(/pas d’édition/);
});

it('a release that lost rows or départements is refused until it is forced by its name', async () => {
  const first = await importTable(FIRST, '2026-01-01');
  const less = await importTable(LESS, '2026-02-01');
  await activate(first.id);
  const refusal = await activate(less.id).catch((error: Error) => error);
  expect(refusal).toBeInstanceOf(DatasetRefusal);
  expect((refusal as Error).message).toMatch(/1\sligne de moins : 2 au lieu de 3\./);
  expect((refusal as Error).message).toContain('Départements absents : 75.');
  expect((refusal as Error).message).toContain(`--force ${less.id}`);
  await expect(activate(less.id, first.id)).rejects.toThrow(/a perdu des données/);
  expect(await active()).toBe(first.id);
  await activate(less.id, less.id);
  expect(await active()).toBe(less.id);
});

it('a release from the future is refused', async () => {
  await expect(importTable(FIRST, '2026-03-11')).rejects.toThrow(/à venir/);
  expect(await workshop.store.list('radon')).toEqual([]);
});

it('a process opens what becomes active, and keeps the former when the next is damaged', async () => {
  const errors: unknown[] = [];
  const onError = (_: unknown, error: unknown): void => void errors.push(error);
  const releases = createActiveReleases({ store: workshop.store, origins: ['official', 'test'], onError });
  await releases.refresh();
  expect(releases.of('radon')).toBeNull();
  const first = await importTable(FIRST, '2026-01-01');
  await activate(first.id);
  await expect.poll(() => releases.of('radon')?.manifest.id).toBe(first.id);

  const second = await importTable(MORE, '2026-02-01');
  const folder = join(workshop.folder, 'files/datasets/radon', second.id);
  const part = join(folder, (await readdir(folder)).find((name) => name.endsWith('.gpkg.0000')) ?? '');
  const bytes = await readFile(part);
  await writeFile(part, bytes.fill('?', bytes.length - 1));
  await activate(second.id);
  await expect.poll(() => String(errors.at(-1))).toContain('release.gpkg est altéré');
  expect(releases.of('radon')?.rowsOf('01034')).toEqual([{ potential: 2 }]);
  await releases.close();
});

it('a refresh during another one opens what became active since', async () => {
  const read = Promise.withResolvers<void>();
  const activated = Promise.withResolvers<void>();
  const pointers = async () => {
    const before = await workshop.store.pointers();
    read.resolve();
    await activated.promise;
    return before;
  };
  const store = { ...workshop.store, pointers };
  const releases = createActiveReleases({
    store,
    origins: ['test'],
    onError: (_, error) => expect.unreachable(String(error)),
  });
  const underWay = releases.refresh();
  await read.promise;
  const { id } = await importTable(FIRST, '2026-01-01');
  await activate(id);
  const after = releases.refresh();
  activated.resolve();
  await underWay;
  await after;
  expect(releases.of('radon')?.manifest.id).toBe(id);
  await releases.close();
});

it('a process that stops during a copy → waits for its end, leaves no part of it, and reports no failure', async () => {
  const reading = Promise.withResolvers<void>();
  const stopping = Promise.withResolvers<void>();
  const files = {
    ...workshop.files,
    read: async (key: string) => {
      const bytes = await workshop.files.read(key);
      if (!key.endsWith('.0000')) return bytes;
      reading.resolve();
      await stopping.promise;
      return bytes;
    },
  };
  const localFolder = join(workshop.folder, 'stopped');
  const store = createReleaseStore({ files, localFolder, now: () => NOW, uniqueName: randomUUID });
  const onError = vi.fn<() => void>();
  const releases = createActiveReleases({ store, origins: ['test'], onError });
  await activate((await importTable(FIRST, '2026-01-01')).id);
  const underWay = releases.refresh();
  await reading.promise;
  let isClosed = false;
  const closed = releases.close().then(() => (isClosed = true));
  await turn();
  expect(isClosed).toBe(false);
  stopping.resolve();
  await Promise.all([closed, underWay]);
  expect(readdirSync(join(localFolder, 'radon'))).toEqual([]);
  expect(onError).not.toHaveBeenCalled();
});

it('a release made for tests is refused where payments are real', async () => {
  const errors: unknown[] = [];
  const onError = (_: unknown, error: unknown): void => void errors.push(error);
  const releases = createActiveReleases({ store: workshop.store, origins: ['official'], onError });
  await activate((await importTable(FIRST, '2026-01-01')).id);
  await releases.refresh();
  expect(releases.of('radon')).toBeNull();
  expect(String(errors.at(-1))).toContain('its origin is test');
  await releases.close();
});

it('an import that fails stores nothing and leaves no work behind', async () => {
  const source = await workshop.source({ 'radon.csv': 'nom_comm;insee_com;classe\nMENDE;48095;3\n' });
  await expect(workshop.import('radon', source)).rejects.toThrow(/la colonne « classe_potentiel » est absente/);
  expect(await workshop.store.list('radon')).toEqual([]);
  expect(await readdir(join(workshop.folder, 'work'))).toEqual([]);
});
