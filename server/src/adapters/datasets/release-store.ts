import { createHash } from 'node:crypto';
import { mkdir, open, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { DATASETS, type DatasetName } from '#domain/datasets/datasets.ts';
import { lossesOf } from '#domain/datasets/losses.ts';
import type { FileStore } from '#platform/files/file-store.ts';
import { Manifest, requireFormat, type ListedFile, MANIFEST, PACKAGE } from './manifest.ts';
import { DatasetRefusal } from './refusal.ts';

/** `former`: releases that were active, latest last. `at`: ISO instant UTC. */
const Activation = z.object({ release: z.string(), former: z.array(z.string()), at: z.iso.datetime() });
export type Activation = z.infer<typeof Activation>;
type Pointers = Partial<Record<DatasetName, Activation>>;

/** Releases in the documents' store, under `datasets/`, and their copies in a folder of this machine. */
export type ReleaseStore = {
  /** Stores a release from a local folder. It exists once its manifest is stored, last. */
  publish(folder: string, manifest: Manifest): Promise<void>;
  /** Releases of a dataset, oldest first; those whose manifest cannot be read are left out. */
  list(dataset: DatasetName): Promise<Manifest[]>;
  /** Identifiers of the releases that `list` leaves out. */
  unreadable(dataset: DatasetName): Promise<string[]>;
  manifest(dataset: DatasetName, release: string): Promise<Manifest>;
  pointers(): Promise<Pointers>;
  /** Makes a release the active one, atomically. @throws DatasetRefusal when it lost something, unless `force` names it */
  activate(asked: { dataset: DatasetName; release: string; force: string | null }): Promise<void>;
  /** Makes the former release active again; its identifier. @throws DatasetRefusal without one */
  rollback(dataset: DatasetName): Promise<string>;
  /** @throws DatasetRefusal for the active release */
  remove(dataset: DatasetName, release: string): Promise<void>;
  /** Folder of the local copy, verified when it is made; rejects and leaves none when `signal` aborts. */
  copy(dataset: DatasetName, release: string, signal?: AbortSignal): Promise<string>;
};

type Options = { files: FileStore; localFolder: string; now: () => Date; uniqueName: () => string };

/** Below the limit of a verified file, and small enough for one call to a bucket. */
const PART_BYTES = 8 * 1_024 * 1_024;
/** A file for each dataset: activations of two datasets at once are independent. */
const POINTERS = 'datasets/active';
const FORMER_KEPT = 5;

export function createReleaseStore(options: Options): ReleaseStore {
  const { files } = options;
  const manifest = (dataset: DatasetName, release: string): Promise<Manifest> => readManifest(files, dataset, release);
  return {
    publish: (folder, described) => publish(files, folder, described),
    list: async (dataset) => (await listManifests(files, dataset)).readable,
    unreadable: async (dataset) => (await listManifests(files, dataset)).unreadable,
    manifest,
    pointers: () => readPointers(files),
    activate: (asked) => activate(options, asked),
    rollback: (dataset) => rollback(options, dataset),
    async remove(dataset, release) {
      if ((await readPointers(files))[dataset]?.release === release) {
        throw new DatasetRefusal(
          `${dataset} : l’édition ${release} est active ; activez-en une autre avant de la supprimer.`,
        );
      }
      await requireHeld(files, dataset, release);
      // The manifest first: without it, the rest is an incomplete release.
      await files.remove(manifestKey(dataset, release));
      await files.removeFolder(keyOf(dataset, release));
    },
    copy: async (dataset, release, signal) =>
      copyLocally(options, requireFormat(await manifest(dataset, release)), signal),
  };
}

type Asked = Parameters<ReleaseStore['activate']>[0];

async function activate({ files, now }: Options, { dataset, release, force }: Asked): Promise<void> {
  const next = requireFormat(await readManifest(files, dataset, release));
  const active = (await readPointers(files))[dataset];
  refuseFuture(next, now());
  if (active?.release === release) return;
  if (active !== undefined && force !== release) {
    refuseLosses(await readManifest(files, dataset, active.release), next);
  }
  const former = active === undefined ? [] : [...active.former, active.release].slice(-FORMER_KEPT);
  await point(files, dataset, { release, former, at: now().toISOString() });
}

async function rollback({ files, now }: Options, dataset: DatasetName): Promise<string> {
  const active = (await readPointers(files))[dataset];
  const release = active?.former.at(-1);
  if (active === undefined || release === undefined)
    throw new DatasetRefusal(`${dataset} : aucune édition précédente.`);
  requireFormat(await readManifest(files, dataset, release));
  await point(files, dataset, { release, former: active.former.slice(0, -1), at: now().toISOString() });
  return release;
}

const point = (files: FileStore, dataset: DatasetName, activation: Activation): Promise<void> =>
  files.put(`${POINTERS}/${dataset}.json`, Buffer.from(JSON.stringify(activation, null, 2)));

const keyOf = (dataset: DatasetName, release: string): string => `datasets/${dataset}/${release}`;
/** @throws DatasetRefusal for a manifest that lists no package */
function packageIn({ dataset, id, result }: Manifest): ListedFile {
  const [listed] = result.files;
  if (listed?.name === PACKAGE) return listed;
  throw new DatasetRefusal(`${dataset} ${id} : la description ne nomme pas ${PACKAGE}.`);
}

/** By the bytes: the same rows imported again, perhaps from other files, never write over a package that is being read. */
const partKey = ({ dataset, id }: Manifest, { sha256 }: ListedFile, part: number): string =>
  `${keyOf(dataset, id)}/${sha256.slice(0, 12)}.gpkg.${String(part).padStart(4, '0')}`;

async function readPointers(files: FileStore): Promise<Pointers> {
  const names = new Set(await files.list(POINTERS));
  const active = DATASETS.filter((dataset) => names.has(`${dataset}.json`));
  const found = await Promise.all(
    active.map(async (dataset) => {
      const text = (await files.read(`${POINTERS}/${dataset}.json`)).toString();
      return [dataset, Activation.parse(JSON.parse(text))] as const;
    }),
  );
  return Object.fromEntries(found);
}

/** @throws DatasetRefusal */
async function readManifest(files: FileStore, dataset: DatasetName, release: string): Promise<Manifest> {
  await requireHeld(files, dataset, release);
  const text = (await files.read(manifestKey(dataset, release))).toString();
  try {
    return Manifest.parse(JSON.parse(text));
  } catch (error) {
    throw new DatasetRefusal(`${dataset} : la description de l’édition ${release} est illisible.`, { cause: error });
  }
}

const manifestKey = (dataset: DatasetName, release: string): string => `${keyOf(dataset, release)}/${MANIFEST}`;

async function requireHeld(files: FileStore, dataset: DatasetName, release: string): Promise<void> {
  const isId = /^\d{4}-\d\d-\d\d-[0-9a-f]{12}$/.test(release);
  if (isId && (await files.size(manifestKey(dataset, release))) !== null) return;
  throw new DatasetRefusal(`${dataset} : pas d’édition « ${release} » ; la commande status donne leurs noms.`);
}

type Listed = { readable: Manifest[]; unreadable: string[] };

async function listManifests(files: FileStore, dataset: DatasetName): Promise<Listed> {
  const listed: Listed = { readable: [], unreadable: [] };
  for (const name of await files.list(`datasets/${dataset}`)) {
    // Without a manifest, it is being stored, or what a stopped import left.
    if ((await files.size(manifestKey(dataset, name))) === null) continue;
    try {
      listed.readable.push(await readManifest(files, dataset, name));
    } catch (error) {
      if (!(error instanceof DatasetRefusal)) throw error;
      listed.unreadable.push(name);
    }
  }
  return listed;
}

async function publish(files: FileStore, folder: string, manifest: Manifest): Promise<void> {
  const listed = packageIn(manifest);
  const file = await open(join(folder, PACKAGE));
  try {
    for (let part = 0; ; part += 1) {
      const { bytesRead, buffer } = await file.read(Buffer.alloc(PART_BYTES), 0, PART_BYTES, part * PART_BYTES);
      if (bytesRead === 0) break;
      await files.put(partKey(manifest, listed, part), buffer.subarray(0, bytesRead));
    }
  } finally {
    await file.close();
  }
  await files.put(manifestKey(manifest.dataset, manifest.id), Buffer.from(JSON.stringify(manifest, null, 2)));
}

/** Complete or absent: made beside, verified, then renamed. */
async function copyLocally(options: Options, manifest: Manifest, signal?: AbortSignal): Promise<string> {
  const { files, localFolder, uniqueName } = options;
  const { dataset, id } = manifest;
  const folder = join(localFolder, dataset, id);
  if (await isHeld(folder)) return folder;
  const draft = `${folder}.${uniqueName()}`;
  await mkdir(draft, { recursive: true });
  try {
    await copyPackage(files, manifest, { to: join(draft, PACKAGE), signal });
    await writeFile(join(draft, MANIFEST), JSON.stringify(manifest));
    await rename(draft, folder);
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    // Another process of this machine was first.
    if (!(await isHeld(folder))) throw error;
  }
  return folder;
}

const isHeld = (folder: string): Promise<boolean> =>
  readFile(join(folder, MANIFEST)).then(
    () => true,
    () => false,
  );

type Copy = { to: string; signal: AbortSignal | undefined };

/** @throws DatasetRefusal for a package that is not what the manifest lists */
async function copyPackage(files: FileStore, manifest: Manifest, { to, signal }: Copy): Promise<void> {
  const listed = packageIn(manifest);
  const hash = createHash('sha256');
  const file = await open(to, 'wx');
  try {
    for (let part = 0; part * PART_BYTES < listed.bytes; part += 1) {
      const read = await files.read(partKey(manifest, listed, part));
      signal?.throwIfAborted();
      hash.update(read);
      await file.appendFile(read);
    }
  } finally {
    await file.close();
  }
  if (hash.digest('hex') === listed.sha256) return;
  throw new DatasetRefusal(`${manifest.dataset} ${manifest.id} : ${listed.name} est altéré dans le stockage.`);
}

function refuseFuture({ dataset, id, publishedOn }: Manifest, now: Date): void {
  if (publishedOn <= now.toISOString().slice(0, 10)) return;
  throw new DatasetRefusal(`${dataset} : l’édition ${id} porte une date à venir (${publishedOn}).`);
}

function refuseLosses(former: Manifest, next: Manifest): void {
  const losses = lossesOf(former, next);
  if (losses.length === 0) return;
  throw new DatasetRefusal(
    [
      `${next.dataset} : l’édition ${next.id} a perdu des données par rapport à l’édition active ${former.id}.`,
      ...losses.map((line) => `  - ${line}`),
      `Pour l’activer quand même : --force ${next.id}`,
    ].join('\n'),
  );
}
