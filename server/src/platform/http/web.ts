import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { App } from './fastify.ts';

const A_YEAR_MS = 31_536_000_000;

/** The built browser application: hashed assets kept for ever, and its page for every address that is no API's (history mode). */
export async function serveWeb(app: App, folder: string | null): Promise<void> {
  if (folder === null) return;
  await app.register(fastifyStatic, {
    root: folder,
    index: false,
    wildcard: false,
    setHeaders: (reply, path) => {
      const hashed = path.includes('/assets/');
      void reply.header(
        'cache-control',
        hashed ? `public, max-age=${A_YEAR_MS / 1000}, immutable` : 'public, max-age=3600',
      );
    },
  });
  const page = await readFile(join(folder, 'index.html'));
  app.setNotFoundHandler((request, reply) => {
    const wantsPage = request.method === 'GET' && !/^\/(api|geocodage|tuiles|assets)(\/|$)/.test(request.url);
    if (!wantsPage) return reply.status(404).send({ detail: 'Page non trouvée.' });
    return reply.header('content-type', 'text/html; charset=utf-8').header('cache-control', 'no-cache').send(page);
  });
}
