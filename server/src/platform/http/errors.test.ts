import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';
import { createDb, type Db } from '#platform/db/db.ts';
import { createHttp } from './fastify.ts';
import type { App } from './app.ts';

let database: TestDatabase;
let db: Db;
let cut: Db;
let nowhere: Db;
let app: App;

beforeAll(async () => {
  database = await createTestDatabase();
  db = createDb({ url: database.url, poolSize: 1, onError: () => undefined });
  cut = createDb({ url: database.url, poolSize: 1, onError: () => undefined });
  nowhere = createDb({ url: 'postgres://nobody@127.0.0.1:1/nothing', poolSize: 1, onError: () => undefined });
  app = createHttp({ logLevel: 'silent', trustedProxies: 0 });
  app.get('/cut', () => sql`select pg_sleep(30)`.execute(cut));
  app.get('/nowhere', () => sql`select 1`.execute(nowhere));
  app.get('/full', () => sql`do $$ begin raise disk_full; end $$`.execute(db));
  app.get('/fault', () => sql`select 1 / 0`.execute(db));
});
afterAll(async () => {
  await app.close();
  await Promise.all([db, cut, nowhere].map((one) => one.destroy()));
  await database.drop();
});

const ask = async (path: string) => {
  const { statusCode, headers, json } = await app.inject(path);
  return { status: statusCode, wait: headers['retry-after'], detail: json<{ detail: string }>().detail };
};
const AWAY = {
  status: 503,
  wait: '5',
  detail: 'Le service est indisponible pour le moment. Réessayez dans quelques instants.',
};

it.each(['/nowhere', '/full'])('%s: a database that is unreachable or full → 503 with Retry-After', async (path) => {
  expect(await ask(path)).toEqual(AWAY);
});

it('a connection that the database ends in the middle of a query → 503', async () => {
  const asked = ask('/cut');
  await expect
    .poll(async () => {
      const { rows } = await sql<{ ended: boolean }>`select pg_terminate_backend(pid) as ended from pg_stat_activity
        where datname = current_database() and query = 'select pg_sleep(30)'`.execute(db);
      return rows.length;
    })
    .toBe(1);
  expect(await asked).toEqual(AWAY);
});

it('an invalid query → 500 with an incident number', async () => {
  expect(await ask('/fault')).toMatchObject({ status: 500, detail: expect.stringMatching(/incident \w+/) });
});
