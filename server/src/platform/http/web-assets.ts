import { readdir, readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { FileStore } from '#platform/files/file-store.ts';
import { addressKeyOf, type Throttle } from '#platform/security/rate-limit.ts';

const FOLDER = 'assets';
/** File names of the build, ending with the content's hash. */
const ASSET = /^\/assets\/([\w-]+-[\w-]{6,8}\.\w+)$/;
const TYPES: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.woff2': 'font/woff2',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webp': 'image/webp',
};

/**
 * Stores the page files of this version where all machines find them, before any serves such a page: during a release,
 * and for pages left open, machines get requests for files of another version. Never replaces, since the name contains
 * the hash. Returns how many were new.
 */
export async function publishAssets(files: FileStore, webDir: string): Promise<number> {
  const names = (await readdir(join(webDir, FOLDER))).filter((name) => ASSET.test(`/${FOLDER}/${name}`));
  let published = 0;
  for (const name of names) {
    const key = `${FOLDER}/${name}`;
    if ((await files.size(key)) !== null) continue;
    await files.put(key, await readFile(join(webDir, FOLDER, name)));
    published += 1;
  }
  return published;
}

/** Source of files that this machine lacks; lookups are rate-limited, since each costs a request to the store. */
export type AssetStore = { files: Pick<FileStore, 'read' | 'size'>; throttle: Throttle };

/** A file of another version of the pages; null when there is none. Throws `too_many_requests`. */
export async function findAsset(
  { files, throttle }: AssetStore,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Buffer | null> {
  const name = ASSET.exec(request.url)?.[1];
  const type = TYPES[extname(name ?? '')];
  if (name === undefined || type === undefined) return null;
  const key = `${FOLDER}/${name}`;
  await throttle.hit('open', addressKeyOf(request.ip));
  if ((await files.size(key)) === null) return null;
  void reply.headers({ 'content-type': type, 'cache-control': 'public, max-age=31536000, immutable' });
  return files.read(key);
}
