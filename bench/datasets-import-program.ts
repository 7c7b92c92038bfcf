import { randomUUID } from 'node:crypto';
import { importRelease } from '../server/src/adapters/datasets/import-release.ts';
import { IMPORTERS } from '../server/src/adapters/datasets/importers/importers.ts';
import { createReleaseStore } from '../server/src/adapters/datasets/release-store.ts';
import { createFolderFiles } from '../server/src/adapters/files/files.ts';
import type { DatasetName } from '../server/src/domain/datasets/datasets.ts';
import { PUBLISHED_ON } from './datasets-engine-csv.ts';

/**
 * `DATASET FOLDER FILES COPIES`: an import as the console does it, but for the check of places. The synthetic mainland is
 * a grid, whose départements are not where the real ones are.
 */
const [, , dataset = '', folder = '', files = '', copies = ''] = process.argv;
const deps = { uniqueName: randomUUID, now: () => new Date() };
const store = createReleaseStore({
  ...deps,
  files: createFolderFiles({ ...deps, folder: files }),
  localFolder: copies,
});
await importRelease(
  { ...deps, store, workFolder: copies },
  { importer: IMPORTERS[dataset as DatasetName], folder, publishedOn: PUBLISHED_ON, origin: 'test' },
  async function* anywhere(rows) {
    yield* rows;
  },
);
