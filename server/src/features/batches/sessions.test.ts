import { expect, it } from 'vitest';
import type { Route } from '@clairisque/contract/common/route.ts';
import * as batches from '@clairisque/contract/batches.v3.ts';
import { call, createAccount, sharedApp } from '#test/app.ts';
import { callV3, createKey, SALE } from '#test/keys.ts';

const app = sharedApp();

const routes = Object.values<unknown>(batches).filter(
  (value): value is Route => typeof value === 'object' && value !== null && 'url' in value,
);

it('every call of a batch takes the session of the site, as one door: the same batches as its keys', async () => {
  expect(routes.length).toBeGreaterThan(10);
  expect(routes.filter(({ config }) => config.session !== true).map(({ url }) => url)).toEqual([]);
  const account = await createAccount(app, 1);
  const headers = { authorization: `Token ${account.token}`, 'content-type': 'application/json' };
  const send = (body: object, more: Record<string, string> = {}) =>
    fetch(`${app.url}/api/v3/batches`, {
      method: 'POST',
      headers: { ...headers, ...more },
      body: JSON.stringify(body),
    });
  const body = { start: 'manual', rows: [SALE] };
  expect((await send(body)).status).toBe(400);
  const made = await send(body, { 'idempotency-key': 'session' });
  const { id } = (await made.json()) as { id: string };
  expect(made.status).toBe(201);
  const key = await createKey(app, account);
  expect((await callV3(app, ['GET', `/batches/${id}`], { key })).json).toMatchObject({ id, mode: 'live' });
  expect((await fetch(`${app.url}/api/v3/batches/${id}`, { headers })).status).toBe(200);

  const other = await createAccount(app, 0);
  const stranger = { authorization: `Token ${other.token}` };
  expect((await fetch(`${app.url}/api/v3/batches/${id}`, { headers: stranger })).status).toBe(404);
  expect((await fetch(`${app.url}/api/v3/balance`, { headers: stranger })).status).toBe(401);
  await call(app, ['POST', '/api/v2/token/logout/'], { token: other.token });
  const ended = await fetch(`${app.url}/api/v3/batches`, { headers: stranger });
  expect([ended.status, ((await ended.json()) as { code: string }).code]).toEqual([401, 'not_authenticated']);
});
