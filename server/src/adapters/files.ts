import { mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Files } from './suppliers.ts';

/** Documents in a folder. A file is whole or absent: written beside, synced, then renamed, and the folder synced too. */
export function createFolderFiles(options: { folder: string; uniqueName: () => string }): Files {
  const path = (key: string): string => {
    if (!/^[\w-]+(\/[\w.-]+)*$/.test(key) || key.includes('..')) throw new Error(`not a file key: ${key}`);
    return join(options.folder, key);
  };
  return {
    async put(key, bytes) {
      const target = path(key);
      await mkdir(dirname(target), { recursive: true });
      const draft = `${target}.${options.uniqueName()}`;
      const file = await open(draft, 'wx');
      try {
        await file.writeFile(bytes);
        await file.sync();
      } finally {
        await file.close();
      }
      await rename(draft, target);
      await syncFolder(dirname(target));
    },
    get: (key) => readFile(path(key)),
    remove: (key) => rm(path(key), { force: true }),
  };
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
