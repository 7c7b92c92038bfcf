import { parseArgs } from 'node:util';
import { importRelease } from '#adapters/datasets/import-release.ts';
import { IMPORTERS } from '#adapters/datasets/importers/importers.ts';
import type { Manifest } from '#adapters/datasets/manifest.ts';
import { DatasetRefusal } from '#adapters/datasets/refusal.ts';
import type { ReleaseStore } from '#adapters/datasets/release-store.ts';
import { ageInDays, DATASETS, type DatasetName } from '#domain/datasets/datasets.ts';
import { lossesOf } from '#domain/datasets/losses.ts';
import { compareSources, readPlaces } from './datasets-compare.ts';
import { recordedPlaces } from './recording-index.ts';
import { download, type DownloadDeps, type PublishedFile } from './datasets-download.ts';

export type ConsoleDeps = {
  store: ReleaseStore;
  workFolder: string;
  now: () => Date;
  uniqueName: () => string;
  /** Releases as a process serves them, and the live services, or the recording of that folder. */
  openSources: (
    recording: string | null,
  ) => Promise<Parameters<typeof compareSources>[0] & { stop: () => Promise<void> }>;
  downloads: DownloadDeps & { filesOf: (dataset: DatasetName) => PublishedFile[] };
  /** What the second release would change in issued statements; null without a database. */
  statements: ((asked: { dataset: DatasetName; former: string; next: string }) => Promise<string[]>) | null;
};

const USAGE = `Usage : FILES_DIR=… npm run datasets -- COMMANDE
  download JEU DOSSIER                                   fichiers du producteur, repris s’ils sont incomplets
  import JEU DOSSIER [--published AAAA-MM-JJ] [--test]   nouvelle édition, depuis les fichiers du producteur
  status                                                 éditions, par jeu
  diff JEU ÉDITION ÉDITION                               ce que la seconde change, aussi aux états émis (DATABASE_URL)
  activate JEU ÉDITION [--force ÉDITION]                 édition servie par tous les processus
  rollback JEU                                           retour à l’édition précédente
  remove JEU ÉDITION                                     suppression d’une édition inactive
  compare DOSSIER                                        éditions actives et réponses enregistrées des mêmes lieux
  compare --places LIEUX.csv                             les mêmes et les services de CLAIRISQUE_SOURCES
Jeux : ${DATASETS.join(', ')}`;

type Given = { words: string[]; published: string | null; isTest: boolean; force: string | null };
type Command = (deps: ConsoleDeps, dataset: DatasetName, given: Given) => Promise<string>;

const COMMANDS: Readonly<Record<string, Command>> = {
  import: importFolder,
  download: downloadFiles,
  diff,
  async activate({ store }, dataset, { words: [release = ''], force }) {
    await store.activate({ dataset, release, force });
    return `${dataset} : l’édition ${release} est active.`;
  },
  async rollback({ store }, dataset) {
    return `${dataset} : l’édition ${await store.rollback(dataset)} est de nouveau active.`;
  },
  async remove({ store }, dataset, { words: [release = ''] }) {
    await store.remove(dataset, release);
    return `${dataset} : l’édition ${release} est supprimée.`;
  },
};

/** One command; its text. @throws DatasetRefusal, also for an unknown command */
export async function runDatasets(deps: ConsoleDeps, words: string[]): Promise<string> {
  const options = {
    published: { type: 'string' },
    test: { type: 'boolean' },
    force: { type: 'string' },
    places: { type: 'string' },
  } as const;
  const { values, positionals } = parseArgs({ args: words, allowPositionals: true, options });
  const [name = '', dataset = '', ...rest] = positionals;
  if (name === 'status') return status(deps);
  if (name === 'compare') return compare(deps, { recording: dataset, file: values.places });
  const { published = null, test: isTest = false, force = null } = values;
  const command = COMMANDS[name];
  if (command === undefined || !isDataset(dataset)) throw new DatasetRefusal(USAGE);
  return command(deps, dataset, { words: rest, published, isTest, force });
}

const isDataset = (word: string): word is DatasetName => DATASETS.some((one) => one === word);

async function downloadFiles({ downloads }: ConsoleDeps, dataset: DatasetName, { words: [folder = ''] }: Given) {
  if (folder === '') throw new DatasetRefusal(USAGE);
  const files = downloads.filesOf(dataset);
  const { pageUrl, sourceUrl } = IMPORTERS[dataset];
  if (files.length === 0) {
    const page = pageUrl ?? sourceUrl;
    throw new DatasetRefusal(`${dataset} : pas d’adresse directe. Les fichiers sont à prendre sur ${page}`);
  }
  const lines: string[] = [];
  for (const file of files) {
    const { name, bytes, sha256, isNew } = await download(downloads, file, folder);
    lines.push(`${name} : ${bytes} octets, sha256 ${sha256}${isNew ? '' : ', inchangé chez son producteur'}`);
  }
  return [...lines, `Pour l’importer : npm run datasets -- import ${dataset} ${folder}`].join('\n');
}

async function importFolder(deps: ConsoleDeps, dataset: DatasetName, given: Given): Promise<string> {
  const { words, published: publishedOn, isTest } = given;
  const origin = isTest ? 'test' : 'official';
  const asked = { importer: IMPORTERS[dataset], folder: words[0] ?? '', publishedOn, origin } as const;
  const { manifest, skipped } = await importRelease(deps, asked);
  const active = (await deps.store.pointers())[dataset]?.release;
  const losses = active === undefined ? [] : lossesOf(await deps.store.manifest(dataset, active), manifest);
  return [
    `${dataset} : édition ${manifest.id} importée, ${manifest.rows} lignes, ${Object.keys(manifest.departements).length} départements.`,
    ...Object.entries(skipped).map(([why, count]) => `  ${count} écartées : ${why}`),
    ...losses.map((line) => `  Par rapport à l’édition active : ${line}`),
    `Pour la servir : npm run datasets -- activate ${dataset} ${manifest.id}`,
  ].join('\n');
}

/** `recording` is empty for the live services. */
type ToCompare = { recording: string; file: string | undefined };

async function compare({ openSources }: ConsoleDeps, { recording, file }: ToCompare): Promise<string> {
  if (recording === '' && file === undefined) throw new DatasetRefusal(USAGE);
  const places = file === undefined ? await recordedPlaces(recording) : await readPlaces(file);
  const { stop, ...sources } = await openSources(recording || null);
  try {
    return await compareSources(sources, places);
  } finally {
    await stop();
  }
}

async function status({ store, now }: ConsoleDeps): Promise<string> {
  const pointers = await store.pointers();
  const lines = await Promise.all(
    DATASETS.map(async (dataset) => {
      const releases = await store.list(dataset);
      const active = pointers[dataset]?.release;
      if (releases.length === 0) return [`${dataset} : aucune édition`];
      return [`${dataset} :`, ...releases.map((one) => `  ${one.id === active ? '*' : ' '} ${lineOf(one, now())}`)];
    }),
  );
  return lines.flat().join('\n');
}

function lineOf({ id, dataset, publishedOn, rows, origin, source }: Manifest, now: Date): string {
  const age = ageInDays(publishedOn, now);
  const { maxAgeDays } = IMPORTERS[dataset];
  const isOld = maxAgeDays !== null && age > maxAgeDays;
  return [
    `${id} : ${rows} lignes, ${age} jours${isOld ? ` (plus de ${maxAgeDays} : trop ancienne)` : ''}`,
    origin === 'test' ? 'FAITE POUR DES ESSAIS' : 'officielle',
    `sha256 ${source.sha256.slice(0, 12)}`,
  ].join(', ');
}

async function diff(deps: ConsoleDeps, dataset: DatasetName, { words: [one = '', other = ''] }: Given) {
  const { store, statements } = deps;
  const [former, next] = await Promise.all([store.manifest(dataset, one), store.manifest(dataset, other)]);
  const changed = (side: 'departements') =>
    [...new Set([...Object.keys(former[side]), ...Object.keys(next[side])])]
      .toSorted()
      .filter((key) => former[side][key] !== next[side][key])
      .map((key) => `  département ${key || 'sans code'} : ${former[side][key] ?? 0} → ${next[side][key] ?? 0} lignes`);
  const added = next.columns.filter((column) => !former.columns.includes(column));
  return [
    `${dataset} : de ${one} (${former.rows} lignes) à ${other} (${next.rows} lignes)`,
    ...lossesOf(former, next).map((line) => `  PERTE : ${line}`),
    ...changed('departements'),
    ...added.map((column) => `  nouvelle colonne ${column}`),
    ...((await statements?.({ dataset, former: one, next: other })) ?? []),
  ].join('\n');
}
