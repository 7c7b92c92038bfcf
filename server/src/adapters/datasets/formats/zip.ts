import { createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import yauzl from 'yauzl';
import { DatasetRefusal } from '../refusal.ts';

/** Extracts an archive into a folder, one entry at a time. @throws DatasetRefusal for a truncated or unsafe archive */
export async function unzip(path: string, folder: string): Promise<void> {
  try {
    const zip = await yauzl.openPromise(path, { lazyEntries: true });
    for await (const entry of zip.eachEntry()) {
      if (entry.fileName.endsWith('/')) continue;
      const target = join(folder, entry.fileName);
      await mkdir(dirname(target), { recursive: true });
      await pipeline(await zip.openReadStreamPromise(entry), createWriteStream(target, { flags: 'wx' }));
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOSPC') throw error;
    throw new DatasetRefusal(`${path.split('/').at(-1)} : cette archive ZIP est tronquée ou illisible.`, {
      cause: error,
    });
  }
}
