import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import { openAnswerRequest } from '@clairisque/contract/questions.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** A page as sent: compressed, with its ETag. */
type Page = { bytes: { identity: Buffer; gzip: Buffer; br: Buffer }; mark: string };

/**
 * By URL in lower case, `printed`: the public ones, whose `paths` have their original case; `sketches`: for signed-in
 * users; `alone`: of a link's questions, under the URL that its token follows; `bare`: for all others.
 */
export type Pages = {
  paths: string[];
  printed: Map<string, Page>;
  sketches: Map<string, Page>;
  alone: Map<string, Page>;
  bare: Page;
  /** The application's own URLs; any other is a 404 with its own page. */
  known: RegExp;
};

/** Placeholder of the site's URL in prerendered pages (`web/src/prerender`). */
const PLACEHOLDER = '__PUBLIC_URL__';

/** Pages of a build, `index.html` and those of `pages/`, `sketches/` and `alone/`, with the site's public URL filled in. */
export async function readPages(folder: string, publicUrl: string): Promise<Pages> {
  const read = async (name: string): Promise<Page> =>
    pageOf((await readFile(join(folder, name), 'utf8')).replaceAll(PLACEHOLDER, publicUrl));
  const readAll = async (kind: string): Promise<[path: string, Page][]> => {
    const names = (await readdir(join(folder, kind), { recursive: true }))
      .filter((name) => name.endsWith('.html'))
      .toSorted();
    return Promise.all(names.map(async (name) => [pathOf(name), await read(join(kind, name))]));
  };
  const pages = await readAll('pages');
  return {
    paths: pages.map(([path]) => path),
    printed: byKey(pages),
    sketches: byKey(await readAll('sketches')),
    alone: byKey(await readAll('alone')),
    bare: await read('index.html'),
    known: patternOf(JSON.parse(await readFile(join(folder, 'addresses.json'), 'utf8')) as string[]),
  };
}

/** `/remise/:jeton` and the like, ignoring case and a trailing slash, as the browser's router does. */
function patternOf(addresses: string[]): RegExp {
  const patterns = addresses.map((address) => address.replaceAll(/:\w+/g, '[^/]+'));
  return new RegExp(`^(${patterns.join('|')})$`, 'i');
}

function pathOf(name: string): string {
  return `/${name.slice(0, -'.html'.length)}`.replace(/^\/index$/, '/');
}

function byKey(pages: [path: string, Page][]): Map<string, Page> {
  return new Map(pages.map(([path, page]) => [path.toLowerCase(), page]));
}

async function pageOf(html: string): Promise<Page> {
  const identity = Buffer.from(html);
  const [zipped, br] = await Promise.all([promisify(gzip)(identity), promisify(brotliCompress)(identity)]);
  const mark = createHash('sha256').update(identity).digest('base64url').slice(0, 16);
  return { bytes: { identity, gzip: zipped, br }, mark };
}

/** The page of that URL, revalidated at each visit; 304 when the browser has it. Non-public pages are not indexed. */
export function sendPage(request: FastifyRequest, reply: FastifyReply, pages: Pages): FastifyReply {
  const key = keyOf(request.url);
  const printed = pages.printed.get(key);
  const sketch = pages.sketches.get(key);
  const alone = pages.alone.get(key.replace(/\/[^/]+$/, ''));
  const page = printed ?? alone ?? (isSignedIn(request) ? sketch : undefined) ?? pages.bare;
  const encoding = encodingFor(request.headers['accept-encoding'] ?? '');
  const etag = `"${page.mark}-${encoding}"`;
  void reply.headers({
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-cache',
    vary: sketch === undefined ? 'accept-encoding' : 'accept-encoding, cookie',
    etag,
    ...(printed === undefined && { 'x-robots-tag': 'noindex, nofollow' }),
    ...preloadOf(alone, request.url),
  });
  void reply.code(pages.known.test(key) ? 200 : 404);
  return isKept(request, reply, etag) ? reply.code(304).send() : sendBytes(reply, page, encoding);
}

/**
 * What the page of a link asks for: the browser asks at once, before the page's script has come to say so. Its `fetch`
 * (`web/src/answer-alone/ask-early.ts`) must be the same call for it to be the only one.
 */
function preloadOf(alone: Page | undefined, url: string): { link?: string } {
  const [, token] = /^\/[^/]+\/([\w-]{1,100})\/?$/.exec(url) ?? [];
  if (alone === undefined || token === undefined) return {};
  const call = openAnswerRequest.url.replace(':jeton', token);
  return { link: `<${call}>; rel=preload; as=fetch; crossorigin=anonymous` };
}

/** The browser has it already. A 404 page is always sent. */
function isKept(request: FastifyRequest, reply: FastifyReply, etag: string): boolean {
  return reply.statusCode === 200 && request.headers['if-none-match']?.includes(etag) === true;
}

function sendBytes(reply: FastifyReply, page: Page, encoding: keyof Page['bytes']): FastifyReply {
  if (encoding !== 'identity') void reply.header('content-encoding', encoding);
  return reply.send(page.bytes[encoding]);
}

/** From the browser's cookie: it only decides which static outline is shown first. */
function isSignedIn(request: FastifyRequest): boolean {
  return /(^|; )token=/.test(request.headers.cookie ?? '');
}

/** Ignores case, a trailing slash and the query, as the browser's router. */
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
