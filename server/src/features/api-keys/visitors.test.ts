import { VISIT_MINUTES, VISIT_STATEMENTS } from '@clairisque/contract/api-v3.trial.ts';
import type { Route } from '@clairisque/contract/common/route.ts';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { call, createTestApp, type TestApp } from '#test/app.ts';
import { contractRoutes } from '#test/contract-routes.ts';
import { callV3, type V3Answer } from '#test/keys.ts';
import { forgetVisitors } from './visitors.service.ts';

const KEY = '/api/v2/developpeurs/essai/cle/';
const SALE = { transaction: 'sale', point: { longitude: 2.4747, latitude: 49.0327 } };
const NOWHERE = { transaction: 'sale', address: 'Goussainville' };
const MOST = 200;

/** Real sources, which have no network here: what is answered comes from the sandbox. */
let app: TestApp;
beforeAll(async () => {
  app = await createTestApp({ env: { CLAIRISQUE_SOURCES: 'live', SANDBOX_URL: inject('simulatorsUrl') } });
});
afterAll(() => app.close());

const visit = async (of = app): Promise<string> => ((await call(of, ['POST', KEY])).body as { cle: string }).cle;

let drawn = 0;
type Posted = { key: string; body?: object; headers?: Record<string, string>; of?: TestApp };
const post = (path: string, { key, body, headers, of = app }: Posted): Promise<V3Answer> =>
  callV3(of, ['POST', path], {
    key,
    headers: { 'idempotency-key': `visite-${(drawn += 1)}`, ...headers },
    ...(body && { body }),
  });
const read = (path: string, key: string): Promise<V3Answer> => callV3(app, ['GET', path], { key });
const count = async (from: string): Promise<number> =>
  ((await app.database.query(`select count(*)::int as n from ${from}`, [])).rows[0] as { n: number }).n;

it('POST essai/cle/ → a test key that reads and issues for twenty minutes, and is stored as a digest', async () => {
  const { status, body } = await call(app, ['POST', KEY]);
  expect([status, body]).toEqual([
    201,
    { cle: expect.stringMatching(/^crt_test_\w{49}$/), droits: ['read', 'issue'], expire_le: expect.any(String) },
  ]);
  const { cle, expire_le: end } = body as { cle: string; expire_le: string };
  const minutesLeft = (Date.parse(end) - Date.now()) / 60_000;
  expect(minutesLeft).toBeGreaterThan(VISIT_MINUTES - 1);
  expect(minutesLeft).toBeLessThanOrEqual(VISIT_MINUTES);
  const { rows } = await app.database.query('select * from api_key', []);
  expect(JSON.stringify(rows)).not.toContain(cle.slice(-40));
  expect((await read('/balance', cle)).json).toMatchObject({ mode: 'test' });
  expect((await call(app, ['GET', '/api/v2/users/me/'], { token: cle })).status).toBe(401);
});

it('a visitor issues and reads a specimen, which another visitor cannot read; nothing live is written', async () => {
  const [one, other] = [await visit(), await visit()];
  const live = ['statement', 'statement_edition', 'ledger_entry', 'credit_lot', 'outgoing_mail', 'webhook_delivery'];
  const { status, json } = await post('/statements', { key: one, body: SALE });
  expect([status, json]).toEqual([201, expect.objectContaining({ mode: 'test', specimen: true })]);
  const path = `/statements/${String(json['id'])}`;
  for (const of of ['', '/document.pdf', '/facts.json', '/map.geojson']) {
    expect([of, (await read(path + of, one)).status]).toEqual([of, 200]);
    expect([of, (await read(path + of, other)).status]).toEqual([of, 404]);
  }
  expect((await read('/statements', one)).json['data']).toHaveLength(1);
  expect((await read('/statements', other)).json['data']).toEqual([]);
  for (const table of live) expect([table, await count(`public.${table}`)]).toEqual([table, 0]);
});

it('its key is refused by every call that does not say it takes it', async () => {
  const key = await visit();
  const closed = (await contractRoutes()).filter(({ config }: Route) => config.scope && !config.visitors);
  expect(closed.map(({ url }) => url)).toEqual(expect.arrayContaining(['/mcp', '/api/v3/assessments']));
  for (const { method, url } of closed) {
    const path = url.replaceAll(/:(\w+)/g, '1');
    const response = await fetch(app.url + path, { method, headers: { authorization: `Bearer ${key}` } });
    expect([url, response.status]).toEqual([url, 403]);
  }
});

it('a visitor’s statement begins only when no user’s works or waits', async () => {
  const { promise: work, resolve: end } = Promise.withResolvers<void>();
  const order: string[] = [];
  const note = (name: string) => async () => void order.push(name);
  const first = app.deps.generations({ owner: 'first', key: '1' }, () => work.then(note('first user')));
  const visitor = app.deps.visitors?.generations({ owner: 'visitor', key: '2' }, note('visitor'));
  const second = app.deps.generations({ owner: 'second', key: '3' }, note('second user'));
  await second;
  end();
  await Promise.all([first, visitor]);
  expect(order).toEqual(['second user', 'first user', 'visitor']);
});

it('an expired key is refused, then erased with its account, what it made and its files', async () => {
  const key = await visit();
  expect((await post('/statements', { key, body: SALE })).status).toBe(201);
  const { rows } = await app.database.query('select max(account_id)::int as id from visitor', []);
  const { id } = rows[0] as { id: number };
  await forgetVisitors(app.deps);
  expect(await count(`account where id = ${id}`)).toBe(1);
  await app.database.query('update visitor set expires_at = now() where account_id = $1', [id]);
  await app.database.query(
    'update api_key set expires_at = now() where space_id = (select id from space where account_id = $1)',
    [id],
  );
  expect((await read('/balance', key)).json['code']).toBe('key_expired');
  await forgetVisitors(app.deps);
  const own = [
    `account where id = ${id}`,
    `space where account_id = ${id}`,
    `sandbox.statement where account_id = ${id}`,
  ];
  for (const rows of own) expect([rows, await count(rows)]).toEqual([rows, 0]);
  expect(await count(`sandbox.ledger_entry where account_id = ${id}`)).toBe(0);
  const folders = `pgboss.job where name = 'files.remove' and data->'folders' ? 'statements/${id}'`;
  expect(await count(folders)).toBe(1);
  expect((await read('/balance', key)).json['code']).toBe('key_invalid');
});

it(`a key may ask for ${VISIT_STATEMENTS} statements; another visitor’s is not concerned`, async () => {
  const strict = await createTestApp({ database: app.database, env: { RATE_LIMIT_FACTOR: '1' } });
  const [key, other] = [await visit(strict), await visit(strict)];
  for (let asked = 0; asked < VISIT_STATEMENTS; asked += 1) {
    expect((await post('/statements', { key, body: NOWHERE, of: strict })).status).toBe(422);
  }
  const refused = await post('/statements', { key, body: NOWHERE, of: strict });
  const others = await post('/statements', { key: other, body: NOWHERE, of: strict });
  await strict.close();
  expect([refused.status, refused.json['code'], others.status]).toEqual([429, 'too_many_requests', 422]);
  expect(refused.headers.get('ratelimit-policy')).toBe(`"visitor-issue";q=${VISIT_STATEMENTS};w=${VISIT_MINUTES * 60}`);
});

it('ten visitors for the last place → one key; the others are asked to come back', async () => {
  const there = await count('visitor');
  await app.database.query(
    `with made as (
       insert into account (email, username, password_hash)
       select 'visiteur-' || n, 'visiteur-' || n, '' from generate_series(1, $1::int) n returning id)
     insert into visitor select id, now() + interval '1 minute' from made`,
    [MOST - 1 - there],
  );
  const answers = await Promise.all(Array.from({ length: 10 }, () => call(app, ['POST', KEY])));
  const byStatus = Map.groupBy(answers, ({ status }) => status);
  expect([byStatus.get(201)?.length, byStatus.get(429)?.length]).toEqual([1, 9]);
  const refused = answers.find(({ status }) => status === 429);
  expect(refused?.body).toEqual({ detail: expect.stringContaining('Trop de visiteurs essaient l’API') });
  expect(refused?.headers.get('retry-after')).toBe('120');
});

it('without simulators beside real sources → no key', async () => {
  const without = await createTestApp({ database: app.database, env: { CLAIRISQUE_SOURCES: 'live' } });
  const { status } = await call(without, ['POST', KEY]);
  await without.close();
  expect(status).toBe(409);
});
