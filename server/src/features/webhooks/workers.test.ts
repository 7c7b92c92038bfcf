import { sql } from 'kysely';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { DELIVER, emitForAccount } from '#features/events/events.ts';
import { transact } from '#platform/db/db.ts';
import { createAccount, createTestApp, type TestAccount, type TestApp } from '#test/app.ts';
import { callV3, createKey } from '#test/keys.ts';
import { proveEndpoints } from '#test/proved-webhooks.ts';
import { startWebhookServer } from '#test/webhook-server.ts';
import { startProgram } from '../../../../tests/harness/program.ts';
import { sweepDeliveries } from './attempts.service.ts';

const MANY = 10_000;
/** Delay of a first attempt, whatever other endpoints do. */
const WITHIN_MS = 5_000;

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

async function createOwner(url: string): Promise<TestAccount & { endpointId: string }> {
  const account = await createAccount(app);
  const key = await createKey(app, account);
  await callV3(app, ['POST', '/webhook_endpoints'], {
    key,
    body: { url, events: ['credits.low'] },
    headers: { 'idempotency-key': url },
  });
  await proveEndpoints(app.database, url);
  const { id } = await app.database.db
    .selectFrom('webhook_endpoint')
    .select('id')
    .where('url', '=', url)
    .executeTakeFirstOrThrow();
  return { ...account, endpointId: id };
}
const emit = ({ id }: TestAccount): Promise<void> =>
  transact(app.deps, (deps) => emitForAccount(deps, id, { type: 'credits.low', data: { credits: 2 } }));

it('kill -9 of the worker between the sending and its record → sent again, with the same id', async () => {
  const server = await startWebhookServer();
  server.answer(() => undefined);
  const owner = await createOwner(server.url);
  await emit(owner);
  const env = {
    ...process.env,
    DATABASE_URL: app.database.serviceUrl,
    FILES_DIR: app.filesDir,
    SIMULATORS_URL: inject('simulatorsUrl'),
    WEBHOOK_ALLOWED_NETWORKS: '127.0.0.0/8',
    LOG_LEVEL: 'silent',
  };
  const worker = await startProgram({ command: ['server/src/main.ts', 'worker'], env });
  await expect.poll(() => server.received.length).toBe(1);
  await worker.kill();
  server.answer((_, response) => void response.end('ok'));
  const other = await createTestApp({ database: app.database, worker: true });
  const later = Date.now() + 31_000;
  other.deps.clock = () => new Date(later);
  await sweepDeliveries(other.deps);
  await expect.poll(() => server.received.length).toBe(2);
  const [first, second] = server.received;
  expect(second?.headers['webhook-id']).toBe(first?.headers['webhook-id']);
  expect(second?.body).toBe(first?.body);
  await other.close();
  server.close();
});

it(`${MANY} deliveries to an endpoint that never answers → another’s first attempt within ${WITHIN_MS} ms`, async () => {
  const [slow, quick] = [await startWebhookServer(), await startWebhookServer()];
  slow.answer(() => undefined);
  const [busy, honest] = [await createOwner(slow.url), await createOwner(quick.url)];
  await sql`
    with event as (
      insert into api_event (space_id, type, data, created_at)
      select space_id, 'credits.low', '{"credits": 2}', now() from webhook_endpoint, generate_series(1, ${MANY})
      where webhook_endpoint.id = ${busy.endpointId} returning id
    ) insert into webhook_delivery (endpoint_id, event_id, next_attempt_at, created_at)
      select ${busy.endpointId}, id, now(), now() from event`.execute(app.database.db);
  await app.deps.jobs.enqueue(app.deps.db, DELIVER, { endpointId: busy.endpointId });
  const working = await createTestApp({ database: app.database, worker: true });
  await expect.poll(() => slow.received.length).toBe(4);
  const waits: number[] = [];
  for (let rank = 1; rank <= 5; rank += 1) {
    const begun = performance.now();
    await emit(honest);
    // The busy one goes on too.
    await emit(busy);
    await expect.poll(() => quick.received.length, { interval: 10 }).toBe(rank);
    waits.push(performance.now() - begun);
  }
  expect(Math.max(...waits)).toBeLessThan(WITHIN_MS);
  expect(slow.received.length).toBeLessThan(20);
  // Its connections end, and with them the lanes.
  slow.close();
  await working.close();
  quick.close();
});
