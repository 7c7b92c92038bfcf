import { randomUUID } from 'node:crypto';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { importRelease } from '../../../server/src/adapters/datasets/import-release.ts';
import { IMPORTERS } from '../../../server/src/adapters/datasets/importers/importers.ts';
import type { Manifest } from '../../../server/src/adapters/datasets/manifest.ts';
import { createReleaseStore, type ReleaseStore } from '../../../server/src/adapters/datasets/release-store.ts';
import { DATASETS, type DatasetName } from '../../../server/src/domain/datasets/datasets.ts';
import type { FileStore } from '../../../server/src/platform/files/file-store.ts';
import { noiseLayers } from './aerodromes.ts';
import { clayLayer, clearingLayer, floodLayers, pprLayer } from './layers.ts';
import { casiasFeatures, cavityTable, installationLayer, movementTable, sisTable } from './sites.ts';
import { coastalTable, communeTables, decreeTable, planTable, radonFile, seismicTable } from './tables.ts';
import { territoryOf, type Territory } from './territory.ts';

type Files = Record<string, string | Buffer>;

/** Small publishers' files of each dataset, which say what the simulators say. */
const PUBLISHED: Readonly<Record<DatasetName, (territory: Territory) => Files>> = {
  communes: communeTables,
  radon: radonFile,
  'ppr-zones': pprLayer,
  'seismic-zones': seismicTable,
  clay: clayLayer,
  sis: sisTable,
  casias: casiasFeatures,
  installations: installationLayer,
  cavities: cavityTable,
  'ground-movements': movementTable,
  noise: noiseLayers,
  'brush-clearing': clearingLayer,
  'coastal-list': coastalTable,
  'flood-territories': floodLayers,
  'gaspar-pprn': planTable('pprn'),
  'gaspar-pprm': planTable('pprm'),
  'gaspar-pprt': planTable('pprt'),
  'gaspar-catnat': decreeTable,
};

/** Imports releases made for tests into a store of documents; nothing is activated by `add`. */
export type TestReleases = {
  store: ReleaseStore;
  add(dataset: DatasetName, files: Files): Promise<Manifest>;
  /**
   * Makes a release of every dataset the active one, by our importers: they cover the towns of the simulators'
   * territory wholly, or those of `codes`, and the other communes by the rule of each national file.
   */
  activateAll(codes?: readonly string[]): Promise<void>;
};

/** `folder`: for the work of imports; removed after each. */
export function createTestReleases({ files, folder }: { files: FileStore; folder: string }): TestReleases {
  const now = (): Date => new Date();
  const store = createReleaseStore({ files, localFolder: join(folder, 'copies'), now, uniqueName: randomUUID });
  const add: TestReleases['add'] = async (dataset, published) => {
    const source = join(folder, `source-${randomUUID()}`);
    await mkdir(source, { recursive: true });
    try {
      for (const [name, content] of Object.entries(published)) await writeFile(join(source, name), content);
      const deps = { store, workFolder: join(folder, 'work'), now, uniqueName: randomUUID };
      const publishedOn = now().toISOString().slice(0, 10);
      const asked = { importer: IMPORTERS[dataset], folder: source, publishedOn, origin: 'test' as const };
      return (await importRelease(deps, asked)).manifest;
    } finally {
      await rm(source, { recursive: true, force: true });
    }
  };
  return {
    store,
    add,
    async activateAll(codes) {
      const territory = territoryOf(codes);
      for (const dataset of DATASETS) {
        const { id } = await add(dataset, PUBLISHED[dataset](territory));
        await store.activate({ dataset, release: id, force: id });
      }
    },
  };
}
