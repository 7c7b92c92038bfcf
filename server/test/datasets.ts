import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { importRelease, type Imported } from '#adapters/datasets/import-release.ts';
import { IMPORTERS } from '#adapters/datasets/importers/importers.ts';
import { openRelease, type Release } from '#adapters/datasets/release-reader.ts';
import { createReleaseStore, type ReleaseStore } from '#adapters/datasets/release-store.ts';
import { createFolderFiles } from '#adapters/files/files.ts';
import type { DatasetName } from '#domain/datasets/datasets.ts';
import type { FileStore } from '#platform/files/file-store.ts';

const FOLDER = resolve(fileURLToPath(new URL('../../', import.meta.url)), '../shared/datasets');

/** False in a clone without the published extracts: tests that need them are then skipped. */
export const EXTRACTS_HELD = existsSync(FOLDER);

/** A folder of published extracts beside the project. */
export const extract = (name: string): string => join(FOLDER, name);

/** A store of releases in a temporary folder, with a real clock unless `now` is given. */
export type Workshop = {
  folder: string;
  files: FileStore;
  store: ReleaseStore;
  /** Writes files to import; their folder. */
  source(files: Record<string, string | Buffer>): Promise<string>;
  import(
    dataset: DatasetName,
    folder: string,
    given?: { publishedOn?: string; origin?: 'official' | 'test' },
  ): Promise<Imported>;
  /** Opens the local copy of a release. */
  open(dataset: DatasetName, release: string): Promise<Release>;
  close(): Promise<void>;
};

export async function createWorkshop(now: () => Date = () => new Date()): Promise<Workshop> {
  const folder = await mkdtemp(join(tmpdir(), 'clairisque-datasets-'));
  const files = createFolderFiles({ folder: join(folder, 'files'), uniqueName: randomUUID });
  const store = createReleaseStore({ files, localFolder: join(folder, 'local'), now, uniqueName: randomUUID });
  const opened: Release[] = [];
  return {
    folder,
    files,
    store,
    async source(given) {
      const source = join(folder, `source-${randomUUID()}`);
      for (const [name, content] of Object.entries(given)) {
        await mkdir(dirname(join(source, name)), { recursive: true });
        await writeFile(join(source, name), content);
      }
      return source;
    },
    import: (dataset, source, { publishedOn = '2026-01-01', origin = 'test' } = {}) => {
      const deps = { store, workFolder: join(folder, 'work'), now, uniqueName: randomUUID };
      return importRelease(deps, { importer: IMPORTERS[dataset], folder: source, publishedOn, origin });
    },
    async open(dataset, release) {
      const one = openRelease(await store.copy(dataset, release));
      opened.push(one);
      return one;
    },
    async close() {
      for (const release of opened) release.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Radon rows as published, with a spreadsheet's lost zeros. */
export function radonTable(rows: readonly [name: string, code: string, potential: number][]): string {
  const lines = rows.map(([name, code, potential]) => `${name};DEPARTEMENT;${code};${potential};FR`);
  return ['nom_comm;nom_dept;insee_com;classe_potentiel;reg', ...lines, ''].join('\n');
}
