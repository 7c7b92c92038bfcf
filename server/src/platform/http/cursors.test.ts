import { randomUUID } from 'node:crypto';
import { beforeAll, expect, it } from 'vitest';
import { createAccount, sharedApp } from '#test/app.ts';
import { contractRoutes } from '#test/contract-routes.ts';
import { callV3, createKey, SALE } from '#test/keys.ts';

const app = sharedApp();

let key: string;
const ids: Record<string, string> = {};
beforeAll(async () => {
  key = await createKey(app, await createAccount(app));
  const post = async (path: string, body: object): Promise<string> =>
    String((await callV3(app, ['POST', path], { key, body, headers: { 'idempotency-key': randomUUID() } })).json['id']);
  ids['batch_id'] = await post('/batches', { start: 'manual', rows: [SALE] });
  ids['endpoint_id'] = await post('/webhook_endpoints', { url: 'http://127.0.0.1:9/', events: ['statement.issued'] });
});

const paged = (await contractRoutes()).filter(
  ({ schema: { querystring: query } }) =>
    query !== undefined && 'shape' in query && 'cursor' in (query.shape as object),
);
const KINDS = ['stm', 'bat', 'row', 'chk', 'whd'];
const ODD = ['', 'é', '_1', 'evt_1', 'stm_-1', 'stm_1.5', 'stm_1e9', `evt_${'f'.repeat(33)}`];
const DIGITS = [1, 9, 10, 15, 16, 19, 40];

it.each(paged.map(({ url }) => url))(
  'GET %s: a cursor beyond an integer, or of another list → 400, never a 500',
  async (url) => {
    const path = url.replace('/api/v3', '').replaceAll(/:(\w+)/g, (_, name: string) => ids[name] ?? '1');
    const numbers = KINDS.flatMap((kind) => DIGITS.map((count) => `${kind}_${'9'.repeat(count)}`));
    const statuses = new Map<string, number>();
    for (const cursor of [...numbers, ...ODD]) {
      const encoded = Buffer.from(cursor).toString('base64url');
      statuses.set(cursor, (await callV3(app, ['GET', `${path}?cursor=${encoded}`], { key })).status);
    }
    expect([...statuses].filter(([, status]) => status !== 200 && status !== 400)).toEqual([]);
    const beyond = [...statuses].filter(([cursor]) => /_9{16,}$/.test(cursor));
    expect(beyond.map(([, status]) => status)).toEqual(beyond.map(() => 400));
  },
);

it('every list of API v3 that has pages is here', () => {
  expect(paged.length).toBeGreaterThan(4);
});
