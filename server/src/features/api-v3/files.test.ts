import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createTestApp, type TestApp } from '#test/app.ts';
import { callV3, createKeyOwner, createTestKey, SALE, type KeyOwner } from '#test/keys.ts';

let app: TestApp;
let owner: KeyOwner;
let statement: string;
let archive: string;
beforeAll(async () => {
  app = await createTestApp({ worker: true });
  owner = await createKeyOwner(app, 3);
  statement = String((await post('/statements', SALE)).json['id']);
  const batch = String((await post('/batches', { rows: [SALE, SALE] })).json['id']);
  await vi.waitFor(
    async () => {
      const { json } = await callV3(app, ['GET', `/batches/${batch}`], owner);
      if (json['status'] !== 'finished') throw new Error('the batch is not finished');
    },
    { timeout: 60_000, interval: 100 },
  );
  archive = `/batches/${batch}/documents.zip`;
});
afterAll(() => app.close());

let drawn = 0;
const post = (path: string, body: object = {}) =>
  callV3(app, ['POST', path], { key: owner.key, body, headers: { 'idempotency-key': `fichier-${(drawn += 1)}` } });

async function get(path: string, headers: Record<string, string> = {}, method = 'GET') {
  const answer = await fetch(`${app.url}/api/v3${path}`, {
    method,
    headers: { authorization: `Bearer ${owner.key}`, 'accept-encoding': 'identity', ...headers },
  });
  return { status: answer.status, headers: answer.headers, bytes: Buffer.from(await answer.arrayBuffer()) };
}

const FILES: [name: string, path: () => string][] = [
  ['a document', () => `/statements/${statement}/document.pdf`],
  ['facts', () => `/statements/${statement}/facts.json`],
  ['a map', () => `/statements/${statement}/map.geojson`],
  ['an archive', () => archive],
];

describe.each(FILES)('%s', (_name, path) => {
  it('read twice → the same bytes, with the same ETag; asked with it → 304 without a body', async () => {
    const [one, two] = [await get(path()), await get(path())];
    const etag = one.headers.get('etag') ?? '';
    expect([one.status, etag, two.headers.get('etag')]).toEqual([200, expect.stringMatching(/^".+"$/), etag]);
    expect(createHash('sha256').update(two.bytes).digest()).toEqual(createHash('sha256').update(one.bytes).digest());
    for (const known of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      const answer = await get(path(), { 'if-none-match': known });
      expect([known, answer.status, answer.bytes.length, answer.headers.get('etag')]).toEqual([known, 304, 0, etag]);
    }
    expect((await get(path(), { 'if-none-match': '"other"' })).status).toBe(200);
  });

  it('one range → 206 with those bytes; beyond the end → 416', async () => {
    const whole = (await get(path())).bytes;
    const size = whole.length;
    const etag = (await get(path())).headers.get('etag') ?? '';
    for (const [range, first, last] of [
      ['bytes=0-0', 0, 0],
      ['bytes=10-99', 10, 99],
      [`bytes=${size - 5}-`, size - 5, size - 1],
      ['bytes=-7', size - 7, size - 1],
      [`bytes=5-${10 * size}`, 5, size - 1],
      [`bytes=-${10 * size}`, 0, size - 1],
    ] as const) {
      const answer = await get(path(), { range, 'if-range': etag });
      expect([range, answer.status, answer.headers.get('content-range')]).toEqual([
        range,
        206,
        `bytes ${first}-${last}/${size}`,
      ]);
      expect([range, answer.bytes.equals(whole.subarray(first, last + 1))]).toEqual([range, true]);
    }
    for (const range of [`bytes=${size}-`, 'bytes=-0', `bytes=${10 * size}-${11 * size}`]) {
      const answer = await get(path(), { range });
      expect([range, answer.status, answer.headers.get('content-range')]).toEqual([range, 416, `bytes */${size}`]);
      expect(JSON.parse(answer.bytes.toString())).toMatchObject({ code: 'range_not_satisfiable', status: 416 });
    }
  });

  it.each([
    `bytes=${Array.from({ length: 1_000 }, (_, i) => `${i}-${i}`).join(',')}`,
    'bytes=0-1,3-4',
    'bytes=5-2',
    'bytes=',
    'bytes=-',
    'bytes=a-b',
    'lines=0-1',
    `bytes=${'9'.repeat(400)}-`,
  ])('the range %.40s, which is none that we serve → the whole file', async (range) => {
    const answer = await get(path(), { range });
    expect([answer.status, answer.bytes.length]).toEqual([200, (await get(path())).bytes.length]);
  });

  it('a range of a former version (If-Range) → the whole file', async () => {
    expect((await get(path(), { range: 'bytes=0-1', 'if-range': '"former"' })).status).toBe(200);
  });

  it('HEAD → the same length and ETag, without a body', async () => {
    const whole = await get(path());
    const head = await get(path(), {}, 'HEAD');
    expect([head.status, head.bytes.length]).toEqual([200, 0]);
    for (const name of ['etag', 'content-length', 'content-type', 'accept-ranges']) {
      expect([name, head.headers.get(name)]).toEqual([name, whole.headers.get(name)]);
    }
  });
});

describe('a handover', () => {
  it('is read alone, then revoked, twice the same; another statement does not have it', async () => {
    const made = await post(`/statements/${statement}/handovers`, { label: 'M. Martin' });
    const path = `/statements/${statement}/handovers/${String(made.json['id'])}`;
    expect((await callV3(app, ['GET', path], owner)).json).toEqual(made.json);
    const revoked = await post(`${path}/revoke`);
    expect([revoked.status, revoked.json['status']]).toEqual([200, 'revoked']);
    const again = await post(`${path}/revoke`);
    expect(again.json).toEqual(revoked.json);
    expect((await callV3(app, ['GET', path], owner)).json).toEqual(revoked.json);
    const { json: page } = await callV3(app, ['GET', '/statements?limit=2'], owner);
    const other = (page['data'] as { id: string }[]).find(({ id }) => id !== statement)?.id;
    const elsewhere = path.replace(statement, String(other));
    expect((await callV3(app, ['GET', elsewhere], owner)).status).toBe(404);
    expect((await post(`${elsewhere}/revoke`)).status).toBe(404);
    const stranger = await createKeyOwner(app, 0);
    expect((await callV3(app, ['GET', path], stranger)).status).toBe(404);
  });
});

it('invoices of a test key → none', async () => {
  const key = await createTestKey(app, owner);
  expect((await callV3(app, ['GET', '/invoices'], { key })).json).toMatchObject({ mode: 'test', data: [] });
});

it('every GET of the API answers HEAD alike', async () => {
  for (const path of ['/balance', '/statements', '/events', '/batches', '/invoices', `/statements/${statement}`]) {
    const [whole, head] = [await get(path), await get(path, {}, 'HEAD')];
    expect([path, head.status, head.bytes.length]).toEqual([path, whole.status, 0]);
    expect([path, head.headers.get('content-length')]).toEqual([path, String(whole.bytes.length)]);
  }
});
