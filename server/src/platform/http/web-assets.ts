import { readdir, readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { FileStore } from '#adapters/suppliers.ts';
import { addressKeyOf, type Throttle } from '../rate-limit.ts';

const FOLDER = 'assets';
/** As the build names them: the content's mark at the end. */
const ASSET = /^\/assets\/([\w-]+-[\w-]{8}\.\w+)$/;
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
 * Puts the files that the pages of this version load where all the machines find them, before any of them serves such a page:
 * while a release goes on, and for whoever keeps a page open, the files of one version are asked of machines of another. Never
 * replaced, since a name tells its content. Answers how many were new.
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

/** What a file that this machine does not have is asked of: each look into the store costs, so that looks are counted. */
export type AssetStore = { files: Pick<FileStore, 'read' | 'size'>; throttle: Throttle };

/** A file of another version of the pages; null when none has it. Throws `too_many_requests`. */
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
