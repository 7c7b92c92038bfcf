import { isPage } from '#lib/content.ts';
import { cacheOf, DOCUMENTS, FILES } from './caches.ts';

/**
 * Caches the application's own files, and the documents that their owner last opened; everything else, above all prices
 * and balances, comes from the network or not at all. A new version waits until the last tab of the former is closed:
 * no form is ever reloaded.
 */
declare const SHELL_FILES: readonly string[];
declare const ALL_FILES: readonly string[];

/** Types missing in TypeScript's DOM library. */
type Extendable = Event & { waitUntil: (work: Promise<unknown>) => void };
type Fetching = Extendable & { request: Request; respondWith: (answer: Promise<Response>) => void };
type ListMessage = Extendable & { data: readonly string[] };
type Scope = {
  addEventListener: ((type: 'install' | 'activate', listener: (event: Extendable) => void) => void) &
    ((type: 'fetch', listener: (event: Fetching) => void) => void) &
    ((type: 'message', listener: (event: ListMessage) => void) => void);
  clients: { claim: () => Promise<void> };
  location: Location;
  /** Some browsers lack it. */
  cookieStore?: { get: (name: string) => Promise<{ value: string } | null> };
};
const scope = self as unknown as Scope;

/** The bare page, for any URL: the browser's router does the rest. */
const BARE_PAGE = '/index.html';
/** The PDF, and the data of a document's page; never a list, a price or a balance. */
const DOCUMENT = /^\/api\/v2\/(download_pdf_proxy\/\d+|erp\/\d+\/document)\/$/;
const KEPT_DOCUMENTS = 20;

scope.addEventListener('install', (event) => {
  event.waitUntil(caches.open(FILES).then((files) => files.addAll([BARE_PAGE, ...SHELL_FILES])));
});

scope.addEventListener('activate', (event) => {
  event.waitUntil(Promise.all([forgetFormerFiles(), scope.clients.claim()]));
});

scope.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== scope.location.origin) return;
  if (pathname.startsWith('/assets/')) event.respondWith(file(request));
  else if (DOCUMENT.test(pathname)) event.respondWith(ownDocument(event));
  else if (request.mode === 'navigate' && !pathname.startsWith('/api/')) event.respondWith(page(request));
});

/** From a page: its files loaded before this worker was active. */
scope.addEventListener('message', (event) => event.waitUntil(keepFiles(event.data)));

async function keepFiles(paths: readonly string[]): Promise<void> {
  const files = await caches.open(FILES);
  const known = new Set((await files.keys()).map(({ url }) => new URL(url).pathname));
  // All or none; fails when one is listed twice.
  await files.addAll([...new Set(paths)].filter((path) => !known.has(path)));
}

/** Neither a file nor a document is a page: a portal's would stay in their place for good. */
const isGood = ({ ok, headers }: Response): boolean => ok && !isPage(headers);

async function page(request: Request): Promise<Response> {
  try {
    return await fetch(request);
  } catch (error) {
    return orThrow(await caches.match(BARE_PAGE), error);
  }
}

/** The name contains the hash: a cached file is right. */
async function file(request: Request): Promise<Response> {
  const files = await caches.open(FILES);
  const kept = await files.match(request, { ignoreVary: true });
  if (kept) return kept;
  const answer = await fetch(request);
  if (isGood(answer)) await files.put(request, answer.clone());
  return answer;
}

async function forgetFormerFiles(): Promise<void> {
  const files = await caches.open(FILES);
  const current = new Set([BARE_PAGE, ...ALL_FILES]);
  const former = (await files.keys()).filter(({ url }) => !current.has(new URL(url).pathname));
  await Promise.all(former.map((one) => files.delete(one)));
}

/** A document from the network, or else as the same session last read it. */
async function ownDocument(event: Fetching): Promise<Response> {
  const { request } = event;
  const authorization = request.headers.get('authorization');
  if (authorization === null) return fetch(request);
  const cacheName = await cacheOf(authorization);
  try {
    const answer = await fetch(request);
    if (isGood(answer))
      event.waitUntil(keep(cacheName, request.url, answer.clone()).then(() => forgetEnded(authorization)));
    return answer;
  } catch (error) {
    return orThrow(await caches.match(request.url, { cacheName, ignoreVary: true }), error);
  }
}

/**
 * A response that arrived after its session had ended was cached after the page had deleted that session's documents.
 */
async function forgetEnded(authorization: string): Promise<void> {
  if (scope.cookieStore === undefined) return;
  const token = await scope.cookieStore.get('token');
  if (authorization !== `Token ${token?.value}`) await caches.delete(await cacheOf(authorization));
}

async function keep(name: string, url: string, answer: Response): Promise<void> {
  for (const other of await caches.keys()) {
    if (other.startsWith(DOCUMENTS) && other !== name) await caches.delete(other);
  }
  const cache = await caches.open(name);
  // A cache is ordered by insertion.
  await cache.delete(url);
  await cache.put(url, answer);
  const oldest = (await cache.keys()).slice(0, -KEPT_DOCUMENTS);
  await Promise.all(oldest.map((one) => cache.delete(one)));
}

function orThrow(kept: Response | undefined, error: unknown): Response {
  if (kept === undefined) throw error;
  return kept;
}
