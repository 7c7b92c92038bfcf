import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createActiveReleases, type ActiveReleases } from '../server/src/adapters/datasets/active-releases.ts';
import { IMPORTERS } from '../server/src/adapters/datasets/importers/importers.ts';
import { isReadable, type Manifest } from '../server/src/adapters/datasets/manifest.ts';
import { createReleaseStore, type ReleaseStore } from '../server/src/adapters/datasets/release-store.ts';
import { createFolderFiles } from '../server/src/adapters/files/files.ts';
import type { DatasetName } from '../server/src/domain/datasets/datasets.ts';
import { runWatched, type Watched } from './datasets-import-process.ts';
import { PUBLISHED_ON } from './datasets-engine-csv.ts';
import { publishedFiles, SOURCES } from './datasets-engine-files.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
/** Some four gigabytes, made at the first run and kept. */
export const CACHE = join(ROOT, '.cache', 'bench', 'datasets');
/** A day on which no release is too old. */
const NOW_MS = Date.parse(`${PUBLISHED_ON}T10:00:00Z`);
export const CLOCK = (): Date => new Date(NOW_MS);
const DATASETS = SOURCES.map(({ dataset }) => dataset);

export const nationalFiles = (): Promise<Map<DatasetName, string>> => publishedFiles(CACHE, DATASETS);

type Stored = { files: string; copies: string };
const NATIONAL: Stored = { files: join(CACHE, 'files'), copies: join(CACHE, 'copies') };

function importApart(dataset: DatasetName, source: string, { files, copies }: Stored): Promise<Watched> {
  const program = join(ROOT, 'bench', 'datasets-import-program.ts');
  return runWatched(process.execPath, [program, dataset, source, files, copies]);
}

/** Releases of national size, active; imported at the first run, and again when an importer has changed. */
export async function nationalReleases(): Promise<ActiveReleases> {
  const folders = await nationalFiles();
  const files = createFolderFiles({ folder: NATIONAL.files, uniqueName: randomUUID });
  const store = createReleaseStore({
    files,
    localFolder: NATIONAL.copies,
    now: () => new Date(),
    uniqueName: randomUUID,
  });
  for (const dataset of DATASETS) await ensureActive(store, dataset, folders.get(dataset) ?? '');
  const onError = (_: unknown, error: unknown): never => {
    throw error as Error;
  };
  const releases = createActiveReleases({ store, origins: ['test'], onError });
  await releases.refresh();
  return releases;
}

async function ensureActive(store: ReleaseStore, dataset: DatasetName, source: string): Promise<void> {
  const active = (await store.pointers())[dataset]?.release;
  const { version } = IMPORTERS[dataset];
  const isCurrent = (one: Manifest): boolean => isReadable(one) && one.importer.version === version;
  if (active !== undefined && isCurrent(await store.manifest(dataset, active))) return;
  await importApart(dataset, source, NATIONAL);
  const release = (await store.list(dataset)).find(isCurrent)?.id ?? '';
  await store.activate({ dataset, release, force: release });
}

/** An import to be measured, into a folder that is removed. */
export async function scratchImport(dataset: DatasetName, source: string): Promise<Watched> {
  const folder = join(CACHE, 'scratch');
  rmSync(folder, { recursive: true, force: true });
  try {
    return await importApart(dataset, source, { files: join(folder, 'files'), copies: join(folder, 'copies') });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
