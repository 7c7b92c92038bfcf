import { setTimeout as sleep } from 'node:timers/promises';
import type { AddressInfo } from 'node:net';
import { nearbyParcels } from '@clairisque/contract/parcels.ts';
import type { Priority, Route } from '@clairisque/contract/common/route.ts';
import { downloadStatement } from '@clairisque/contract/documents.ts';
import { listStatements } from '@clairisque/contract/statements.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createHttp } from '../http/fastify.ts';
import type { App } from '../http/app.ts';
import { guardRoutes } from '../http/guard.ts';
import { refuseOverload } from './load-shedding.ts';

const nothing = async () => undefined;
let app: App;
let url: string;
/** Calls that the application handles until then. */
let held = Promise.withResolvers<void>();
const refused: Priority[] = [];
let crowded = 0;
let pressure: () => number = () => 0;
let draw = 0.99;

beforeAll(async () => {
  app = createHttp({ logLevel: 'silent', trustedProxies: 1, rateLimitFactor: 1000 });
  refuseOverload(app, {
    factor: 1,
    random: () => draw,
    watch: {
      pressure: (read) => (pressure = read),
      refused: (priority) => refused.push(priority),
      clientRefused: () => (crowded += 1),
    },
  });
  const throttle = { hit: nothing, hitCall: nothing, hitKey: async () => null, refuseSpent: nothing, forgive: nothing };
  guardRoutes(app, {
    authenticate: async () => ({ refused: 'Token non valide.' }),
    authenticateKey: async () => ({ refused: { code: 'key_invalid', sentence: 'Cette clé d’API n’existe pas.' } }),
    spaceOf: async () => 0,
    throttle,
    isDevice: async () => false,
  });
  const answer = async () => ({ etat: 'répondu' });
  const config = { access: 'none' } as const;
  const asked: Route[] = [nearbyParcels, listStatements, downloadStatement];
  for (const { method, url, config: declared } of asked)
    app.route({ method, url, config: { ...declared, ...config }, handler: answer });
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

/** Statuses of one call of each class; retried when other load on the machine adds pressure for a moment. */
async function statuses(): Promise<Record<keyof typeof ASKED, number>> {
  const asked = Object.entries(ASKED).map(async ([name, [method, path]]) => {
    const answer = await fetch(url + path, { method });
    await answer.arrayBuffer();
    return [name, answer.status] as const;
  });
  return Object.fromEntries(await Promise.all(asked)) as Record<keyof typeof ASKED, number>;
}

const from = (address: string) => ({ 'x-forwarded-for': address });

/** A free call of each address, together; made again when other load on the machine adds pressure for a moment. */
async function expectServed(addresses: string[]): Promise<void> {
  const served = () =>
    Promise.all(
      addresses.map(async (address) => {
        const answer = await fetch(url + ASKED.free[1], { method: 'POST', headers: from(address) });
        await answer.arrayBuffer();
        return answer.status;
      }),
    );
  await expect.poll(served).toEqual(addresses.map(() => 200));
}

/** That many running calls of as many clients, until `let go`. */
async function hold(count: number): Promise<{ letGo: () => Promise<void> }> {
  held = Promise.withResolvers();
  const calls = Array.from({ length: count }, (_, n) =>
    fetch(`${url}/held`, { method: 'POST', body: '', headers: from(`192.0.2.${n}`) }),
  );
  await expect.poll(() => pressure()).toBeGreaterThanOrEqual(count / 100);
  return {
    letGo: async () => {
      held.resolve();
      for (const call of calls) await (await call).arrayBuffer();
    },
  };
}

it('refuses free calls first, then ordinary ones, then paid ones, never the balancer’s', async () => {
  await expect.poll(statuses).toEqual({ free: 200, ordinary: 200, paid: 200, health: 200 });
  const some = await hold(99);
  await expect.poll(statuses).toEqual({ free: 503, ordinary: 200, paid: 200, health: 200 });
  await some.letGo();
  await expect.poll(statuses).toEqual({ free: 200, ordinary: 200, paid: 200, health: 200 });
});

it('in French with Retry-After, before the token and the body are read', async () => {
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

it('detects an overloaded processor, and accepts all calls again once it recovers', async () => {
  draw = 0.99;
  for (let turn = 0; turn < 20 && pressure() <= 1.2; turn += 1) {
    const until = performance.now() + 300;
    while (performance.now() < until);
    await sleep(1);
  }
  expect(pressure()).toBeGreaterThan(1);
  expect((await statuses()).free).toBe(503);
  await expect.poll(statuses, { interval: 50 }).toMatchObject({ free: 200, ordinary: 200 });
});

it('one address with two hundred calls under way → ten are processed, other addresses are served', async () => {
  // A free call is refused once the pressure reaches 0.5.
  draw = 0;
  held = Promise.withResolvers();
  const attacker = Array.from({ length: 200 }, () =>
    fetch(`${url}/held`, { method: 'POST', body: '', headers: from('198.51.100.1') }),
  );
  await expect.poll(() => pressure()).toBeCloseTo(0.1, 1);
  await expectServed(Array.from({ length: 15 }, (_, n) => `192.0.2.${n}`));
  draw = 0.99;
  held.resolve();
  // Two hundred at once may load the processor; none is over a limit.
  expect((await Promise.all(attacker)).map(({ status }) => status)).not.toContain(429);
});

it('one /64 with more calls than may wait → 429 beyond, none for its neighbour', async () => {
  held = Promise.withResolvers();
  const before = crowded;
  const calls = Array.from({ length: 450 }, (_, n) =>
    fetch(`${url}/held`, { method: 'POST', body: '', headers: from(`2001:db8:0:1::${n.toString(16)}`) }),
  );
  await expect.poll(() => crowded - before).toBe(40);
  await expect.poll(() => pressure()).toBeCloseTo(0.1, 1);
  await expectServed(['2001:db8:0:2::1']);
  held.resolve();
  const statuses = (await Promise.all(calls)).map(({ status }) => status);
  expect(statuses.filter((status) => status === 429)).toHaveLength(40);
});
