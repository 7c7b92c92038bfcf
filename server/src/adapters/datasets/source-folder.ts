import { mkdir, readdir, stat } from 'node:fs/promises';
import { basename, join, relative } from 'node:path';
import { counted, enumeration } from '#domain/french.ts';
import { gunzip, unzip } from './formats/zip.ts';
import type { ListedFile } from './manifest.ts';
import { DatasetRefusal } from './refusal.ts';
import { listed } from './release-writer.ts';

/** A file to import: its name in the folder or archive, and where it can be read. */
export type SourceFile = { name: string; path: string };

/** A publisher's files: those of the folder, and those in its archives. */
export type SourceFolder = {
  /** Files as they were published, archives closed. */
  published: ListedFile[];
  files: SourceFile[];
  /** Files whose name matches, sorted. @throws DatasetRefusal when there is none: `example` is such a name */
  matching(pattern: RegExp, example: string): SourceFile[];
};

/** Opens a folder; archives (ZIP, gzip) are extracted into `workspace`. */
export async function openSource(folder: string, workspace: string): Promise<SourceFolder> {
  await requireFolder(folder);
  const paths = await filesUnder(folder);
  if (paths.length === 0) throw new DatasetRefusal(`${folder} : aucun fichier.`);
  const names = paths.map((path) => relative(folder, path));
  const published = await Promise.all(names.map((name) => listed(folder, name)));
  const files: SourceFile[] = [];
  for (const [i, path] of paths.entries()) files.push(...(await openedFiles(path, join(workspace, String(i)))));
  return {
    published,
    files,
    matching(pattern, example) {
      const found = files.filter(({ name }) => pattern.test(name));
      if (found.length === 0) throw new DatasetRefusal(`${folder} : il manque « ${example} ». ${namesOf(files)}`);
      return found;
    },
  };
}

/** @throws DatasetRefusal for what is not a folder */
async function requireFolder(folder: string): Promise<void> {
  const found = await stat(folder).catch(() => null);
  if (found === null) throw new DatasetRefusal(`${folder} : ce dossier n’existe pas.`);
  if (!found.isDirectory())
    throw new DatasetRefusal(`${folder} : c’est un fichier ; indiquez le dossier qui le contient.`);
}

const NAMED_AT_MOST = 5;

/** « Le dossier contient a.csv, b.csv et 3 autres fichiers. » */
function namesOf(files: SourceFile[]): string {
  const names = files.slice(0, NAMED_AT_MOST).map(({ name }) => name);
  const others = files.length - names.length;
  return `Le dossier contient ${enumeration([...names, ...(others > 0 ? [counted(others, 'autre fichier', 'autres fichiers')] : [])])}.`;
}

async function filesUnder(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true }).catch(() => []);
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .toSorted();
}

async function openedFiles(path: string, workspace: string): Promise<SourceFile[]> {
  if (!/\.(?:zip|gz)$/i.test(path)) return [{ name: basename(path), path }];
  await mkdir(workspace, { recursive: true });
  if (/\.zip$/i.test(path)) await unzip({ path, folder: workspace });
  else await gunzip({ path, folder: workspace });
  return (await filesUnder(workspace)).map((file) => ({ name: basename(file), path: file }));
}
