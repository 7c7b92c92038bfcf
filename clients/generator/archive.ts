import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { pack } from 'tar-fs';

/** An archive of those files of a folder, under `root`, without dates, owners or rights of this machine. */
export async function archive(
  folder: string,
  { files, root, into }: { files: readonly string[]; root: string; into: string },
): Promise<string> {
  const tar = pack(folder, {
    entries: files.toSorted(),
    map: ({ name, size, type }) => ({
      name: `${root}/${name}`,
      size,
      type,
      mode: 0o644,
      mtime: new Date(0),
      uid: 0,
      gid: 0,
    }),
  });
  await pipeline(tar, createGzip({ level: 9 }), createWriteStream(into));
  return into;
}
