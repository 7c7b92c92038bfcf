import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { createReleaseStore } from '#adapters/datasets/release-store.ts';
import { DatasetRefusal } from '#adapters/datasets/refusal.ts';
import { readConfig } from '#config.ts';
import { createFiles } from '#deps.ts';
import { publishedFiles } from './datasets-addresses.ts';
import { runDatasets } from './datasets-console.ts';

/** `npm run datasets -- COMMAND…`, on the product's own store (`FILES_DIR` or the bucket). */
const config = readConfig({ DATABASE_URL: 'postgres://localhost/none', ...process.env });
const now = (): Date => new Date();
const uniqueName = randomUUID;
const files = createFiles(config);
/** One line by file and tenth, on the error output. */
const tenths = new Map<string, number>();
function onProgress({ name, received, total }: { name: string; received: number; total: number | null }): void {
  const tenth = total === null ? Math.floor(received / 10_000_000) : Math.floor((10 * received) / total);
  if (tenths.get(name) === tenth) return;
  tenths.set(name, tenth);
  console.error(`${name} : ${received} octets${total === null ? '' : ` sur ${total}`}`);
}
const downloads = { attempts: 5, idleMs: 60_000, onProgress, filesOf: publishedFiles };
const store = createReleaseStore({ files, localFolder: config.datasets.folder, now, uniqueName });
try {
  const deps = { store, workFolder: join(config.datasets.folder, 'work'), now, uniqueName, downloads };
  console.log(await runDatasets(deps, process.argv.slice(2)));
} catch (error) {
  if (!(error instanceof DatasetRefusal)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
