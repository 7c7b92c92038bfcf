import { basename } from 'node:path';
import fastifyStatic from '@fastify/static';
import { notFound } from './errors.ts';
import type { App } from './app.ts';
import { findAsset, type AssetStore } from './web-assets.ts';
import { readPages, sendPage, type Pages } from './web-pages.ts';

/** URLs that are never a page's. */
const NO_PAGE = /^\/(api|geocodage|tuiles|assets|mcp)(\/|$)/;

/**
 * The built browser application: hashed assets cached forever, prerendered public pages, and the bare page for every
 * other non-API URL (history mode), with a 404 for unknown ones. Files of another version come from the document store.
 * Without a folder (API only) every unknown URL is a 404 in JSON.
 */
export async function serveWeb(
  app: App,
  store: AssetStore,
  { webDir: folder, publicUrl }: { webDir: string | null; publicUrl: string },
): Promise<void> {
  const pages = folder === null ? null : await readPages(folder, publicUrl);
  if (folder !== null) await serveFiles(app, folder);
  if (pages !== null) serveCrawlers(app, pages, publicUrl);
  app.setNotFoundHandler(async (request, reply) => {
    const asset = folder === null ? null : await findAsset(store, request, reply);
    if (asset !== null) return reply.send(asset);
    const wantsPage = (request.method === 'GET' || request.method === 'HEAD') && !NO_PAGE.test(request.url);
    if (pages === null || !wantsPage) throw notFound();
    return sendPage(request, reply, pages);
  });
}

/** Serves the build's compressed files (`preCompressed`), with `Vary`; pages are not served as files. */
async function serveFiles(app: App, folder: string): Promise<void> {
  await app.register(fastifyStatic, {
    root: folder,
    index: false,
    wildcard: false,
    preCompressed: true,
    globIgnore: ['**/*.{html,br,gz}', 'addresses.json'],
    setHeaders: (reply, path) => void reply.header('cache-control', keepFor(path)),
  });
}

function keepFor(path: string): string {
  if (path.includes('/assets/')) return 'public, max-age=31536000, immutable';
  // A cached service worker would hide the next version.
  if (basename(path).startsWith('sw.js')) return 'no-cache';
  return 'public, max-age=3600';
}

/** Rules for crawlers. They must be able to fetch private pages, where they read not to index them. */
function serveCrawlers(app: App, pages: Pages, publicUrl: string): void {
  const locations = pages.paths.map((path) => `  <url><loc>${publicUrl}${path}</loc></url>`).join('\n');
  const sitemap = `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${locations}\n</urlset>\n`;
  const robots = `User-agent: *\nDisallow: /api/\n\nSitemap: ${publicUrl}/sitemap.xml\n`;
  const config = { access: 'none' } as const;
  const schema = { hide: true };
  app.get('/sitemap.xml', { config, schema }, (_request, reply) => reply.type('application/xml').send(sitemap));
  app.get('/robots.txt', { config, schema }, (_request, reply) => reply.type('text/plain; charset=utf-8').send(robots));
}
