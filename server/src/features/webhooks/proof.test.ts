import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { emitForAccount } from '#features/events/events.ts';
import { transact } from '#platform/db/db.ts';
import { call, createAccount, createTestApp, type TestAccount, type TestApp } from '#test/app.ts';
import { callV3, createKey, type V3Answer } from '#test/keys.ts';
import { startWebhookServer, type WebhookServer } from '#test/webhook-server.ts';
import { sweepDeliveries } from './attempts.service.ts';

let app: TestApp;
let server: WebhookServer;
beforeAll(async () => {
  app = await createTestApp({ worker: true, env: { RATE_LIMIT_FACTOR: '1' } });
});
afterAll(() => app.close());
beforeEach(async () => {
  server = await startWebhookServer();
  return () => server.close();
});

type Owner = TestAccount & { key: string };
type Delivery = { id: string; state: string; attempts: number };
async function createOwner(): Promise<Owner> {
  const account = await createAccount(app);
  return { ...account, key: await createKey(app, account) };
}
const ask = ({ key }: Owner, [method, path]: [method: string, path: string], body?: unknown): Promise<V3Answer> =>
  callV3(app, [method, `/webhook_endpoints${path}`], { key, body, headers: { 'idempotency-key': randomUUID() } });
const make = async (owner: Owner, url = server.url): Promise<string> =>
  String((await ask(owner, ['POST', ''], { url, events: ['credits.low'] })).json['id']);
const test = (owner: Owner, id: string): Promise<V3Answer> => ask(owner, ['POST', `/${id}/tests`]);
const read = async (owner: Owner, id: string) => (await ask(owner, ['GET', `/${id}`])).json;
const deliveriesOf = async (owner: Owner, id: string): Promise<Delivery[]> =>
  (await ask(owner, ['GET', `/${id}/deliveries`])).json['data'] as Delivery[];
const emit = ({ id }: { id: number }): Promise<void> =>
  transact(app.deps, (deps) => emitForAccount(deps, id, { type: 'credits.low', data: { credits: 2 } }));
const typesOf = () => server.received.map(({ event }) => event.type);

it('a new endpoint gets nothing but one attempt for each test; its first 2xx makes it serve', async () => {
  const owner = await createOwner();
  const id = await make(owner);
  expect(await read(owner, id)).toMatchObject({ status: 'asleep', proved: false, asleep_since: null });
  await emit(owner);
  server.answer((_, response) => void response.writeHead(404).end());
  await test(owner, id);
  await expect.poll(() => deliveriesOf(owner, id)).toMatchObject([{ state: 'failed', attempts: 1 }]);
  await sweepDeliveries(app.deps);
  expect(await read(owner, id)).toMatchObject({ status: 'asleep', proved: false });
  const wakes = await ask(owner, ['PATCH', `/${id}`], { status: 'enabled' });
  expect([wakes.status, wakes.json['detail']]).toEqual([409, expect.stringContaining('envoyez-lui-en un d’abord')]);
  const [failed] = await deliveriesOf(owner, id);
  expect((await ask(owner, ['POST', `/${id}/deliveries/${failed?.id}/replays`])).status).toBe(409);

  server.answer((_, response) => void response.end('ok'));
  await test(owner, id);
  await expect.poll(() => read(owner, id)).toMatchObject({ status: 'enabled', proved: true });
  await emit(owner);
  await expect.poll(typesOf).toEqual(['ping', 'ping', 'credits.low']);
  const site = await call(app, ['GET', '/api/v3/webhook_endpoints'], { token: owner.token });
  expect(site.body).toMatchObject({ data: [{ status: 'enabled', proved: true }] });
});

it('another URL → it sleeps again, and keeps what waits until its test; the same URL changes nothing', async () => {
  const owner = await createOwner();
  const id = await make(owner);
  await test(owner, id);
  await expect.poll(() => read(owner, id)).toMatchObject({ proved: true });
  expect((await ask(owner, ['PATCH', `/${id}`], { url: server.url })).json).toMatchObject({ status: 'enabled' });
  const other = await startWebhookServer();
  const both = await ask(owner, ['PATCH', `/${id}`], { url: other.url, status: 'enabled' });
  expect(both.status).toBe(409);
  server.answer((_, response) => void response.writeHead(503).end());
  await emit(owner);
  await expect.poll(async () => (await deliveriesOf(owner, id))[0]).toMatchObject({ state: 'pending', attempts: 1 });
  const moved = await ask(owner, ['PATCH', `/${id}`], { url: other.url });
  expect(moved.json).toMatchObject({ status: 'asleep', proved: false, last_success_at: null });
  await app.database.db
    .updateTable('webhook_delivery')
    .set({ next_attempt_at: new Date(0) })
    .execute();
  await sweepDeliveries(app.deps);
  await test(owner, id);
  await expect.poll(() => other.received.map(({ event }) => event.type)).toEqual(['ping', 'credits.low']);
  other.close();
});

it('tests and replays beyond their limits → 429, by endpoint and by account, whatever asks for them', async () => {
  const owner = await createOwner();
  const ids = [await make(owner), await make(owner, `${server.url}/2`), await make(owner, `${server.url}/3`)] as const;
  const statuses = async (id: string, count: number): Promise<number[]> => {
    const all: number[] = [];
    for (let rank = 0; rank < count; rank += 1) all.push((await test(owner, id)).status);
    return all;
  };
  expect(await statuses(ids[0], 11)).toEqual([...Array.from({ length: 10 }, () => 201), 429]);
  const bySession = await fetch(`${app.url}/api/v3/webhook_endpoints/${ids[0]}/tests`, {
    method: 'POST',
    headers: { authorization: `Token ${owner.token}`, 'idempotency-key': randomUUID() },
  });
  expect(bySession.status).toBe(429);
  expect(await statuses(ids[1], 10)).toEqual(Array.from({ length: 10 }, () => 201));
  expect(await statuses(ids[2], 1)).toEqual([429]);

  await expect.poll(() => read(owner, ids[1])).toMatchObject({ proved: true });
  const [sent] = await deliveriesOf(owner, ids[1]);
  const replays: number[] = [];
  for (let rank = 0; rank < 61; rank += 1) {
    replays.push((await ask(owner, ['POST', `/${ids[1]}/deliveries/${sent?.id}/replays`])).status);
  }
  expect(replays).toEqual([...Array.from({ length: 60 }, () => 201), 429]);
});
