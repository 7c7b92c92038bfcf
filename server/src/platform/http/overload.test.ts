import { setTimeout as sleep } from 'node:timers/promises';
import type { AddressInfo } from 'node:net';
import { nearbyParcels } from '@clairisque/contract/parcels.ts';
import { downloadStatement, listStatements } from '@clairisque/contract/statements.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createHttp, type App } from './fastify.ts';
import { guardRoutes } from './guard.ts';
import { refuseOverload, type Priority } from './overload.ts';

let app: App;
let url: string;
/** Calls that the application works on until then. */
let held = Promise.withResolvers<void>();
const refused: Priority[] = [];
let pressure: () => number = () => 0;
let draw = 0.99;

beforeAll(async () => {
  app = createHttp({ logLevel: 'silent', trustedProxies: 0 });
  refuseOverload(app, {
    factor: 1,
    random: () => draw,
    watch: { pressure: (read) => (pressure = read), refused: (priority) => refused.push(priority) },
  });
  const throttle = { hit: async () => undefined, forgive: async () => undefined };
  guardRoutes(app, { authenticate: async () => ({ refused: 'Token non valide.' }), throttle });
  const answer = async () => ({ etat: 'répondu' });
  const config = { access: 'none' } as const;
  for (const { method, url } of [nearbyParcels, listStatements, downloadStatement])
    app.route({ method, url, config, handler: answer });
  app.get('/healthz', answer);
  app.route({ method: 'POST', url: '/held', config, handler: async () => held.promise.then(answer) });
  app.route({ method: 'GET', url: '/mine', config: { access: 'required' }, handler: answer });
  await app.listen({ host: '127.0.0.1', port: 0 });
  url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
});
afterAll(() => app.close());

const ASKED = {
  free: ['POST', '/api/v2/cadastre/proximite/2.3/48.8/'],
  ordinary: ['GET', '/api/v2/erps/with-regeneration/'],
  paid: ['GET', '/api/v2/download_pdf_proxy/1/'],
  health: ['GET', '/healthz'],
} as const;

/** Statuses of one call of each class; asked again where a machine that does other things adds its own pressure for a moment. */
async function statuses(): Promise<Record<keyof typeof ASKED, number>> {
  const asked = Object.entries(ASKED).map(async ([name, [method, path]]) => {
    const answer = await fetch(url + path, { method });
    await answer.arrayBuffer();
    return [name, answer.status] as const;
  });
  return Object.fromEntries(await Promise.all(asked)) as Record<keyof typeof ASKED, number>;
}

/** So many calls under way, until `let go`. */
async function hold(count: number): Promise<{ letGo: () => Promise<void> }> {
  held = Promise.withResolvers();
  const calls = Array.from({ length: count }, () => fetch(`${url}/held`, { method: 'POST', body: '' }));
  await expect.poll(() => pressure()).toBeGreaterThanOrEqual(count / 100);
  return {
    letGo: async () => {
      held.resolve();
      for (const call of calls) await (await call).arrayBuffer();
    },
  };
}

it('refuses the free calls first, then the ordinary ones, last what was paid for, and never the balancer', async () => {
  await expect.poll(statuses).toEqual({ free: 200, ordinary: 200, paid: 200, health: 200 });
  const some = await hold(99);
  await expect.poll(statuses).toEqual({ free: 503, ordinary: 200, paid: 200, health: 200 });
  await some.letGo();
  await expect.poll(statuses).toEqual({ free: 200, ordinary: 200, paid: 200, health: 200 });
});

it('says so in French with a time to come back, before the token and the body are looked at', async () => {
  draw = 0.99;
  const many = await hold(199);
  const answer = await fetch(`${url}/mine`, { headers: { authorization: 'Token faux' } });
  expect(answer.status).toBe(503);
  expect(Number(answer.headers.get('retry-after'))).toBeGreaterThanOrEqual(2);
  expect(answer.headers.get('content-type')).toBe('application/json');
  expect(await answer.json()).toEqual({ detail: 'Le service est très demandé. Réessayez dans quelques secondes.' });
  await expect.poll(statuses).toEqual({ free: 503, ordinary: 503, paid: 200, health: 200 });
  await many.letGo();
});

it('refuses a share of the calls, larger as the limit nears', async () => {
  const some = await hold(75);
  draw = 0.4;
  await expect.poll(statuses).toMatchObject({ free: 503 });
  draw = 0.7;
  await expect.poll(statuses).toMatchObject({ free: 200 });
  await some.letGo();
});

it('feels a processor that does not keep up, and takes everybody again at once when it does', async () => {
  draw = 0.99;
  for (let turn = 0; turn < 20 && pressure() <= 1.2; turn += 1) {
    const until = performance.now() + 300;
    while (performance.now() < until);
    await sleep(1);
  }
  expect(pressure()).toBeGreaterThan(1);
  expect((await statuses()).free).toBe(503);
  const from = performance.now();
  await expect.poll(statuses, { interval: 50, timeout: 5_000 }).toMatchObject({ free: 200, ordinary: 200 });
  expect(performance.now() - from).toBeLessThan(3_000);
});
