import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { forgetOldTests } from '#features/api-keys/api-keys.ts';
import { createAccount, createTestApp, type TestApp } from '#test/app.ts';
import { callV3, createKey, createTestKey, ON_A_STREET, SALE } from '#test/keys.ts';
import { unzip } from '#test/zip-reader.ts';

/** Real sources, which have no network here: what is found comes from the sandbox. */
let app: TestApp;
beforeAll(async () => {
  app = await createTestApp({
    worker: true,
    env: { CLAIRISQUE_SOURCES: 'live', SANDBOX_URL: inject('simulatorsUrl') },
  });
});
afterAll(() => app.close());

let drawn = 0;
const post = (key: string, path: string, body: object = {}) =>
  callV3(app, ['POST', path], { key, body, headers: { 'idempotency-key': `essai-${(drawn += 1)}` } });

it('a batch of a test key → specimens under TEST- references, no credit, no row elsewhere; a live key sees none of it', async () => {
  const account = await createAccount(app, 1);
  const [key, live] = [await createTestKey(app, account), await createKey(app, account)];
  const read = (path: string, as = key) => callV3(app, ['GET', path], { key: as });
  const address = '4 Rue des Lilas 95190 Goussainville';
  const rows = [SALE, { transaction: 'sale', address }, { transaction: 'sale', point: ON_A_STREET }];
  const made = await post(key, '/batches', { name: 'Essai', start: 'manual', rows });
  const path = `/batches/${String(made.json['id'])}`;
  expect([made.status, made.json]).toEqual([201, expect.objectContaining({ mode: 'test', status: 'checking' })]);
  const status = async () => (await read(path)).json['status'];
  await expect.poll(status).toBe('ready');
  const doubt = (await read(`${path}/rows?status=doubtful`)).json['data'] as { problem: { candidates: string[] } }[];
  const candidate = doubt[0]?.problem.candidates[0] ?? '';
  expect((await post(key, `${path}/rows/3/choice`, { candidate })).status).toBe(200);
  await expect.poll(status).toBe('ready');
  const started = await post(key, `${path}/start`);
  expect(started.json).toMatchObject({ mode: 'test', credits_reserved: 3 });
  await expect.poll(status).toBe('finished');
  expect((await read(path)).json).toMatchObject({ rows: { issued: 3 }, credits_reserved: 0 });
  const issued = (await read(`${path}/rows`)).json;
  expect(issued).toMatchObject({
    mode: 'test',
    data: rows.map(() => ({ reference: expect.stringMatching(/^TEST-/) })),
  });

  const get = async (file: string) => {
    const answer = await fetch(`${app.url}/api/v3${path}/${file}`, { headers: { authorization: `Bearer ${key}` } });
    return Buffer.from(await answer.arrayBuffer());
  };
  const files = unzip(await get('documents.zip'));
  expect([...files.keys()].filter((name) => name.endsWith('.pdf'))).toHaveLength(3);
  expect((await get('results.csv')).toString()).toContain('"TEST-');
  expect((await get('results.geojson')).toString()).toContain('"TEST-');

  const { rows: elsewhere } = await app.database.query(
    `select from batch union all select from statement union all select from credit_reservation
     union all select from api_event union all select from ledger_entry where kind = 'debit'`,
    [],
  );
  expect(elsewhere).toEqual([]);
  expect([(await read(path, live)).status, (await read('/batches', live)).json['data']]).toEqual([404, []]);
  expect((await read('/batches')).json).toMatchObject({ mode: 'test', data: [{ id: made.json['id'] }] });

  await forgetOldTests({ ...app.deps, clock: () => new Date(Date.now() + 31 * 86_400_000) });
  expect((await read(path)).status).toBe(404);
});
