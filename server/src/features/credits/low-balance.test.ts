import { expect, it } from 'vitest';
import { runBatch } from '#test/batches.ts';
import { createAccount, grantLot, sharedApp } from '#test/app.ts';
import { callV3, createKey, createKeyOwner, type KeyOwner, SALE } from '#test/keys.ts';
import { expireLots } from './credits.ts';

const app = sharedApp();

/** `credits.low`, oldest first. */
async function lowOf({ key }: Pick<KeyOwner, 'key'>): Promise<unknown[]> {
  const { json } = await callV3(app, ['GET', '/events?type=credits.low'], { key });
  return (json['data'] as { data: unknown }[]).map(({ data }) => data).toReversed();
}

it('credits that expire, of several lots, by several workers → one event; none for a balance that was low or stays high', async () => {
  const HOUR_MS = 3_600_000;
  const expiresAt = new Date(Date.now() + HOUR_MS);
  const withLots = async (kept: number, expiring: number[]) => {
    const account = await createAccount(app);
    if (kept > 0) await grantLot(app, { accountId: account.id, credits: kept, expiresAt: null });
    for (const credits of expiring) await grantLot(app, { accountId: account.id, credits, expiresAt });
    return { ...account, key: await createKey(app, account) };
  };
  const falling = await withLots(1, [3, 4, 5]);
  const [emptied, low, high] = [await withLots(0, [5]), await withLots(1, [1]), await withLots(3, [5])];
  const expireAt = (ms: number) => expireLots({ ...app.deps, clock: () => new Date(expiresAt.getTime() + ms) });
  await expireAt(-1);
  expect(await lowOf(falling)).toEqual([]);
  await Promise.all([expireAt(0), expireAt(0), expireAt(0)]);
  await expireAt(1);
  expect([await lowOf(falling), await lowOf(emptied)]).toEqual([[{ credits: 1 }], [{ credits: 0 }]]);
  expect([await lowOf(low), await lowOf(high)]).toEqual([[], []]);
});

it('a batch that reserves → one event at each start that makes the balance low; none when its rows are debited', async () => {
  const owner = await createKeyOwner(app, 4);
  const post = async (path: string, body: object = {}) => {
    const headers = { 'idempotency-key': crypto.randomUUID() };
    return (await callV3(app, ['POST', path], { key: owner.key, body, headers })).json;
  };
  const run = (id: string) =>
    runBatch(app.deps, { batchId: Number(id.slice('bat_'.length)) }, new AbortController().signal);
  const start = async (): Promise<string> => {
    const { id } = await post('/batches', { start: 'manual', rows: [SALE] });
    await run(String(id));
    expect(await post(`/batches/${String(id)}/start`)).toMatchObject({ status: 'running' });
    return String(id);
  };
  const [low, again] = [{ credits: 2 }, { credits: 2 }];
  // 4 → 3: one credit is reserved, then debited.
  await run(await start());
  expect(await lowOf(owner)).toEqual([]);
  const second = await start();
  expect(await lowOf(owner)).toEqual([low]);
  expect(await post(`/batches/${second}/cancel`)).toMatchObject({ status: 'cancelled' });
  const third = await start();
  await run(third);
  expect((await callV3(app, ['GET', '/balance'], { key: owner.key })).json).toMatchObject({ credits: 2 });
  expect(await lowOf(owner)).toEqual([low, again]);
});
