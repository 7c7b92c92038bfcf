import { readdir, readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { FileStore } from '#platform/files/file-store.ts';
import { addressKeyOf, type Throttle } from '#platform/guards/rate-limit.ts';

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
 * and for pages left open, machines get requests for files of another version. A name contains the hash: what is kept
 * under it is compared, and written again only if it is cut off or changed.
 */
export async function publishAssets(files: FileStore, webDir: string): Promise<{ written: number; kept: number }> {
  const names = (await readdir(join(webDir, FOLDER))).filter((name) => ASSET.test(`/${FOLDER}/${name}`));
  let written = 0;
  for (const name of names) {
    const key = `${FOLDER}/${name}`;
    const bytes = await readFile(join(webDir, FOLDER, name));
    if ((await files.size(key)) === bytes.length && bytes.equals(await files.read(key))) continue;
    await files.put(key, bytes);
    written += 1;
  }
  return { written, kept: names.length - written };
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
