import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { createActiveReleases } from '#adapters/datasets/active-releases.ts';
import { createReleaseComparer } from '#adapters/datasets/release-comparison.ts';
import { createReleaseStore } from '#adapters/datasets/release-store.ts';
import { DatasetRefusal } from '#adapters/datasets/refusal.ts';
import { createVerifiedFiles } from '#adapters/files/files-verified.ts';
import { createFiles } from '#deps.ts';
import { createDb, type Db } from '#platform/db/db.ts';
import { Mistake } from '#platform/mistake.ts';
import { SupplierFailure } from '#platform/suppliers/supplier-failure.ts';
import { publishedFiles } from './datasets-addresses.ts';
import { consoleConfig, sayMistake } from './console-config.ts';
import { runDatasets, type ConsoleDeps } from './datasets-console.ts';
import { statementsTouched } from './datasets-statements.ts';
import { startSimulators } from './simulators-child.ts';
import { simulatedSuppliers, suppliersOf } from './suppliers-over.ts';

/** `npm run datasets -- COMMAND…`, on the product's own store (`FILES_DIR` or the bucket). */
const config = consoleConfig(process.env);
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
async function openSources(recording: string | null) {
  const onError = (_: unknown, error: unknown): never => {
    throw error;
  };
  const releases = createActiveReleases({ store, origins: ['official', 'test'], onError });
  await releases.refresh();
  const simulators = recording === null ? null : await startSimulators(recording);
  const live = simulators === null ? suppliersOf(config) : simulatedSuppliers(simulators.url);
  const stop = async (): Promise<void> => {
    await releases.close();
    await simulators?.stop();
  };
  return { releases, live, stop };
}
const store = createReleaseStore({ files, localFolder: config.datasets.folder, now, uniqueName });
const db = config.hasDatabase ? createDb({ url: config.databaseUrl, poolSize: 2, onError: warn }) : null;
try {
  const statements = db && ((asked: Asked) => statementsIn(db, asked));
  const workFolder = join(config.datasets.folder, 'work');
  const takesMoney = !config.datasets.origins.includes('test');
  const deps = { store, workFolder, now, uniqueName, openSources, takesMoney, downloads, statements };
  console.log(await runDatasets(deps, process.argv.slice(2)));
} catch (error) {
  sayMistake(asRefusal(error), config);
} finally {
  await db?.destroy();
}

/** What an operator can act upon, as a sentence. */
function asRefusal(error: unknown): unknown {
  if (error instanceof DatasetRefusal) return new Mistake(error.message, { cause: error });
  if (!(error instanceof SupplierFailure)) return error;
  return new Mistake(`Le stockage des documents est plein ou ne répond pas, et rien n’a changé : ${error.message}`);
}

type Asked = Parameters<NonNullable<ConsoleDeps['statements']>>[0];

function warn(error: unknown): void {
  console.error(error);
}

async function statementsIn(db: Db, asked: Asked): Promise<string[]> {
  const origins = ['official', 'test'] as const;
  const releases = createActiveReleases({ store, origins, onError: (_, error) => warn(error) });
  try {
    await releases.refresh();
    const comparer = createReleaseComparer({ store, releases, origins });
    const verified = createVerifiedFiles(files, () => Promise.resolve());
    return await statementsTouched({ db, files: verified, clock: now, log: { warn }, comparer }, asked);
  } finally {
    await releases.close();
  }
}
