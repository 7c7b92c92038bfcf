import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** A page as it is sent: already compressed, with the mark by which a browser knows that its own copy is the same. */
type Page = { bytes: { identity: Buffer; gzip: Buffer; br: Buffer }; mark: string };

/** `paths`: the public ones as they are written; `printed`: by their address in lower case; `bare`: for all others. */
export type Pages = { paths: string[]; printed: Map<string, Page>; bare: Page };

/** Stands for the site's own address in printed pages (`web/src/prerender`). */
const PLACEHOLDER = '__PUBLIC_URL__';

/** The pages of a build, `index.html` and `pages/*.html`, naming the site by its public address. */
export async function readPages(folder: string, publicUrl: string): Promise<Pages> {
  const names = (await readdir(join(folder, 'pages'))).filter((name) => name.endsWith('.html')).toSorted();
  const paths = names.map((name) => `/${name.slice(0, -'.html'.length)}`.replace(/^\/index$/, '/'));
  const read = async (name: string): Promise<Page> =>
    pageOf((await readFile(join(folder, name), 'utf8')).replaceAll(PLACEHOLDER, publicUrl));
  const pages = await Promise.all(names.map((name) => read(join('pages', name))));
  return {
    paths,
    printed: new Map(pages.map((page, rank) => [(paths[rank] ?? '').toLowerCase(), page])),
    bare: await read('index.html'),
  };
}

async function pageOf(html: string): Promise<Page> {
  const identity = Buffer.from(html);
  const [zipped, br] = await Promise.all([promisify(gzip)(identity), promisify(brotliCompress)(identity)]);
  const mark = createHash('sha256').update(identity).digest('base64url').slice(0, 16);
  return { bytes: { identity, gzip: zipped, br }, mark };
}

/** The page of that address, checked at each visit; 304 when the browser has it. What is not public is not to be indexed. */
export function sendPage(request: FastifyRequest, reply: FastifyReply, pages: Pages): FastifyReply {
  const printed = pages.printed.get(keyOf(request.url));
  const page = printed ?? pages.bare;
  const encoding = encodingFor(request.headers['accept-encoding'] ?? '');
  const etag = `"${page.mark}-${encoding}"`;
  void reply.headers({
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-cache',
    vary: 'accept-encoding',
    etag,
  });
  if (printed === undefined) void reply.header('x-robots-tag', 'noindex, nofollow');
  if (request.headers['if-none-match']?.includes(etag)) return reply.code(304).send();
  if (encoding !== 'identity') void reply.header('content-encoding', encoding);
  return reply.send(page.bytes[encoding]);
}

/** As the router of the browser: whatever the case, the slash at the end and what follows `?`. */
function keyOf(url: string): string {
  const path = url.replace(/[?#].*$/, '').toLowerCase();
  return path.length > 1 ? path.replace(/\/$/, '') : path;
}

function encodingFor(accepted: string): keyof Page['bytes'] {
  const names = accepted
    .split(',')
    .map((part) => part.trim())
    .filter((part) => !/;\s*q=0(\.0*)?$/.test(part))
    .map((part) => part.replace(/;.*$/, ''));
  return (['br', 'gzip'] as const).find((name) => names.includes(name)) ?? 'identity';
}
