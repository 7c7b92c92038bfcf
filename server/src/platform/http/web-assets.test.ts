import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createFolderFiles } from '#adapters/files/files.ts';
import { createDb } from '#platform/db/db.ts';
import { createThrottle } from '#platform/guards/rate-limit.ts';
import { createHttp } from './fastify.ts';
import type { App } from './app.ts';
import { publishAssets } from './web-assets.ts';
import { serveWeb } from './web.ts';

const folder = mkdtempSync(join(tmpdir(), 'clairisque-assets-'));
const files = createFolderFiles({ folder: join(folder, 'store'), uniqueName: () => 'draft' });
/** Store lookups per address and minute. */
const LOOKS = 8;
let former: App;
let url: string;

/** Pages of a version, with one script named after it. */
function build(version: string): string {
  const webDir = join(folder, version);
  for (const part of ['pages', 'sketches', 'alone', 'assets']) mkdirSync(join(webDir, part), { recursive: true });
  for (const page of ['index.html', 'pages/index.html']) writeFileSync(join(webDir, page), version);
  writeFileSync(join(webDir, 'addresses.json'), '["/"]');
  writeFileSync(join(webDir, `assets/main-${version}.js`), `/* ${version} */`);
  writeFileSync(join(webDir, 'assets/other.js'), 'no mark');
  return webDir;
}

beforeAll(async () => {
  former = createHttp({ logLevel: 'silent', trustedProxies: 0 });
  // Lookups are counted in the process.
  const db = createDb({ url: 'postgres://nowhere', poolSize: 1, onError: () => undefined });
  const store = { files, throttle: createThrottle({ db, log: former.log, factor: LOOKS / 600, freeChecks: 1 }) };
  await serveWeb(former, store, { webDir: build('former00'), publicUrl: 'https://site.example' });
  url = await former.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(async () => {
  await former.close();
  rmSync(folder, { recursive: true, force: true });
});

it('a page of the next version on a machine of the former one → its files are served once published, immutable', async () => {
  const ask = (path: string) => fetch(url + path);
  expect((await ask('/assets/main-later000.js')).status).toBe(404);
  const later = build('later000');
  expect(await publishAssets(files, later)).toMatchObject({ written: 1 });
  expect(await publishAssets(files, later)).toMatchObject({ written: 0 });
  const answer = await ask('/assets/main-later000.js');
  expect([answer.status, await answer.text()]).toEqual([200, '/* later000 */']);
  expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  expect(answer.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
  expect(await (await ask('/assets/main-former00.js')).text()).toBe('/* former00 */');
});

it.each(['/assets/../statements/1/2/abc-12345678.pdf', '/assets/abc-12345678.pdf', '/assets/main-absent00.js'])(
  '%s → 404, only page files are served from there',
  async (path) => {
    await files.put('assets/abc-12345678.pdf', Buffer.from('secret'));
    await files.put('statements/1/2/abc-12345678.pdf', Buffer.from('secret'));
    const answer = await fetch(`${url}${path.replace('..', '%2e%2e')}`);
    expect(await answer.text()).not.toContain('secret');
    expect([200, 404]).toContain(answer.status);
  },
);

it('random names → soon refused without a store lookup; files of this version are still served', async () => {
  const answers = [];
  for (let name = 10_000_000; name < 10_000_000 + LOOKS; name += 1)
    answers.push(await fetch(`${url}/assets/a-${name}.js`));
  expect(answers.at(-1)?.status).toBe(429);
  expect(answers.at(-1)?.headers.get('retry-after')).toMatch(/^\d+$/);
  expect((await fetch(`${url}/assets/main-former00.js`)).status).toBe(200);
});

it('published again over a file that was cut off, or changed → written again; the others are left', async () => {
  const again = build('again000');
  await publishAssets(files, again);
  const key = 'assets/main-again000.js';
  const whole = await files.read(key);
  for (const wrong of [whole.subarray(0, 4), Buffer.from(whole).fill(0x20)]) {
    await files.put(key, wrong);
    expect(await publishAssets(files, again)).toEqual({ written: 1, kept: expect.any(Number) as number });
    expect(await files.read(key)).toEqual(whole);
  }
});
