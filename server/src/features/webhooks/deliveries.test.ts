import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Webhook } from 'standardwebhooks';
import { emitForAccount } from '#features/events/events.ts';
import { transact } from '#platform/db/db.ts';
import { call, createAccount, createTestApp, mailsTo, type TestAccount, type TestApp } from '#test/app.ts';
import { callV3, createKey } from '#test/keys.ts';
import { clientOf, createPerson, PASSWORD } from '#test/people.ts';
import { proveEndpoints } from '#test/proved-webhooks.ts';
import { startWebhookServer, type WebhookServer } from '#test/webhook-server.ts';
import { GIVEN_UP_AFTER_MS, sweepDeliveries, WAITS_MS } from './attempts.service.ts';

let app: TestApp;
let server: WebhookServer;
let now: () => Date;
beforeAll(async () => {
  app = await createTestApp({ worker: true });
  now = app.deps.clock;
});
afterAll(() => app.close());
beforeEach(async () => {
  app.deps.clock = now;
  server = await startWebhookServer();
  return () => server.close();
});

type Made = { id: string; secret: string };
type Delivery = {
  id: string;
  state: string;
  attempts: number;
  last_attempt: { status: number; answer: string } | null;
};
type Owner = TestAccount & { key: string };

/** The key never expires: the clock is set days later. */
async function withKey<A extends TestAccount>(account: A): Promise<A & { key: string }> {
  const key = await createKey(app, account);
  await app.database.db.updateTable('api_key').set({ expires_at: null }).execute();
  return { ...account, key };
}
/** A POST is made once for each. */
const drawn = () => ({ 'idempotency-key': randomUUID() });
const createOwner = async (): Promise<Owner> => withKey(await createAccount(app));
/** « GET /path » below the endpoints. */
const ask = async <T>({ key }: Owner, line: `${string} /${string}` | 'POST ', body?: unknown): Promise<T> => {
  const [method = '', path = ''] = line.split(' ');
  return (await callV3(app, [method, `/webhook_endpoints${path}`], { key, body, headers: drawn() })).json as T;
};
const make = async (owner: Owner): Promise<Made> => {
  const made = await ask<Made>(owner, 'POST ', { url: server.url, events: ['credits.low', 'invoice.created'] });
  await proveEndpoints(app.database, server.url);
  return made;
};
const deliveriesOf = async (owner: Owner, { id }: Made): Promise<Delivery[]> =>
  (await ask<{ data: Delivery[] }>(owner, `GET /${id}/deliveries`)).data;
const emit = ({ id }: { id: number }, credits = 2): Promise<void> =>
  transact(app.deps, (deps) => emitForAccount(deps, id, { type: 'credits.low', data: { credits } }));
/** The minute's sweep, that much later. */
async function sweepAfter(ms: number): Promise<void> {
  const at = app.deps.clock().getTime() + ms;
  app.deps.clock = () => new Date(at);
  await sweepDeliveries(app.deps);
}

it('an event → sent at once, signed, with the listed event as its body; nothing after a rollback', async () => {
  const owner = await createOwner();
  const made = await make(owner);
  const undone = transact(app.deps, async (deps) => {
    await emitForAccount(deps, owner.id, { type: 'credits.low', data: { credits: 1 } });
    throw new Error('undone');
  });
  await expect(undone).rejects.toThrow('undone');
  await emit(owner);
  await expect
    .poll(() => deliveriesOf(owner, made))
    .toMatchObject([{ state: 'delivered', attempts: 1, last_attempt: { status: 200, failure: null, answer: 'ok' } }]);
  const [received, ...others] = server.received;
  expect(others).toEqual([]);
  new Webhook(made.secret).verify(received?.body ?? '', received?.headers as Record<string, string>);
  const { json } = await callV3(app, ['GET', '/events'], { key: owner.key });
  expect(json['data']).toEqual([received?.event]);
  expect(received?.event).toMatchObject({
    type: 'credits.low',
    data: { credits: 2 },
    id: received?.headers['webhook-id'],
  });
});

it('rotations → each former secret signs until the end promised then, whatever follows; more than five → 409', async () => {
  const owner = await createOwner();
  const made = await make(owner);
  const secrets = [made.secret];
  const verifying = async () => {
    const before = server.received.length;
    await emit(owner);
    await expect.poll(() => server.received.length).toBe(before + 1);
    const last = server.received.at(-1);
    const { 'webhook-id': id, 'webhook-timestamp': at, 'webhook-signature': signatures } = last?.headers ?? {};
    return secrets.map((secret) => {
      const signature = new Webhook(secret).sign(String(id), new Date(Number(at) * 1000), last?.body ?? '');
      return String(signatures).split(' ').includes(signature);
    });
  };
  const rotate = async (overlap_hours: number) =>
    secrets.push((await ask<Made>(owner, `POST /${made.id}/secret_rotations`, { overlap_hours })).secret);
  await rotate(24);
  expect(await verifying()).toEqual([true, true]);
  await rotate(0);
  expect(await verifying()).toEqual([true, false, true]);
  await rotate(168);
  expect(await verifying()).toEqual([true, false, true, true]);
  const { former_secret_until: until } = await ask<{ former_secret_until: string }>(owner, `GET /${made.id}`);
  expect(Date.parse(until) - now().getTime()).toBeGreaterThan(167 * 3_600_000);
  app.deps.clock = () => new Date(now().getTime() + 25 * 3_600_000);
  expect(await verifying()).toEqual([false, false, true, true]);
  for (let rank = 0; rank < 4; rank += 1) await rotate(168);
  expect(await ask(owner, `POST /${made.id}/secret_rotations`, { overlap_hours: 168 })).toMatchObject({ status: 409 });
});

it('a secret replaced by the former version of the program → signs until its end', async () => {
  const owner = await createOwner();
  const made = await make(owner);
  await app.database.db
    .updateTable('webhook_endpoint')
    .set({ secret_version: 2, former_until: new Date(Date.now() + 3_600_000) })
    .where('url', '=', server.url)
    .execute();
  await emit(owner);
  await expect.poll(() => server.received.length).toBe(1);
  const [received] = server.received;
  new Webhook(made.secret).verify(received?.body ?? '', received?.headers as Record<string, string>);
});

it('500 → tried again after growing waits with the same id; then the endpoint sleeps, its owner gets one mail, and wakes it', async () => {
  server.answer((_, response) => void response.writeHead(500).end('away'));
  const owner = await createOwner();
  const made = await make(owner);
  await emit(owner);
  for (const [rank, wait] of WAITS_MS.entries()) {
    await expect
      .poll(async () => (await deliveriesOf(owner, made))[0])
      .toMatchObject({
        state: 'pending',
        attempts: rank + 1,
        last_attempt: { status: 500, failure: 'status', answer: 'away' },
      });
    await sweepAfter(wait - 1_000);
    expect(server.received).toHaveLength(rank + 1);
    await sweepAfter(2_000);
    await expect.poll(() => server.received.length).toBe(rank + 2);
  }
  await expect.poll(() => ask(owner, `GET /${made.id}`)).toMatchObject({ status: 'asleep' });
  expect(new Set(server.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
  expect(await deliveriesOf(owner, made)).toMatchObject([{ state: 'failed', attempts: 10, next_attempt_at: null }]);
  const [mail] = await mailsTo(app, owner.email);
  expect(mail?.subject).toBe('Votre webhook vers 127.0.0.1 est endormi'.replace('127.0.0.1', new URL(server.url).host));
  await emit(owner);
  const asleep = await callV3(app, ['POST', `/webhook_endpoints/${made.id}/tests`], {
    key: owner.key,
    headers: drawn(),
  });
  expect([asleep.status, asleep.json['code']]).toEqual([409, 'conflict']);
  expect(await deliveriesOf(owner, made)).toHaveLength(1);

  server.answer((_, response) => void response.end('back'));
  expect(await ask(owner, `PATCH /${made.id}`, { status: 'enabled' })).toMatchObject({ status: 'enabled' });
  const [failed] = await deliveriesOf(owner, made);
  await ask(owner, `POST /${made.id}/deliveries/${failed?.id}/replays`);
  await expect
    .poll(() => deliveriesOf(owner, made))
    .toMatchObject([{ state: 'delivered', attempts: 1, last_attempt: { answer: 'back' } }]);
});

it('an endpoint that refuses one event and takes others stays awake', async () => {
  const owner = await createOwner();
  const made = await make(owner);
  await emit(owner);
  await expect.poll(() => deliveriesOf(owner, made)).toMatchObject([{ state: 'delivered' }]);
  server.answer((_, response) => void response.writeHead(400).end());
  await emit(owner);
  await expect.poll(async () => (await deliveriesOf(owner, made))[0]).toMatchObject({ state: 'pending', attempts: 1 });
  await app.database.db
    .updateTable('webhook_delivery')
    .set({ attempts: WAITS_MS.length })
    .where('state', '=', 'pending')
    .execute();
  await sweepAfter(GIVEN_UP_AFTER_MS / 2);
  await expect.poll(async () => (await deliveriesOf(owner, made))[0]).toMatchObject({ state: 'failed' });
  expect(await ask(owner, `GET /${made.id}`)).toMatchObject({ status: 'enabled' });
});

describe('between two attempts', () => {
  it.each([
    ['the endpoint is deleted', (owner: Owner, made: Made) => ask(owner, `DELETE /${made.id}`)],
    [
      'the account is disabled',
      ({ id }: Owner) =>
        app.database.db.updateTable('account').set({ disabled_at: new Date() }).where('id', '=', id).execute(),
    ],
    [
      'the account is erased',
      ({ token }: Owner) => call(app, ['DELETE', '/api/v2/users/me/'], { token, body: { current_password: PASSWORD } }),
    ],
  ])('%s → nothing more is sent', async (_, end) => {
    server.answer((_, response) => void response.writeHead(503).end());
    const person = await createPerson(app);
    const owner = await withKey({ ...person, token: await clientOf(app).sessionOf(person) });
    const made = await make(owner);
    await emit(owner);
    await expect.poll(async () => (await deliveriesOf(owner, made))[0]?.last_attempt).toMatchObject({ status: 503 });
    await end(owner, made);
    await sweepAfter(GIVEN_UP_AFTER_MS);
    // Another endpoint's later delivery shows that the sweep has been served.
    app.deps.clock = now;
    const witness = await createOwner();
    await make(witness);
    await emit(witness);
    await expect.poll(() => server.received.length).toBe(2);
    expect(server.received[1]?.event.id).not.toBe(server.received[0]?.event.id);
  });
});
