import { afterAll, beforeAll, expect, it } from 'vitest';
import { createAuthenticate } from '#features/accounts/accounts.ts';
import { createAuthenticateKey } from '#features/api-keys/api-keys.ts';
import { createHttp } from '#platform/http/fastify.ts';
import { guardRoutes } from '#platform/http/guard.ts';
import { createTestApp, type TestApp } from '#test/app.ts';
import { incidentRoutes } from './incidents.routes.ts';

let product: TestApp;
let url: string;
const logged: unknown[] = [];
// The slice on a separate server, whose log can be read.
const app = createHttp({ logLevel: 'silent', trustedProxies: 0 });

beforeAll(async () => {
  product = await createTestApp({ env: { RATE_LIMIT_FACTOR: '1' } });
  const { deps } = product;
  guardRoutes(app, {
    authenticate: createAuthenticate(deps),
    authenticateKey: createAuthenticateKey(deps),
    spaceOf: async () => 0,
    throttle: deps.throttle,
    isDevice: async () => false,
  });
  app.addHook('onRequest', async (request) => {
    request.log = Object.assign(Object.create(request.log), { error: (fields: unknown) => logged.push(fields) });
  });
  await app.register(incidentRoutes());
  url = await app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(async () => {
  await app.close();
  await product.close();
});

const INCIDENT = { numero: '3f9a0c1b', chemin: '/Tarifs', erreur: 'Error: chunk throws' };

async function report(body: unknown): Promise<{ status: number; text: string }> {
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch(`${url}/api/v2/incidents/`, { method: 'POST', headers, body: JSON.stringify(body) });
  return { status: answer.status, text: await answer.text() };
}

it('an error on a screen → 204 for any caller, one line of the log under its number', async () => {
  expect(await report(INCIDENT)).toEqual({ status: 204, text: '' });
  expect(logged).toEqual([{ incident: '3f9a0c1b', path: '/Tarifs', error: 'Error: chunk throws' }]);
});

it('an invalid report → 400 on its field; a page that fails in a loop → 429; neither in the log', async () => {
  logged.length = 0;
  for (const [field, value] of [
    ['numero', undefined],
    ['numero', 'x'.repeat(41)],
    ['erreur', 'x'.repeat(2_001)],
  ] as const) {
    const { status, text } = await report({ ...INCIDENT, [field]: value });
    expect([status, ...Object.keys(JSON.parse(text) as object)]).toEqual([400, field]);
  }
  expect(logged).toEqual([]);
  const answers = await Promise.all(Array.from({ length: 60 }, () => report(INCIDENT)));
  const taken = answers.filter(({ status }) => status === 204).length;
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(60 - taken);
  expect(taken).toBeLessThan(60);
  expect(logged).toHaveLength(taken);
});
