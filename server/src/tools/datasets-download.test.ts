import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { DATASETS } from '#domain/datasets/datasets.ts';
import { publishedFiles } from './datasets-addresses.ts';
import { download, type DownloadDeps } from './datasets-download.ts';
import { startLocalServer, type LocalRequest, type LocalServer } from './local-server.ts';

const FIRST = randomBytes(50_000);
const SECOND = randomBytes(60_000);
let content: Buffer;
/** Bytes given before each cut; whole once empty. */
let cuts: number[];
let server: LocalServer;
let place: string;
const received: number[] = [];
const deps: DownloadDeps = { attempts: 3, idleMs: 5_000, onProgress: (progress) => received.push(progress.received) };

beforeEach(async () => {
  content = FIRST;
  cuts = [];
  received.length = 0;
  place = await mkdtemp(join(tmpdir(), 'clairisque-download-'));
  server = await startLocalServer(fileServer);
});
afterEach(async () => {
  await server.close();
  await rm(place, { recursive: true, force: true });
});

const etagOf = (bytes: Buffer): string => `"${sha256(bytes).slice(0, 12)}"`;
const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

/** Ranges and validators as RFC 9110 has them. */
function fileServer({ url, headers }: LocalRequest) {
  if (url.pathname !== '/gaspar.zip') return { status: url.pathname === '/moved.zip' ? 404 : 503 };
  const etag = etagOf(content);
  if (headers['if-none-match'] === etag) return { status: 304 };
  const start = headers['if-range'] === etag ? Number(/\d+/.exec(String(headers['range']))?.[0]) : 0;
  const body = content.subarray(start);
  const range = start > 0 ? { 'content-range': `bytes ${start}-${content.length - 1}/${content.length}` } : {};
  const lengths = { etag, 'content-length': String(body.length), ...range };
  return { status: start > 0 ? 206 : 200, body, headers: lengths, cutAfter: cutAfter(start) };
}

/** A cut once the client has the bytes before it. */
function cutAfter(start: number) {
  const bytes = cuts.shift();
  if (bytes === undefined) return null;
  return { bytes, when: () => vi.waitFor(() => bytes === 0 || expect(received.at(-1)).toBe(start + bytes)) };
}

const fetched = (name = 'gaspar.zip') =>
  download(deps, { name, url: `${server.baseUrl}/${name}` }, join(place, 'gaspar'));
const whole = () => readFile(join(place, 'gaspar/gaspar.zip'));
const ranges = () => server.requests.map(({ headers }) => headers['range']);

it('a whole file, its hash and its progress', async () => {
  expect(await fetched()).toEqual({ name: 'gaspar.zip', bytes: 50_000, sha256: sha256(FIRST), isNew: true });
  expect(await whole()).toEqual(FIRST);
  expect(received.at(-1)).toBe(50_000);
  expect(await readdir(join(place, 'gaspar'))).toEqual(['gaspar.zip']);
});

it('cut connections → resumed where they stopped', async () => {
  cuts = [20_000, 10_000];
  expect(await fetched()).toMatchObject({ sha256: sha256(FIRST) });
  expect(ranges()).toEqual([undefined, 'bytes=20000-', 'bytes=30000-']);
  expect(await whole()).toEqual(FIRST);
});

it('given up, then the same command → resumed', async () => {
  cuts = [20_000, 0, 0, 0];
  await expect(fetched()).rejects.toThrow('la connexion est coupée. La même commande reprendra où elle s’arrête.');
  expect(await readdir(join(place, 'gaspar'))).toEqual([]);
  await fetched();
  expect(ranges().at(-1)).toBe('bytes=20000-');
  expect(await whole()).toEqual(FIRST);
});

it('a file that changes between two parts → from the start', async () => {
  cuts = [20_000, 0, 0, 0];
  await expect(fetched()).rejects.toThrow('coupée');
  content = SECOND;
  expect(await fetched()).toMatchObject({ bytes: 60_000, sha256: sha256(SECOND) });
  expect(await whole()).toEqual(SECOND);
});

it('again → unchanged without a byte, or replaced when its publisher changed it', async () => {
  await fetched();
  expect(await fetched()).toMatchObject({ isNew: false, sha256: sha256(FIRST) });
  content = SECOND;
  cuts = [0, 0, 0];
  await expect(fetched()).rejects.toThrow('coupée');
  expect(await whole()).toEqual(FIRST);
  expect(await fetched()).toMatchObject({ isNew: true, sha256: sha256(SECOND) });
});

it.each([
  ['moved.zip', /^moved\.zip : ce fichier n’est plus à cette adresse \(404\)/],
  ['busy.zip', /^busy\.zip : ce fichier est refusé par son serveur \(503\)/],
])('%s → refused plainly', async (name, sentence) => {
  await expect(fetched(name)).rejects.toThrow(sentence);
});

it('no network → said plainly', async () => {
  await server.close();
  await expect(fetched()).rejects.toThrow(/^gaspar\.zip : pas de réseau vers 127\.0\.0\.1:\d+ \(ECONNREFUSED\)\.$/);
});

it('official addresses are encrypted, one archive for the tables of GASPAR', () => {
  const files = DATASETS.flatMap(publishedFiles);
  expect(files.filter(({ url }) => !url.startsWith('https://'))).toEqual([]);
  expect(files.map(({ name }) => name)).toContain('v_mvt_commune_2026.csv');
  expect(publishedFiles('gaspar-catnat')).toEqual(publishedFiles('gaspar-pprn'));
  // The index of arrêtés, and a file by letter.
  expect(publishedFiles('noise')).toHaveLength(5);
  expect([publishedFiles('brush-clearing'), publishedFiles('flood-territories')]).toEqual([[], []]);
});
