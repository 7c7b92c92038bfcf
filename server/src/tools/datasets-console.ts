import { copyFile, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs, type ParseArgsConfig } from 'node:util';
import { importRelease } from '#adapters/datasets/import-release.ts';
import { IMPORTERS } from '#adapters/datasets/importers/importers.ts';
import { isReadable, type Manifest, PACKAGE } from '#adapters/datasets/manifest.ts';
import { DatasetRefusal } from '#adapters/datasets/refusal.ts';
import type { CoverageTable } from '#domain/datasets/coverage.ts';
import type { ReleaseStore } from '#adapters/datasets/release-store.ts';
import { ageInDays, DATASETS, type DatasetName } from '#domain/datasets/datasets.ts';
import { counted, frenchNumber } from '#domain/french.ts';
import { lossesOf } from '#domain/datasets/losses.ts';
import type { Place } from '#domain/geometry/place.ts';
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
  /** Real payments refuse releases made for tests. */
  takesMoney: boolean;
  downloads: DownloadDeps & { filesOf: (dataset: DatasetName) => PublishedFile[] };
  /** What the second release would change in issued statements; null without a database. */
  statements: ((asked: { dataset: DatasetName; former: string; next: string }) => Promise<string[]>) | null;
};

export const USAGE = `Usage : npm run datasets -- COMMANDE
  download JEU DOSSIER                                   fichiers du producteur, repris s’ils sont incomplets
  import JEU DOSSIER [--published AAAA-MM-JJ] [--test]   nouvelle édition, depuis les fichiers du producteur
  status                                                 éditions, par jeu
  diff JEU ÉDITION ÉDITION                               ce que la seconde change, aussi aux états émis (DATABASE_URL)
  activate JEU ÉDITION [--force ÉDITION]                 édition servie par tous les processus
  rollback JEU                                           retour à l’édition précédente
  remove JEU ÉDITION                                     suppression d’une édition inactive
  export JEU ÉDITION DOSSIER                             son GeoPackage, que QGIS et GDAL ouvrent
  compare DOSSIER…                                       éditions actives et réponses enregistrées des mêmes lieux
  compare --places LIEUX.csv                             les mêmes et les services de CLAIRISQUE_SOURCES

Exemple, du fichier publié à l’édition servie :
  npm run datasets -- download radon /tmp/radon
  npm run datasets -- import radon /tmp/radon --published 2019-05-06
  npm run datasets -- activate radon 2019-05-06-0123456789ab      (le nom que donne import)

JEU : ${DATASETS.join(', ')}
DOSSIER : les fichiers du producteur, ZIP compris, sans les renommer ; --published est le jour où il les a publiés.
--test : édition faite pour des essais ; tout document devient un SPÉCIMEN.
Les éditions vont avec les documents : .data/files, ou FILES_DIR ou S3_BUCKET s’ils sont donnés (docs/settings.md).`;

type Given = { words: string[]; published: string | null; isTest: boolean; force: string | null };
type Command = (deps: ConsoleDeps, dataset: DatasetName, given: Given) => Promise<string>;

const COMMANDS: Readonly<Record<string, Command>> = {
  import: importFolder,
  download: downloadFiles,
  diff,
  async activate({ store, takesMoney }, dataset, { words: [release = ''], force }) {
    const { origin } = await store.manifest(dataset, release);
    if (origin === 'test' && takesMoney) {
      throw new DatasetRefusal(
        `${dataset} : l’édition ${release} est faite pour des essais ; elle est refusée avec des paiements réels.`,
      );
    }
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
  async export({ store }, dataset, { words: [release = '', folder = ''] }) {
    if (folder === '') throw new DatasetRefusal(USAGE);
    const held = await store.copy(dataset, release);
    const path = join(folder, `${dataset}-${release}.gpkg`);
    await mkdir(folder, { recursive: true });
    await copyFile(join(held, PACKAGE), path);
    return `${dataset} : l’édition ${release} est dans ${path}`;
  },
};

/** One command; its text. @throws DatasetRefusal, also for an unknown command */
export async function runDatasets(deps: ConsoleDeps, words: string[]): Promise<string> {
  const options = {
    published: { type: 'string' },
    test: { type: 'boolean', default: false },
    force: { type: 'string' },
    places: { type: 'string' },
    help: { type: 'boolean', default: false },
  } as const;
  const { values, positionals } = wordsOf({ args: words, allowPositionals: true, options });
  const { published = null, test: isTest, force = null, help } = values;
  const [name = '', dataset = '', ...rest] = positionals;
  if (help || name === 'help') return USAGE;
  if (name === 'status') return status(deps);
  if (name === 'compare') return compare(deps, { recordings: positionals.slice(1), file: values.places });
  return commandOf(name)(deps, datasetOf(dataset), { words: rest, published, isTest, force });
}

/** @throws DatasetRefusal */
function commandOf(name: string): Command {
  const command = COMMANDS[name];
  if (command !== undefined) return command;
  throw new DatasetRefusal(name === '' ? USAGE : `Commande « ${name} » inconnue.\n${USAGE}`);
}

/** @throws DatasetRefusal */
function datasetOf(word: string): DatasetName {
  const dataset = DATASETS.find((one) => one === word);
  if (dataset !== undefined) return dataset;
  throw new DatasetRefusal(word === '' ? USAGE : `Jeu « ${word} » inconnu. Les jeux sont ${DATASETS.join(', ')}.`);
}

/** @throws DatasetRefusal for an option that no command has, or one without its value */
function wordsOf<T extends ParseArgsConfig>(config: T) {
  try {
    return parseArgs(config);
  } catch (error) {
    const { code = '', message } = error as NodeJS.ErrnoException;
    if (!code.startsWith('ERR_PARSE_ARGS')) throw error;
    const option = /--?[\w-]+/.exec(message)?.[0] ?? '';
    throw new DatasetRefusal(
      `${option} : ${code === 'ERR_PARSE_ARGS_UNKNOWN_OPTION' ? 'option inconnue' : 'cette option demande une valeur'}.\n${USAGE}`,
      { cause: error },
    );
  }
}

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
    lines.push(
      `${name} : ${frenchNumber(bytes)} octets, sha256 ${sha256}${isNew ? '' : ', inchangé chez son producteur'}`,
    );
  }
  return [...lines, `Pour l’importer : npm run datasets -- import ${dataset} ${folder}`].join('\n');
}

async function importFolder(deps: ConsoleDeps, dataset: DatasetName, given: Given): Promise<string> {
  const { words, published: publishedOn, isTest } = given;
  if (words.length === 0) throw new DatasetRefusal(USAGE);
  const origin = isTest ? 'test' : 'official';
  const asked = { importer: IMPORTERS[dataset], folder: words[0] ?? '', publishedOn, origin } as const;
  const { manifest, coverage, skipped } = await importRelease(deps, asked);
  const active = (await deps.store.pointers())[dataset]?.release;
  const losses = active === undefined ? [] : lossesOf(await deps.store.manifest(dataset, active), manifest);
  return [
    `${dataset} : édition ${manifest.id} importée, ${counted(manifest.rows, 'ligne')}${departementsIn(manifest)}.`,
    `  ${coverageIn(coverage)}`,
    ...Object.entries(skipped).map(
      ([why, count]) => `  ${counted(count, 'ligne écartée', 'lignes écartées')} : ${why}`,
    ),
    ...losses.map((line) => `  Par rapport à l’édition active : ${line}`),
    `Pour la servir : npm run datasets -- activate ${dataset} ${manifest.id}`,
  ].join('\n');
}

/** Rows without a département are of none: zones of plans, aerodromes. */
function departementsIn({ departements }: Manifest): string {
  const count = Object.keys(departements).filter((code) => code !== '').length;
  return count === 0 ? '' : `, ${counted(count, 'département')}`;
}

/** Where an absent row is a « non ». */
function coverageIn({ elsewhere, departements, communes }: CoverageTable): string {
  const covered = (of: CoverageTable['communes']): number =>
    Object.values(of).filter((coverage) => coverage === 'covered').length;
  const [inDepartements, inCommunes] = [covered(departements), covered(communes)];
  if (elsewhere === 'covered') return 'Couverture : toute la France.';
  if (inDepartements > 0) return `Couverture : ${counted(inDepartements, 'département')}.`;
  if (inCommunes > 0) return `Couverture : ${counted(inCommunes, 'commune')}.`;
  return 'Couverture partielle : l’absence d’une ligne n’y est pas un « non », le service en ligne répond.';
}

/** No recording for the live services. */
type ToCompare = { recordings: string[]; file: string | undefined };

async function compare({ openSources }: ConsoleDeps, { recordings, file }: ToCompare): Promise<string> {
  if (file !== undefined) return compareAt(openSources, { recording: null, places: await readPlaces(file) });
  if (recordings.length === 0) throw new DatasetRefusal(USAGE);
  const texts: string[] = [];
  for (const recording of recordings) {
    const places = await recordedPlaces(recording);
    if (places.length === 0) throw new DatasetRefusal(`${recording} : aucune réponse enregistrée dans ce dossier.`);
    const text = await compareAt(openSources, { recording, places });
    texts.push(recordings.length > 1 ? `${recording}, ${text}` : text);
  }
  return texts.join('\n');
}

type At = { recording: string | null; places: Place[] };

async function compareAt(openSources: ConsoleDeps['openSources'], { recording, places }: At): Promise<string> {
  const { stop, ...sources } = await openSources(recording);
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
      const [releases, unreadable] = [await store.list(dataset), await store.unreadable(dataset)];
      const active = pointers[dataset]?.release;
      const marked = (id: string, line: string): string => `  ${id === active ? '*' : ' '} ${line}`;
      if (releases.length + unreadable.length === 0) return [`${dataset} : aucune édition`];
      return [
        `${dataset} :`,
        ...releases.map((one) => marked(one.id, lineOf(one, now()))),
        ...unreadable.map((id) => marked(id, `${id} : illisible ; la commande remove la supprime`)),
      ];
    }),
  );
  return [...lines.flat(), '* : édition active'].join('\n');
}

function lineOf({ id, dataset, publishedOn, rows, origin, source, format }: Manifest, now: Date): string {
  const age = ageInDays(publishedOn, now);
  const { maxAgeDays } = IMPORTERS[dataset];
  const isOld = maxAgeDays !== null && age > maxAgeDays;
  return [
    `${id} : ${counted(rows, 'ligne')}, ${counted(age, 'jour')}${isOld ? ` (plus de ${maxAgeDays} : trop ancienne, le service en ligne répond)` : ''}`,
    origin === 'test' ? 'FAITE POUR DES ESSAIS' : 'officielle',
    `sha256 ${source.sha256.slice(0, 12)}`,
    ...(isReadable({ format }) ? [] : ['au format d’une autre version : à importer de nouveau']),
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
    `${dataset} : de ${one} (${counted(former.rows, 'ligne')}) à ${other} (${counted(next.rows, 'ligne')})`,
    ...lossesOf(former, next).map((line) => `  PERTE : ${line}`),
    ...changed('departements'),
    ...added.map((column) => `  nouvelle colonne ${column}`),
    ...((await statements?.({ dataset, former: one, next: other })) ?? []),
  ].join('\n');
}
