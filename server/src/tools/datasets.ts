import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { createReleaseStore } from '#adapters/datasets/release-store.ts';
import { DatasetRefusal } from '#adapters/datasets/refusal.ts';
import { readConfig } from '#config.ts';
import { createFiles } from '#deps.ts';
import { runDatasets } from './datasets-console.ts';

/** `npm run datasets -- COMMAND…`, on the product's own store (`FILES_DIR` or the bucket). */
const config = readConfig({ DATABASE_URL: 'postgres://localhost/none', ...process.env });
const now = (): Date => new Date();
const uniqueName = randomUUID;
const files = createFiles(config);
const store = createReleaseStore({ files, localFolder: config.datasets.folder, now, uniqueName });
try {
  const deps = { store, workFolder: join(config.datasets.folder, 'work'), now, uniqueName };
  console.log(await runDatasets(deps, process.argv.slice(2)));
} catch (error) {
  if (!(error instanceof DatasetRefusal)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
