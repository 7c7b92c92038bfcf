import type { Files, KeptFile } from './file-store.ts';
import { damagedAmong, reportDamage } from './damaged-files.ts';
import type { ZippedFile } from './zip.ts';

type Deps = Parameters<typeof reportDamage>[0] & { files: Files };

/** A stored document; `size` is null when it is missing or known to be damaged, as the tables then say. */
export type Stored<R> = { row: R; name: string; file: KeptFile | null; at: Date; size: number | null };

const AT_ONCE = 50;

/** Adds the size of each; reports a missing one. */
export async function sized<R>(deps: Deps, documents: Omit<Stored<R>, 'size'>[]): Promise<Stored<R>[]> {
  const found: Stored<R>[] = [];
  for (let from = 0; from < documents.length; from += AT_ONCE) {
    const some = documents.slice(from, from + AT_ONCE);
    const damaged = await damagedAmong(
      deps.db,
      some.flatMap(({ file }) => file?.key ?? []),
    );
    found.push(
      ...(await Promise.all(
        some.map(async (document) => ({ ...document, size: await sizeOf(deps, document.file, damaged) })),
      )),
    );
  }
  return found;
}

/** Reports a missing file; a reported file does not prevent the download of the others. */
async function sizeOf(deps: Deps, file: KeptFile | null, damaged: Set<string>): Promise<number | null> {
  if (file === null || damaged.has(file.key)) return null;
  const size = await deps.files.size(file.key);
  if (size === null) await reportDamage(deps, { ...file, found: 'absent' });
  return size;
}

/** Its entry in an archive; none without its file. */
export function zipped(deps: Deps, { file, size, name, at }: Stored<unknown>): ZippedFile[] {
  return file === null || size === null ? [] : [{ name, mtime: at, size, read: () => deps.files.get(file) }];
}

/** For the column « Fichier » of a table. */
export const fileOf = ({ name, size }: Pick<Stored<unknown>, 'name' | 'size'>): string =>
  size === null ? 'Fichier indisponible\u00A0: écrivez-nous' : name;
