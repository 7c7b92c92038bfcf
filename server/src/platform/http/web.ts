import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import { notFound } from './errors.ts';
import type { App } from './fastify.ts';

/** Pages whose address is a secret: no search engine keeps one that it was shown. */
const SECRET_PAGE = /^\/remise\//i;

/**
 * The built browser application: hashed assets kept for ever, and its page for every address that is no API's (history
 * mode). Without a folder (API alone) every unknown address is a 404 in JSON.
 */
export async function serveWeb(app: App, folder: string | null): Promise<void> {
  const page = folder === null ? null : await readFile(join(folder, 'index.html'));
  if (folder !== null) await serveFiles(app, folder);
  app.setNotFoundHandler((request, reply) => {
    const wantsPage = request.method === 'GET' && !/^\/(api|geocodage|tuiles|assets)(\/|$)/.test(request.url);
    if (page === null || !wantsPage) throw notFound();
    // A hand-over's address is a secret: it is not for search engines, should one come by it.
    if (/^\/remise(\/|$)/.test(request.url)) void reply.header('x-robots-tag', 'noindex, nofollow');
    if (SECRET_PAGE.test(request.url)) void reply.header('x-robots-tag', 'noindex, nofollow');
    return reply.header('content-type', 'text/html; charset=utf-8').header('cache-control', 'no-cache').send(page);
  });
}

async function serveFiles(app: App, folder: string): Promise<void> {
  await app.register(fastifyStatic, {
    root: folder,
    index: false,
    wildcard: false,
    setHeaders: (reply, path) => {
      const hashed = path.includes('/assets/');
      void reply.header('cache-control', hashed ? 'public, max-age=31536000, immutable' : 'public, max-age=3600');
    },
  });
}
