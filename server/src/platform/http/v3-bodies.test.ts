import { randomUUID } from 'node:crypto';
import { beforeAll, expect, it } from 'vitest';
import { createAccount, sharedApp } from '#test/app.ts';
import { contractRoutes } from '#test/contract-routes.ts';
import { honestInPath } from '#test/honest-calls.ts';
import { callV3, createKey, createKeyOwner, SALE, type V3Answer } from '#test/keys.ts';
import { isV3 } from './problems.ts';

const app = sharedApp();

let account: Awaited<ReturnType<typeof createAccount>>;
let key: string;
beforeAll(async () => {
  account = await createAccount(app);
  key = await createKey(app, account);
});

const post = (path: string, body: unknown, headers: Record<string, string> = {}): Promise<V3Answer> =>
  callV3(app, ['POST', path], { key, body, headers: { 'idempotency-key': randomUUID(), ...headers } });

const changes = (await contractRoutes()).filter(
  ({ url, method, config }) => isV3(url) && url !== '/mcp' && method !== 'GET' && config.scope !== undefined,
);

it.each(changes.map((route) => [`${route.method} ${route.url}`, route] as const))(
  '%s: a body of another media type → 415',
  async (_, { method, url }) => {
    const path = url.replace('/api/v3', '').replaceAll(/:(\w+)/g, (_match, name: string) => honestInPath(name, 1));
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=a', 'a']) {
      const headers = { 'content-type': type, 'idempotency-key': randomUUID() };
      const { status, json } = await callV3(app, [method, path], { key, body: 'a=b', headers });
      expect([type, status, json['code']]).toEqual([type, 415, 'unsupported_media_type']);
    }
  },
);

it.each(changes.map((route) => [`${route.method} ${route.url}`, route] as const))(
  '%s: a compressed body → 415, which says so',
  async (_, { method, url }) => {
    const path = url.replace('/api/v3', '').replaceAll(/:(\w+)/g, (_match, name: string) => honestInPath(name, 1));
    const headers = { 'content-encoding': 'gzip', 'idempotency-key': randomUUID() };
    const { status, json } = await callV3(app, [method, path], { key, body: '{}', headers });
    expect([status, json]).toMatchObject([415, { code: 'unsupported_media_type', detail: /compressé/ }]);
  },
);

const bodiless = changes.filter(({ schema, config }) => schema.body === undefined && config.consumes === undefined);

it.each(bodiless.map((route) => [`${route.method} ${route.url}`, route] as const))(
  '%s: fields that it would ignore → refused by their names; no JSON → 400',
  async (_, { method, url }) => {
    const path = url.replace('/api/v3', '').replaceAll(/:(\w+)/g, (_match, name: string) => honestInPath(name, 1));
    const ask = async (body: string) => {
      const { status, json } = await callV3(app, [method, path], {
        key,
        body,
        headers: { 'idempotency-key': randomUUID() },
      });
      return [status, json['detail']];
    };
    expect(await ask('{"rows":[1]}')).toEqual([400, 'La requête a des valeurs refusées.']);
    expect(await ask('{"rows":')).toEqual([400, expect.stringMatching(/^JSON parse error/)]);
    expect(await ask('{}')).not.toContain(400);
  },
);

it.each(['__proto__', 'constructor', 'prototype'])(
  'the label « %s » → refused by its name, in a statement and in a row',
  async (name) => {
    const labelled = JSON.stringify({ ...SALE, metadata: {} }).replace('"metadata":{}', `"metadata":{"${name}":"A"}`);
    const sent = [
      await post('/statements', labelled),
      await post(
        '/statements',
        labelled.replace(name, `\\u${name.charCodeAt(0).toString(16).padStart(4, '0')}${name.slice(1)}`),
      ),
      await post('/batches', `{"rows":[{"transaction":"sale","address":"a"},${labelled}]}`),
    ];
    const refused = (pointer: string) => ({
      status: 400,
      json: { code: 'invalid_input', detail: expect.stringContaining(`«\u00A0${name}\u00A0»`), errors: [{ pointer }] },
    });
    expect(sent).toMatchObject([refused('/metadata'), refused('/metadata'), refused('/rows/1/metadata')]);
  },
);

it('more faults than twenty → the first are named, the others counted', async () => {
  const labels = Object.fromEntries(Array.from({ length: 60 }, (_, rank) => [`é${rank}`, 'a']));
  const one = await post('/statements', { ...SALE, metadata: labels });
  expect([one.status, (one.json['errors'] as unknown[]).length]).toEqual([400, 20]);
  expect(one.json['detail']).toMatch(/^La requête a des valeurs refusées\. Et \d+ autres\.$/);
});

const BAD = { transaction: 1, address: 2, logo: 3, parties: 4 };

it('a bad row of a batch → refused alone, with its faults; the batch is made', async () => {
  const owner = await createKeyOwner(app, 0);
  const body = { start: 'manual', rows: [SALE, BAD] };
  const made = await callV3(app, ['POST', '/batches'], { ...owner, body, headers: { 'idempotency-key': 'lignes' } });
  expect([made.status, made.json['rows']]).toEqual([201, expect.objectContaining({ total: 2, refused: 1 })]);
  const { json } = await callV3(app, ['GET', `/batches/${String(made.json['id'])}/rows`], owner);
  expect(json['data']).toMatchObject([
    { row: 1 },
    { row: 2, status: 'refused', problem: { code: 'invalid_input', errors: [{ pointer: '/transaction' }, {}, {}] } },
  ]);
});

it('rows with more than 500 faults → the request is refused, the rest of the rows not read', async () => {
  const many = await post('/batches', { rows: [SALE, ...Array.from({ length: 9_999 }, () => BAD)] });
  const errors = many.json['errors'] as { pointer: string }[];
  expect([many.status, errors.length, errors[0]?.pointer]).toEqual([400, 20, '/rows/1/transaction']);
  expect(many.json['detail']).toMatch(/Et 484 autres\. Les 9873 dernières lignes n’ont pas été lues\.$/);
});

it('a POST refused or not found → its key is free at once, and no row stays', async () => {
  const rows = async (): Promise<unknown[]> => {
    const { rows: kept } = await app.database.query(
      'select r.idempotency_key from api_request r join space s on s.id = r.space_id where s.account_id = $1',
      [account.id],
    );
    return kept;
  };
  const as = { 'idempotency-key': 'encore' };
  const refusals = [
    await post('/statements', SALE, as),
    await post('/statements/stm_999999999/renewals', undefined, as),
    await post('/statements/stm_999999999/handovers', { label: 'Étude' }, as),
    await post('/batches/bat_999999999/start', undefined, as),
    await post('/batches/bat_999999999/cancel', undefined, as),
    await post(`/webhook_endpoints/whe_${'0'.repeat(32)}/tests`, undefined, as),
    await post(`/webhook_endpoints/whe_${'0'.repeat(32)}/secret_rotations`, {}, as),
    await post('/webhook_endpoints', { url: 'http://10.0.0.1/', events: ['statement.issued'] }, as),
  ];
  expect(refusals.map(({ status }) => status)).toEqual([402, 404, 404, 404, 404, 404, 404, 400]);
  expect(await rows()).toEqual([]);
});
