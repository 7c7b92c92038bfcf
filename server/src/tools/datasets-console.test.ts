import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createWorkshop, radonTable, type Workshop } from '#test/datasets.ts';
import { publishedFiles } from './datasets-addresses.ts';
import { runDatasets } from './datasets-console.ts';

const NOW = new Date('2026-03-10T12:00:00Z');
const downloads = { attempts: 2, idleMs: 1_000, onProgress: () => undefined, filesOf: publishedFiles };
const openSources = () => Promise.reject(new Error('nothing is compared here'));
let workshop: Workshop;
beforeEach(async () => {
  workshop = await createWorkshop(() => NOW);
});
afterEach(() => workshop.close());

function run(...words: string[]): Promise<string> {
  const { store, folder } = workshop;
  return runDatasets(
    {
      store,
      workFolder: join(folder, 'work'),
      now: () => NOW,
      uniqueName: randomUUID,
      openSources,
      downloads,
      statements: null,
    },
    words,
  );
}
const idIn = (text: string): string => /\d{4}-\d\d-\d\d-[0-9a-f]{12}/.exec(text)?.[0] ?? '';

it('imports, activates, compares, rolls back and removes', async () => {
  const first = await workshop.source({ 'radon.csv': radonTable([['MENDE', '48095', 3]]) });
  const second = await workshop.source({ 'radon.csv': radonTable([['BELLEY', '1034', 1]]) });
  const imported = await run('import', 'radon', first, '--published', '2026-01-01', '--test');
  const one = idIn(imported);
  expect(imported).toContain('1 lignes, 1 départements');
  expect(await run('activate', 'radon', one)).toBe(`radon : l’édition ${one} est active.`);
  const next = await run('import', 'radon', second, '--published', '2026-02-01');
  const other = idIn(next);
  expect(next).toContain('Par rapport à l’édition active : Départements absents : 48.');
  expect(await run('diff', 'radon', one, other)).toContain('département 01 : 0 → 1 lignes');
  await expect(run('activate', 'radon', other)).rejects.toThrow(/a perdu des données/);
  await run('activate', 'radon', other, '--force', other);
  const status = await run('status');
  expect(status).toContain(`* ${other} : 1 lignes, 37 jours, officielle`);
  expect(status).toContain(`${one} : 1 lignes, 68 jours, FAITE POUR DES ESSAIS`);
  expect(status).toContain('ppr-zones : aucune édition');
  expect(await run('rollback', 'radon')).toContain(one);
  expect(await run('remove', 'radon', other)).toContain('supprimée');
});

it('an unknown command or dataset gives the usage', async () => {
  await expect(run('import', 'radonn', 'x')).rejects.toThrow(/Usage/);
  await expect(run()).rejects.toThrow(/Usage/);
  await expect(run('compare')).rejects.toThrow(/Usage/);
});

it('download: a dataset without a direct address names its publisher’s page', async () => {
  await expect(run('download', 'cavities', join(workshop.folder, 'cavities'))).rejects.toThrow(
    /^cavities : pas d’adresse directe\. .*georisques\.gouv\.fr/,
  );
});
