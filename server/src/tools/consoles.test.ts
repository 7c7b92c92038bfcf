import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { freePort } from '../../../scripts/postgres.ts';
import { runCommand, type Ran } from '../../../tests/harness/commands.ts';
import { startProgram } from '../../../tests/harness/program.ts';
import { radonTable } from '#test/datasets.ts';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';

let database: TestDatabase;
let folder: string;
let env: NodeJS.ProcessEnv;

/**
 * A console runs where an image and a cluster put it: the secret is in a file, documents and releases are in their
 * volumes, and the root has no temporary folder.
 */
beforeAll(async () => {
  database = await createTestDatabase();
  folder = mkdtempSync(join(tmpdir(), 'clairisque-consoles-'));
  const inside = (name: string): string => join(folder, name);
  mkdirSync(inside('datasets'));
  writeFileSync(inside('url'), `${database.serviceUrl}\n`);
  writeFileSync(inside('no-folder'), '');
  env = {
    ...process.env,
    DATABASE_URL: '',
    DATABASE_URL_FILE: inside('url'),
    FILES_DIR: inside('files'),
    DATASETS_DIR: inside('datasets'),
    TMPDIR: inside('no-folder/tmp'),
    SIMULATORS_URL: inject('simulatorsUrl'),
    CLAIRISQUE_SOURCES: 'simulated-datasets',
    HOST: '127.0.0.1',
    TYPST_PROCESSES: '1',
    LOG_LEVEL: 'warn',
  };
});
afterAll(async () => {
  await database.drop();
  rmSync(folder, { recursive: true });
});

const run = (tool: string, ...args: string[]): Promise<Ran> =>
  runCommand([`server/src/tools/${tool}.ts`, ...args], env);

it('the consoles in the environment of the image → a release is imported, activated, and served', async () => {
  mkdirSync(join(folder, 'source'));
  writeFileSync(join(folder, 'source/radon.csv'), radonTable([['MENDE', '48095', 3]]));
  const imported = await run(
    'datasets',
    'import',
    'radon',
    join(folder, 'source'),
    '--published',
    '2026-01-01',
    '--test',
  );
  expect([imported.err, imported.code]).toEqual(['', 0]);
  const [release = ''] = /\d{4}-\d\d-\d\d-[0-9a-f]{12}/.exec(imported.out) ?? [];
  expect(await run('datasets', 'activate', 'radon', release)).toMatchObject({ code: 0, err: '' });
  expect((await run('datasets', 'diff', 'radon', release, release)).code).toBe(0);

  const port = await freePort();
  const served = { ...env, PORT: String(port) };
  const api = await startProgram({ command: ['server/src/main.ts', 'api'], env: served });
  const status = (await (await fetch(`http://127.0.0.1:${port}/api/v2/statut/`)).json()) as { jeux: object[] };
  expect(status.jeux).toContainEqual(expect.objectContaining({ id: 'edition-radon', edition: '2026-01-01' }));
  expect((await fetch(`http://127.0.0.1:${port}/readyz`)).status).toBe(200);
  await api.stop();
});

it('the other consoles there → they answer', async () => {
  expect(await run('fiches')).toMatchObject({ code: 0, out: expect.stringContaining('(radon) : non donnée') });
  expect(await run('support', 'jobs')).toMatchObject({ code: 0 });
});
