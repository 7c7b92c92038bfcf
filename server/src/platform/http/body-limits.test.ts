import { BODY_LIMIT } from '@clairisque/contract/common/route.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createAccount, createTestApp, type TestApp } from '#test/app.ts';
import { contractRoutes } from '#test/contract-routes.ts';
import { authorizationOf } from '#test/honest-calls.ts';
import { createKey } from '#test/keys.ts';
import { JSON_TYPE, send, withToken } from '#test/raw-request.ts';

let app: TestApp;
let token: string;
let key: string;
beforeAll(async () => {
  app = await createTestApp({ env: { RATE_LIMIT_FACTOR: '1000000' } });
  const account = await createAccount(app, 1);
  ({ token } = account);
  key = await createKey(app, account);
});
afterAll(() => app.close());

const routes = await contractRoutes();
const reading = routes.filter(({ schema }) => schema.body !== undefined);
const TOO_LARGE = { status: 413, json: { detail: 'La requête est trop volumineuse.' } };

it('every call with a body has a limit; only notifications and batches may exceed a form’s', () => {
  expect(reading.length).toBeGreaterThan(18);
  const unbounded = reading.filter(({ bodyLimit }) => bodyLimit === undefined);
  expect(unbounded.map(({ url }) => url)).toEqual([]);
  const large = routes.filter(({ bodyLimit = 0 }) => bodyLimit > BODY_LIMIT.statement);
  expect(large.map(({ url }) => url).toSorted()).toEqual(['/api/v2/stripe/webhook/', '/api/v3/batches']);
});

/** JSON of that many bytes, with an unused field. */
const json = (bytes: number): string => `{"inconnu":"${'x'.repeat(bytes - '{"inconnu":""}'.length)}"}`;

it.each(reading.map((route) => [`${route.method} ${route.url}`, route] as const))(
  '%s: up to its limit it is read, one byte more → 413, whether announced or not',
  async (_, route) => {
    const { method, url, bodyLimit = 0 } = route;
    const path = url.replaceAll(/:\w+/g, '1');
    const headers = { ...JSON_TYPE, authorization: authorizationOf(route, { token, key }) };
    expect((await send(app, [method, path], { headers, body: json(bodyLimit) })).status).not.toBe(413);
    for (const how of [headers, { ...headers, 'transfer-encoding': 'chunked' }]) {
      expect(await send(app, [method, path], { headers: how, body: json(bodyLimit + 1) })).toMatchObject(TOO_LARGE);
    }
  },
);

it('calls without a body → 413 beyond a form’s size', async () => {
  const headers = { ...JSON_TYPE, ...withToken(token) };
  const logout: [string, string] = ['POST', '/api/v2/token/logout/'];
  expect(await send(app, logout, { headers, body: json(BODY_LIMIT.form + 1) })).toMatchObject(TOO_LARGE);
});
