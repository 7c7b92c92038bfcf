import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, readdir } from 'node:fs/promises';
import { basename, join, relative } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { unzip } from './formats/zip.ts';
import type { ListedFile } from './manifest.ts';
import { DatasetRefusal } from './refusal.ts';
import { listed } from './release-writer.ts';

/** A file to import: its name in the folder or archive, and where it can be read. */
export type SourceFile = { name: string; path: string };

/** A publisher's files: those of the folder, and those in its archives. */
export type SourceFolder = {
  /** As published, archives closed. */
  published: ListedFile[];
  files: SourceFile[];
  /** Files whose name matches, sorted. @throws DatasetRefusal when there is none */
  matching(pattern: RegExp): SourceFile[];
};

/** Opens a folder; archives (ZIP, gzip) are extracted into `workspace`. */
export async function openSource(folder: string, workspace: string): Promise<SourceFolder> {
  const paths = await filesUnder(folder);
  if (paths.length === 0) throw new DatasetRefusal(`${folder} : aucun fichier.`);
  const names = paths.map((path) => relative(folder, path));
  const published = await Promise.all(names.map((name) => listed(folder, name)));
  const files: SourceFile[] = [];
  for (const [i, path] of paths.entries()) files.push(...(await openedFiles(path, join(workspace, String(i)))));
  return {
    published,
    files,
    matching(pattern) {
      const found = files.filter(({ name }) => pattern.test(name));
      if (found.length === 0) throw new DatasetRefusal(`${folder} : aucun fichier ne correspond à ${pattern}.`);
      return found;
    },
  };
}

async function filesUnder(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true }).catch(() => []);
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .toSorted();
}

async function openedFiles(path: string, workspace: string): Promise<SourceFile[]> {
  if (/\.zip$/i.test(path)) {
    await mkdir(workspace, { recursive: true });
    await unzip(path, workspace);
    return (await filesUnder(workspace)).map((file) => ({ name: basename(file), path: file }));
  }
  if (/\.gz$/i.test(path)) {
    await mkdir(workspace, { recursive: true });
    const target = join(workspace, basename(path).replace(/\.gz$/i, ''));
    await pipeline(createReadStream(path), createGunzip(), createWriteStream(target)).catch((error: unknown) => {
      throw new DatasetRefusal(`${basename(path)} : cette archive est tronquée ou illisible.`, { cause: error });
    });
    return [{ name: basename(target), path: target }];
  }
  return [{ name: basename(path), path }];
}
