import { mkdir, open, readdir, readFile, rename, rm, stat, statfs } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { SupplierFailure } from '#platform/suppliers/supplier-failure.ts';
import type { FileStore } from '#platform/files/file-store.ts';

/** Documents in a folder. Files are written atomically: to a temporary file, synced, renamed, and the folder synced. */
export function createFolderFiles(options: { folder: string; uniqueName: () => string }): FileStore {
  const path = (key: string): string => join(options.folder, checkKey(key));
  const write = async (target: string, bytes: Buffer): Promise<void> => {
    const firstMade = await mkdir(dirname(target), { recursive: true });
    const draft = `${target}.${options.uniqueName()}`;
    try {
      await writeSynced(draft, bytes);
      await rename(draft, target);
    } catch (error) {
      await rm(draft, { force: true });
      throw error;
    }
    await syncFolders(dirname(target), firstMade === undefined ? dirname(target) : dirname(firstMade));
  };
  return {
    put: (key, bytes) =>
      write(path(key), bytes)
        // The folder may be removed concurrently, with its account.
        .catch((error: unknown) => {
          if (!isGone(error)) throw error;
          return write(path(key), bytes);
        })
        .catch(outageWhenFull),
    hasRoom: () => hasRoom(options.folder),
    read: (key) => readFile(path(key)),
    async *versions() {
      // A folder has no versions.
    },
    size: (key) =>
      stat(path(key)).then(
        ({ size }) => size,
        () => null,
      ),
    list: (folder) =>
      readdir(path(folder)).then(
        (names) => names.toSorted(),
        (error: unknown) => (isGone(error) ? [] : Promise.reject(error as Error)),
      ),
    remove: (key) => rm(path(key), { force: true }),
    removeFolder: (folder) => rm(path(folder), { recursive: true, force: true, maxRetries: 3 }),
  };
}

/** Accepts names with the same meaning in a folder and in a bucket, without path traversal. Throws for any other. */
export function checkKey(key: string): string {
  if (!/^[\w-]+(\/[\w.-]+)*$/.test(key) || key.includes('..')) throw new Error(`not a file key: ${key}`);
  return key;
}

/** Several times a document with its inputs. */
const ROOM_BYTES = 64 * 1_024 * 1_024;

async function hasRoom(folder: string): Promise<boolean> {
  try {
    const { bavail, bsize } = await statfs(folder);
    return bavail * bsize >= ROOM_BYTES;
  } catch (error) {
    // Created with the first document.
    return isGone(error);
  }
}

/** No space, quota exceeded, or a file system remounted read-only: the request is not at fault. */
function outageWhenFull(error: unknown): never {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (!['ENOSPC', 'EDQUOT', 'EROFS', 'EIO'].includes(code)) throw error;
  throw new SupplierFailure({ service: 'stockage', reason: 'unavailable', detail: code, cause: error });
}

const isGone = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'ENOENT';

async function writeSynced(path: string, bytes: Buffer): Promise<void> {
  const file = await open(path, 'wx');
  try {
    await file.writeFile(bytes);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** A new entry is durable once its folder is synced: syncs each created folder, up to the first that existed. */
async function syncFolders(from: string, upTo: string): Promise<void> {
  for (let folder = from; ; folder = dirname(folder)) {
    const handle = await open(folder, 'r');
    await handle.sync().finally(() => handle.close());
    if (folder === upTo || folder === dirname(folder)) return;
  }
}
