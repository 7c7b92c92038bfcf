import { createServer, connect, type AddressInfo, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';
import { createDb, type Db } from '../db.ts';
import { createHttp, type App } from './fastify.ts';
import { serveHealth } from './health.ts';

let database: TestDatabase;
let wire: Awaited<ReturnType<typeof createWire>>;
let app: App;
let db: Db;
let health: ReturnType<typeof serveHealth>;

beforeAll(async () => {
  database = await createTestDatabase();
  wire = await createWire(new URL(database.url));
  app = createHttp({ logLevel: 'silent', trustedProxies: 0 });
  db = createDb({ url: wire.url, poolSize: 2, onError: () => undefined });
  health = serveHealth(app, db);
  await app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(async () => {
  await app.close();
  wire.close();
  await db.destroy();
  await database.drop();
});

const ask = async (path: string) => {
  const { port } = app.server.address() as AddressInfo;
  const answer = await fetch(`http://127.0.0.1:${port}${path}`);
  return [answer.status, await answer.json()];
};

it('ready while the database answers, soon not when it is silent, and again afterwards', async () => {
  expect(await ask('/healthz')).toEqual([200, { etat: 'vivant' }]);
  expect(await ask('/readyz')).toEqual([200, { etat: 'prêt' }]);
  wire.silence();
  const before = performance.now();
  expect(await ask('/readyz')).toEqual([503, { etat: 'base de données injoignable' }]);
  expect(performance.now() - before).toBeLessThan(4_000);
  expect(await ask('/healthz')).toEqual([200, { etat: 'vivant' }]);
  wire.speak();
  await expect.poll(() => ask('/readyz')).toEqual([200, { etat: 'prêt' }]);
});

it('about to stop: not ready, still answering, once more on each connection', async () => {
  health.drain();
  expect(await ask('/readyz')).toEqual([503, { etat: 'arrêt en cours' }]);
  expect(await ask('/healthz')).toEqual([200, { etat: 'vivant' }]);
  const { port } = app.server.address() as AddressInfo;
  expect((await fetch(`http://127.0.0.1:${port}/elsewhere`)).headers.get('connection')).toBe('close');
});

/** The database behind a wire that can be held: connections stay, nothing passes. */
async function createWire({ hostname, port, username, password, pathname }: URL) {
  const ends = new Set<Socket>();
  const server = createServer((near) => {
    const far = connect(Number(port), hostname);
    for (const end of [near, far]) ends.add(end.on('error', () => undefined));
    near.pipe(far).pipe(near);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const url = `postgres://${username}:${password}@127.0.0.1:${(server.address() as AddressInfo).port}${pathname}`;
  return {
    url,
    silence: () => ends.forEach((end) => end.pause()),
    speak: () => ends.forEach((end) => end.resume()),
    close: () => {
      ends.forEach((end) => end.destroy());
      server.close();
    },
  };
}
