import { CHOSEN_EVENTS } from '@clairisque/contract/common/events.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Webhook } from 'standardwebhooks';
import { call, createAccount, createTestApp, type TestAccount, type TestApp } from '#test/app.ts';
import { contractRoutes } from '#test/contract-routes.ts';
import { callV3, createKey, createTestKey, type V3Answer } from '#test/keys.ts';
import { clientOf, createPerson, PASSWORD } from '#test/people.ts';
import { proveEndpoints } from '#test/proved-webhooks.ts';
import { startWebhookServer, type WebhookServer } from '#test/webhook-server.ts';

const ASKED = { url: 'http://127.0.0.1:9/hook', events: ['statement.issued'] };
const SALE = { transaction: 'sale', point: { longitude: 2.4747, latitude: 49.0327 } };

let app: TestApp;
let server: WebhookServer;
beforeAll(async () => {
  app = await createTestApp({ worker: true });
  server = await startWebhookServer();
});
afterAll(async () => {
  await app.close();
  server.close();
});

type Owner = TestAccount & { key: string; testKey: string };
async function withKeys<A extends TestAccount>(account: A): Promise<A & Owner> {
  return { ...account, key: await createKey(app, account), testKey: await createTestKey(app, account) };
}
let drawn = 0;
type Sent = { key: string; body?: object; as?: string };
const post = (path: string, { key, body, as = `webhook-${(drawn += 1)}` }: Sent): Promise<V3Answer> =>
  callV3(app, ['POST', path], { key, headers: { 'idempotency-key': as }, ...(body && { body }) });
const read = async (path: string, key: string) => (await callV3(app, ['GET', path], { key })).json;
const replayedOf = ({ headers }: V3Answer) => headers.get('idempotent-replayed');
const codeOf = ({ status, json }: V3Answer) => [status, json['code']];

it('every POST of API v3 requires an Idempotency-Key, except those that write nothing', async () => {
  const { key, testKey } = await withKeys(await createAccount(app));
  const posts = (await contractRoutes()).filter(
    ({ method, config, url }) => method === 'POST' && config.scope && url !== '/mcp',
  );
  const [uuid, number] = ['f'.repeat(32), '1'];
  const ids: Record<string, string> = {
    endpoint_id: `whe_test_${uuid}`,
    delivery_id: 'whd_test_1',
    batch_id: 'bat_test_1',
    statement_id: 'stm_test_1',
    handover_id: `hnd_test_${uuid}`,
  };
  const optional: string[] = [];
  for (const { url, config, schema } of posts) {
    const path = url.replace('/api/v3', '').replaceAll(/:(\w+)/g, (_, name: string) => ids[name] ?? number);
    const [example] = [schema.body?.meta()?.['examples'] as object[] | undefined].flat();
    const body = config.consumes?.example ?? example;
    const answer = await callV3(app, ['POST', path], {
      key: config.sandbox ? testKey : key,
      headers: config.consumes ? { 'content-type': config.consumes.type } : {},
      ...(body !== undefined && { body }),
    });
    if (answer.json['code'] !== 'idempotency_key_missing') optional.push(url);
  }
  expect(posts.length).toBeGreaterThan(10);
  expect(optional).toEqual(['/api/v3/assessments', '/api/v3/batches/columns']);
});

it('an endpoint made twenty times at once with one key → one; the secret is returned again, and no table holds it', async () => {
  const { key } = await withKeys(await createAccount(app));
  const make = () => post('/webhook_endpoints', { key, body: ASKED, as: 'vingt' });
  const answers = await Promise.all(Array.from({ length: 20 }, make));
  const refused = answers.filter(({ status }) => status !== 201);
  expect(new Set(refused.map((one) => codeOf(one).join(' ')))).toEqual(
    refused.length === 0 ? new Set() : new Set(['409 idempotency_in_progress']),
  );
  const first = answers.find((one) => one.status === 201 && replayedOf(one) === null);
  expect(first?.json).toMatchObject({ mode: 'live', secret: expect.stringMatching(/^whsec_/) });
  const again = await make();
  expect([replayedOf(again), again.json]).toEqual(['true', first?.json]);
  expect((await read('/webhook_endpoints', key))['data']).toHaveLength(1);
  const { rows } = await app.database.query('select answer from api_request', []);
  expect(JSON.stringify(rows)).not.toContain(String(first?.json['secret']).slice('whsec_'.length));
  // Audited once.
  const { rows: events } = await app.database.query(`select 1 from security_event where kind = 'webhook_created'`, []);
  expect(events).toHaveLength(1);

  expect(
    codeOf(await post('/webhook_endpoints', { key, body: { ...ASKED, events: ['credits.low'] }, as: 'vingt' })),
  ).toEqual([422, 'idempotency_key_reused']);
  const path = `/webhook_endpoints/${String(first?.json['id'])}`;
  expect(codeOf(await post(`${path}/tests`, { key, as: 'vingt' }))).toEqual([422, 'idempotency_key_reused']);
  // A refusal is not kept.
  const same = () => post('/webhook_endpoints', { key, body: ASKED, as: 'refus' });
  expect([codeOf(await same()), codeOf(await same())]).toEqual([
    [409, 'conflict'],
    [409, 'conflict'],
  ]);
  await app.database.query(
    `update api_request set claimed_until = now() + interval '1 minute', answer = null where idempotency_key = 'vingt'`,
    [],
  );
  const running = await make();
  expect([codeOf(running), running.headers.get('retry-after')]).toEqual([[409, 'idempotency_in_progress'], '2']);
});

it('a rotation, a test and a replay, each repeated with its key → done once; after a day the key is free', async () => {
  const { key } = await withKeys(await createAccount(app));
  const made = await post('/webhook_endpoints', { key, body: { ...ASKED, url: `${server.url}/once` } });
  const path = `/webhook_endpoints/${String(made.json['id'])}`;
  const rotate = () => post(`${path}/secret_rotations`, { key, body: { overlap_hours: 24 }, as: 'rotation' });
  const [one, other] = [await rotate(), await rotate()];
  expect([replayedOf(other), other.json]).toEqual(['true', one.json]);
  expect(one.json['secret']).not.toBe(made.json['secret']);
  const ping = () => post(`${path}/tests`, { key, as: 'essai' });
  const [sent, resent] = [await ping(), await ping()];
  expect([replayedOf(resent), resent.json]).toEqual(['true', sent.json]);
  const deliveries = async () =>
    (await read(`${path}/deliveries`, key))['data'] as { id: string; attempts: number; state: string }[];
  await expect.poll(deliveries).toMatchObject([{ id: sent.json['id'], state: 'delivered', attempts: 1 }]);
  const replay = () => post(`${path}/deliveries/${String(sent.json['id'])}/replays`, { key, as: 'rejeu' });
  const [first, second] = [await replay(), await replay()];
  expect([first.status, replayedOf(second), second.json]).toEqual([201, 'true', first.json]);
  await expect.poll(() => server.received.length).toBe(2);
  await app.database.query(
    `update api_request set created_at = created_at - interval '25 hours' where idempotency_key = 'essai'`,
    [],
  );
  const fresh = await ping();
  expect([replayedOf(fresh), fresh.json['id']]).toEqual([
    null,
    expect.not.stringMatching(`^${String(sent.json['id'])}$`),
  ]);
});

it('an assessment with a key → the same response again; without one, another', async () => {
  const { key } = await withKeys(await createAccount(app));
  const assess = (as?: string) =>
    callV3(app, ['POST', '/assessments'], {
      key,
      body: { point: SALE.point },
      headers: as === undefined ? {} : { 'idempotency-key': as },
    });
  const [one, other, apart] = [await assess('bien'), await assess('bien'), await assess()];
  expect([one.status, replayedOf(other), other.json]).toEqual([200, 'true', one.json]);
  expect([apart.status, replayedOf(apart)]).toEqual([200, null]);
  expect(
    codeOf(await post('/assessments', { key, as: 'bien', body: { address: '4 Rue des Lilas 95190 Goussainville' } })),
  ).toEqual([422, 'idempotency_key_reused']);
});

const at = ({ id }: Record<string, unknown>) => `/webhook_endpoints/${String(id)}`;

it('endpoints of a test key and of a live key are apart', async () => {
  const { key, testKey } = await withKeys(await createAccount(app));
  const make = async (as: string) => (await post('/webhook_endpoints', { key: as, body: ASKED })).json;
  // One URL may be taken in each mode.
  const [ofLive, ofTest] = [await make(key), await make(testKey)];
  const listed = (as: string) => read('/webhook_endpoints', as);
  expect(await listed(key)).toMatchObject({ mode: 'live', data: [{ id: ofLive['id'], mode: 'live' }] });
  expect(await listed(testKey)).toMatchObject({ mode: 'test', data: [{ id: ofTest['id'], mode: 'test' }] });
  for (const [endpoint, as] of [
    [ofLive, testKey],
    [ofTest, key],
  ] as const) {
    const calls = [
      await callV3(app, ['GET', at(endpoint)], { key: as }),
      await callV3(app, ['PATCH', at(endpoint)], { key: as, body: { events: ['credits.low'] } }),
      await callV3(app, ['DELETE', at(endpoint)], { key: as }),
      await callV3(app, ['GET', `${at(endpoint)}/deliveries`], { key: as }),
      await post(`${at(endpoint)}/tests`, { key: as }),
      await post(`${at(endpoint)}/secret_rotations`, { key: as, body: {} }),
    ];
    expect(calls.map(codeOf)).toEqual(calls.map(() => [404, 'id_of_other_mode']));
  }
});

it('a statement of a test key → its test endpoint only; of a live key → its live endpoint only', async () => {
  const { key, testKey } = await withKeys(await createAccount(app, 9));
  const made = async (as: string) => {
    const receiver = await startWebhookServer();
    const { json } = await post('/webhook_endpoints', { key: as, body: { ...ASKED, url: receiver.url } });
    await proveEndpoints(app.database, receiver.url);
    const { json: statement } = await post('/statements', { key: as, body: SALE });
    return { receiver, secret: String(json['secret']), statement_id: statement['id'] };
  };
  for (const [as, mode, { receiver, secret, statement_id }] of [
    [testKey, 'test', await made(testKey)],
    [key, 'live', await made(key)],
  ] as const) {
    await expect.poll(() => receiver.received).toHaveLength(1);
    const [received] = receiver.received;
    expect(received?.event).toMatchObject({ mode, type: 'statement.issued', data: { statement_id } });
    new Webhook(secret).verify(received?.body ?? '', received?.headers as Record<string, string>);
    expect((await read('/events', as))['data']).toEqual([received?.event]);
    receiver.close();
  }
});

it('the site shows the mode of each webhook, and changes both', async () => {
  const { token, testKey } = await withKeys(await createAccount(app));
  const site = (method: string, path = '', body?: object) =>
    call(app, [method, `/api/v3/webhook_endpoints${path}`], { token, ...(body && { body }) });
  const make = async (mode: string) => {
    const { status, body } = await site('POST', '', { url: server.url, events: ['statement.issued'], mode });
    expect([status, body]).toEqual([201, expect.objectContaining({ mode })]);
    return body as { id: string };
  };
  const [, { id }] = [await make('live'), await make('test')];
  expect((await site('GET')).body).toMatchObject({ data: [{ mode: 'live' }, { id, mode: 'test' }] });
  expect(await read('/webhook_endpoints', testKey)).toMatchObject({ data: [{ url: server.url, mode: 'test' }] });
  const sent = await site('POST', `/${id}/tests`);
  const { event } = sent.body as { event: object };
  expect([sent.status, event]).toEqual([201, expect.objectContaining({ mode: 'test', type: 'ping', sample: true })]);
  await expect.poll(() => server.received.map(({ event }) => event)).toContainEqual(event);
  expect((await site('GET', `/${id}/deliveries`)).body).toMatchObject({ mode: 'test', data: [{ event }] });
  expect((await site('POST', `/${id}/secret_rotations`, {})).body).toMatchObject({ id, mode: 'test' });
  expect((await site('PATCH', `/${id}`, { events: ['batch.finished'] })).body).toMatchObject({ mode: 'test' });
  expect((await site('DELETE', `/${id}`)).status).toBe(204);
  expect((await site('GET')).body).toMatchObject({ data: [{ mode: 'live' }] });
});

it('each event that a webhook of a test is sent as an example says that it is of a test', async () => {
  const { testKey } = await withKeys(await createAccount(app));
  const { json } = await post('/webhook_endpoints', { key: testKey, body: { ...ASKED, url: server.url } });
  for (const type of CHOSEN_EVENTS) {
    const sent = await post(`/webhook_endpoints/${String(json['id'])}/tests`, { key: testKey, body: { type } });
    expect([type, sent.status]).toEqual([type, 201]);
    const { mode, data } = sent.json['event'] as { mode: string; data: Record<string, unknown> };
    const { reference, specimen, statement_id: id } = data;
    const said = { mode, reference: reference ?? 'TEST-', specimen: specimen ?? true, id: id ?? 'stm_test_' };
    expect([type, said]).toEqual([
      type,
      {
        mode: 'test',
        reference: expect.stringMatching(/^TEST-/),
        specimen: true,
        id: expect.stringMatching(/^stm_test_/),
      },
    ]);
  }
});

it('a key makes webhooks of its own mode only', async () => {
  const { key, testKey } = await withKeys(await createAccount(app));
  const make = async (as: string, mode: string) => {
    const { status, json } = await post('/webhook_endpoints', { key: as, body: { ...ASKED, mode } });
    return [status, json['code'] ?? json['mode']];
  };
  expect([await make(key, 'test'), await make(testKey, 'live')]).toEqual([
    [400, 'invalid_input'],
    [400, 'invalid_input'],
  ]);
  expect([await make(key, 'live'), await make(testKey, 'test')]).toEqual([
    [201, 'live'],
    [201, 'test'],
  ]);
});

it('an erased account leaves no test webhook', async () => {
  const person = await createPerson(app);
  const owner = await withKeys({ ...person, token: await clientOf(app).sessionOf(person) });
  const made = await post('/webhook_endpoints', { key: owner.testKey, body: ASKED });
  await post(`/webhook_endpoints/${String(made.json['id'])}/tests`, { key: owner.testKey });
  const left = async () => {
    const { rows } = await app.database.query(
      'select 1 from sandbox.webhook_endpoint e left join sandbox.webhook_delivery d on d.endpoint_id = e.id join space s on s.id = e.space_id where s.account_id = $1',
      [person.id],
    );
    return rows.length;
  };
  expect(await left()).toBe(1);
  await call(app, ['DELETE', '/api/v2/users/me/'], { token: owner.token, body: { current_password: PASSWORD } });
  expect(await left()).toBe(0);
  const { rows } = await app.database.query(
    `select 1 from sandbox.webhook_endpoint where space_id not in (select id from space)`,
    [],
  );
  expect(rows).toEqual([]);
});
