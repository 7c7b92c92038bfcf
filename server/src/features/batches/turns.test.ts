import { randomUUID } from 'node:crypto';
import { afterEach, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '#test/app.ts';
import { callV3, createKeyOwner, type KeyOwner } from '#test/keys.ts';
import { startWorker } from '../../wiring/worker.ts';
import { leaveOutRow } from './hand.service.ts';
import { takeTurn, TURNS_AT_ONCE } from './run.service.ts';

const ROW = { transaction: 'sale', parcels: ['000-AB-0001@95280'] };
const rowsOf = (count: number): object[] => Array.from({ length: count }, () => ROW);
const HEAVY = 4;

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});
async function start(options: Parameters<typeof createTestApp>[0] = {}): Promise<TestApp> {
  const app = await createTestApp(options);
  closing.push(() => app.close());
  return app;
}

async function create(app: TestApp, { key }: KeyOwner, rows: object[]): Promise<string> {
  const headers = { 'idempotency-key': randomUUID() };
  const { json } = await callV3(app, ['POST', '/batches'], { key, body: { rows }, headers });
  return String(json['id']);
}
const read = async (app: TestApp, { key }: KeyOwner, id: string) =>
  (await callV3(app, ['GET', `/batches/${id}`], { key })).json as {
    status: string;
    rows: Record<string, number>;
    problem: { code: string; detail: string } | null;
  };

type Turn = { account: number; queued: Date; began: Date; ended: Date };
async function checksOf(app: TestApp): Promise<Turn[]> {
  const { rows } = await app.database.query(
    `select (data->>'accountId')::int as account, created_on as queued, started_on as began, completed_on as ended
     from pgboss.job where name = 'batches.check' and state = 'completed' order by started_on`,
    [],
  );
  return rows as Turn[];
}

it('beside accounts without credit, the single row of one that pays waits for the pages under way at most', async () => {
  const app = await start();
  const heavy = await Promise.all(Array.from({ length: HEAVY }, () => createKeyOwner(app, 0)));
  for (const owner of heavy) await create(app, owner, rowsOf(400));
  const worker = await startWorker(app.deps, app.database.serviceUrl);
  closing.unshift(() => worker.stop());
  await expect.poll(async () => (await checksOf(app)).length).toBeGreaterThan(HEAVY);
  const payer = await createKeyOwner(app, 1);
  const id = await create(app, payer, [ROW]);
  await expect
    .poll(async () => (await read(app, payer, id)).status, { interval: 50, timeout: 60_000 })
    .toBe('finished');
  expect((await read(app, payer, id)).rows).toMatchObject({ issued: 1 });
  const turns = await checksOf(app);
  const own = turns.find(({ account }) => account === payer.id);
  const before = turns.filter(({ began }) => own !== undefined && began > own.queued && began < own.began);
  expect(before.length).toBeLessThanOrEqual(TURNS_AT_ONCE.check);
  await expect
    .poll(
      async () =>
        new Set(
          await Promise.all(
            heavy.map(async (owner) => (await checksOf(app)).filter(({ account }) => account === owner.id).length > 2),
          ),
        ),
    )
    .toEqual(new Set([true]));
});

it('an account has one check at a time, the smaller batch first', async () => {
  const app = await start();
  const owner = await createKeyOwner(app, 0);
  const [large, small] = [await create(app, owner, rowsOf(150)), await create(app, owner, rowsOf(2))];
  const worker = await startWorker(app.deps, app.database.serviceUrl);
  closing.unshift(() => worker.stop());
  await expect.poll(async () => (await read(app, owner, small)).status, { interval: 20 }).toBe('ready');
  expect((await read(app, owner, large)).rows['waiting']).toBeGreaterThan(0);
  await expect.poll(async () => (await read(app, owner, large)).status, { timeout: 60_000 }).toBe('ready');
  const turns = await checksOf(app);
  for (const [rank, { began }] of turns.entries()) {
    expect(began.getTime()).toBeGreaterThanOrEqual(turns[rank - 1]?.ended.getTime() ?? 0);
  }
});

it('rows that no credit pays → so many an hour, and the batch says that it waits; rows that credits pay → all', async () => {
  const app = await start({ env: { RATE_LIMIT_FACTOR: '1', BATCH_FREE_CHECKS: '50' } });
  const signal = AbortSignal.timeout(60_000);
  const [poor, rich] = [await createKeyOwner(app, 0), await createKeyOwner(app, 120)];
  const [waiting, paid] = [await create(app, poor, rowsOf(120)), await create(app, rich, rowsOf(120))];
  for (const { id } of [poor, rich]) await takeTurn(app.deps, { accountId: id, work: 'check' }, signal);
  expect(await read(app, poor, waiting)).toMatchObject({
    status: 'checking',
    rows: { ready: 48, waiting: 72 },
    problem: {
      code: 'too_many_requests',
      detail: expect.stringMatching(/Elle reprendra dans 60\u00A0minutes au plus/),
    },
  });
  expect(await read(app, rich, paid)).toMatchObject({ rows: { waiting: 0 }, problem: null });
  await app.database.query(`delete from rate_limit where key like 'free-check%'`, []);
  await takeTurn(app.deps, { accountId: poor.id, work: 'check' }, signal);
  expect(await read(app, poor, waiting)).toMatchObject({ rows: { ready: 96, waiting: 24 } });
  await app.database.query(`delete from rate_limit where key like 'free-check%'`, []);
  await takeTurn(app.deps, { accountId: poor.id, work: 'check' }, signal);
  expect(await read(app, poor, waiting)).toMatchObject({ status: 'ready', problem: { code: 'no_credit' } });
});

it('a row left out while a turn begins, in a transaction that commits later, is seen by that turn', async () => {
  const app = await start();
  const owner = await createKeyOwner(app, 0);
  const id = await create(app, owner, [ROW]);
  await app.database.query(`update batch_row set retry_at = '2200-01-01'`, []);
  const [batch] = (await app.database.query('select id::int from batch', [])).rows as { id: number }[];
  const accountId = owner.id;
  const { turn } = await app.deps.db.transaction().execute(async (db) => {
    await leaveOutRow({ ...app.deps, db }, { id: batch?.id ?? 0, accountId, position: 1 });
    const turn = takeTurn(app.deps, { accountId, work: 'check' }, new AbortController().signal);
    expect(await Promise.race([turn.then(() => 'ends'), waitsForLock(app).then(() => 'waits')])).toBe('waits');
    return { turn };
  });
  await turn;
  expect((await read(app, owner, id)).status).toBe('ready');
});

/** Resolves once a statement of the application waits for another's lock. */
async function waitsForLock({ database }: TestApp): Promise<void> {
  const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  await expect.poll(async () => (await database.query(waiting, [])).rows.length).toBe(1);
}
