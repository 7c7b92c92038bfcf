import { SANDBOX_CASES, type SandboxCase } from '@clairisque/contract/api-v3.sandbox.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createAccount, createTestApp, type TestApp } from '#test/app.ts';
import { callV3, createKeyOwner, createTestKey, type V3Answer } from '#test/keys.ts';

let app: TestApp;
let key: string;
beforeAll(async () => {
  app = await createTestApp();
  key = await createTestKey(app, await createAccount(app));
});
afterAll(() => app.close());

const CASES: readonly SandboxCase[] = SANDBOX_CASES;

let drawn = 0;
const post = (path: string, body?: object, as = key): Promise<V3Answer> =>
  callV3(app, ['POST', path], {
    key: as,
    headers: { 'idempotency-key': `cas-${(drawn += 1)}` },
    ...(body && { body }),
  });
const read = async (id: unknown, as = key): Promise<Record<string, unknown>> =>
  (await callV3(app, ['GET', `/statements/${String(id)}`], { key: as })).json;

/** What `POST /statements` answers at once, or the statement says after a 202. */
async function outcomeOf({ status, json }: V3Answer, as: string): Promise<{ status: number; code: unknown }> {
  if (status !== 202) return { status, code: json['code'] ?? null };
  await expect.poll(async () => (await read(json['id'], as))['status'], { timeout: 60_000 }).not.toBe('processing');
  const { failure } = (await read(json['id'], as)) as { failure: { status: number; code: string } | null };
  return { status: failure?.status ?? 201, code: failure?.code ?? null };
}

describe('a test key', () => {
  it.each(CASES)('$name → $status $code, and the event $event', async ({ property, status, code, event }) => {
    const own = await createTestKey(app, await createAccount(app));
    const answer = await post('/statements', { transaction: 'sale', ...property }, own);
    expect(await outcomeOf(answer, own)).toEqual({ status, code });
    const { data } = (await callV3(app, ['GET', '/events'], { key: own })).json as { data: { type: string }[] };
    expect(data.map(({ type }) => type)).toEqual(event === null ? [] : [event]);
  });

  it.each(CASES.filter(({ status, code }) => status === 422 && !code?.endsWith('not_found')))(
    '$name → its candidates, to choose from',
    async ({ property }) => {
      const { json } = await post('/statements', { transaction: 'sale', ...property });
      expect(json['candidates']).toEqual(expect.arrayContaining([expect.any(String)]));
    },
  );

  it('too_many_requests → the response says how long to wait', async () => {
    const limited = CASES.find(({ code }) => code === 'too_many_requests');
    const { headers } = await post('/statements', { transaction: 'sale', ...limited?.property });
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
  });

  it('a forced refusal by its parcel → the same as by its address', async () => {
    for (const { forcedParcel, status, code } of CASES) {
      if (forcedParcel === undefined) continue;
      const answer = await post('/statements', { transaction: 'sale', parcels: [forcedParcel] });
      expect([answer.status, answer.json['code']]).toEqual([status, code]);
    }
  });

  it('a slow source and Prefer: wait=2 → 202, then issued', async () => {
    const slow = CASES.find(({ name }) => name === 'slow');
    const { status, json } = await callV3(app, ['POST', '/statements'], {
      key,
      headers: { 'idempotency-key': 'lent', prefer: 'wait=2' },
      body: { transaction: 'sale', ...slow?.property },
    });
    expect([status, json['status']]).toEqual([202, 'processing']);
    await expect.poll(async () => (await read(json['id']))['status'], { timeout: 60_000 }).toBe('issued');
  });

  it('changed facts → the decrees of the renewed statement are others', async () => {
    const changing = CASES.find(({ name }) => name === 'changed_facts');
    const { json } = await post('/statements', { transaction: 'sale', ...changing?.property });
    const facts = async () =>
      JSON.stringify((await callV3(app, ['GET', `/statements/${String(json['id'])}/facts.json`], { key })).json);
    const decrees = async () => (await facts()).match(/INTE26\d{5}A/g);
    const before = await decrees();
    const renewed = await post(`/statements/${String(json['id'])}/renewals`);
    expect([renewed.status, before?.length]).toEqual([201, expect.any(Number)]);
    expect(await decrees()).not.toEqual(before);
  });
});

it('a live key is not refused for a parcel of the sandbox', async () => {
  const owner = await createKeyOwner(app, 1);
  const forced = CASES.find(({ code }) => code === 'no_credit')?.forcedParcel;
  const answer = await callV3(app, ['POST', '/statements'], {
    key: owner.key,
    headers: { 'idempotency-key': 'vrai' },
    body: { transaction: 'sale', parcels: [forced] },
  });
  expect(answer.status).toBe(201);
});
