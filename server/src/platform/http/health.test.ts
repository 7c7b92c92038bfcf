import { createServer, connect, type AddressInfo, type Socket } from 'node:net';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';
import { createDb, type Db } from '#platform/db/db.ts';
import { createHttp } from './fastify.ts';
import type { App } from './app.ts';
import { serveHealth } from './health.ts';

let database: TestDatabase;
let proxy: Awaited<ReturnType<typeof createFaultProxy>>;
let app: App;
let db: Db;
let health: ReturnType<typeof serveHealth>;
let hasRoom = true;
let parts: { obstacle: string | null; faults: string[] } = { obstacle: null, faults: [] };

beforeAll(async () => {
  database = await createTestDatabase();
  proxy = await createFaultProxy(new URL(database.url));
  app = createHttp({ logLevel: 'silent', trustedProxies: 0 });
  db = createDb({ url: proxy.url, poolSize: 2, onError: () => undefined });
  health = serveHealth(app, { db, files: { hasRoom: async () => hasRoom }, parts: { state: () => parts } });
  app.get('/write', async () =>
    sql`insert into page_view (day, path, title) values ('2026-01-01', '/', 'x')`.execute(db),
  );
  await app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(async () => {
  await app.close();
  proxy.close();
  await db.destroy();
  await database.drop();
});

const ask = async (path: string) => {
  const { port } = app.server.address() as AddressInfo;
  const answer = await fetch(`http://127.0.0.1:${port}${path}`);
  return [answer.status, await answer.json()];
};

it('ready while the database answers, not when it is silent, and again afterwards', async () => {
  expect(await ask('/healthz')).toEqual([200, { etat: 'vivant' }]);
  expect(await ask('/readyz')).toEqual([200, { etat: 'prêt' }]);
  proxy.silence();
  expect(await ask('/readyz')).toEqual([503, { etat: 'base de données injoignable' }]);
  expect(await ask('/healthz')).toEqual([200, { etat: 'vivant' }]);
  proxy.speak();
  await expect.poll(() => ask('/readyz')).toEqual([200, { etat: 'prêt' }]);
});

it('no space for documents → not ready, until there is', async () => {
  hasRoom = false;
  expect(await ask('/readyz')).toEqual([503, { etat: 'disque plein' }]);
  hasRoom = true;
  expect(await ask('/readyz')).toEqual([200, { etat: 'prêt' }]);
});

it('a part that keeps the process from serving → not ready, named; one that fails while it serves → told', async () => {
  parts = { obstacle: 'impression des documents impossible', faults: ['impression des documents impossible'] };
  expect(await ask('/readyz')).toEqual([503, { etat: 'impression des documents impossible' }]);
  parts = { obstacle: null, faults: ['stockage des documents injoignable'] };
  expect(await ask('/readyz')).toEqual([200, { etat: 'prêt', defauts: ['stockage des documents injoignable'] }]);
  parts = { obstacle: null, faults: [] };
  expect(await ask('/readyz')).toEqual([200, { etat: 'prêt' }]);
});

it('a write while the database’s disk is full → 503, not ready; ready again once there is space', async () => {
  // With PostgreSQL's own error code.
  await sql`
    create function no_room() returns trigger language plpgsql as
      $$ begin raise exception 'could not extend file: No space left on device' using errcode = 'disk_full'; end $$`.execute(
    database.db,
  );
  await sql`create trigger no_room before insert on page_view for each row execute function no_room()`.execute(
    database.db,
  );
  // Nothing was refused yet, and reading needs no disk space.
  expect(await ask('/readyz')).toEqual([200, { etat: 'prêt' }]);
  const [status, body] = await ask('/write');
  expect([status, (body as { detail: string }).detail]).toEqual([
    503,
    expect.stringContaining('Le service est indisponible'),
  ]);
  expect(await ask('/readyz')).toEqual([503, { etat: 'disque plein' }]);
  expect(await ask('/readyz')).toEqual([503, { etat: 'disque plein' }]);
  await sql`drop function no_room cascade`.execute(database.db);
  expect(await ask('/readyz')).toEqual([200, { etat: 'prêt' }]);
  expect(await database.db.selectFrom('page_view').selectAll().execute()).toEqual([]);
});

it('stopping: not ready, still answering, one more response per connection', async () => {
  health.drain();
  expect(await ask('/readyz')).toEqual([503, { etat: 'arrêt en cours' }]);
  expect(await ask('/healthz')).toEqual([200, { etat: 'vivant' }]);
  const { port } = app.server.address() as AddressInfo;
  expect((await fetch(`http://127.0.0.1:${port}/elsewhere`)).headers.get('connection')).toBe('close');
});

/** A proxy in front of the database that can be paused: connections stay, nothing passes. */
async function createFaultProxy({ hostname, port, username, password, pathname }: URL) {
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
