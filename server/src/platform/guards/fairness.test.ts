import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createAccount, createTestApp, type TestAccount, type TestApp } from '#test/app.ts';

/** One trusted proxy; production limits. */
let app: TestApp;
beforeAll(async () => {
  app = await createTestApp({ env: { TRUSTED_PROXIES: '1', RATE_LIMIT_FACTOR: '1', OVERLOAD_FACTOR: '1' } });
});
afterAll(() => app.close());

const search = async (address: string, token?: string): Promise<number> => {
  const answer = await fetch(`${app.url}/geocodage/search?q=4+rue+des+Lilas+Goussainville&limit=5`, {
    headers: { 'x-forwarded-for': address, ...(token !== undefined && { authorization: `Token ${token}` }) },
  });
  await answer.arrayBuffer();
  return answer.status;
};

/** Retries a 503: on a busy test machine the event loop may be late, which sheds calls as long as that lasts. */
async function retried(ask: () => Promise<number>): Promise<number> {
  for (let status = await ask(); ; status = await ask()) {
    if (status !== 503) return status;
    await sleep(200);
  }
}
const answered = (address: string): Promise<number> => retried(() => search(address));

/** That many connections from one address, each with one refused login after another, until `stop`. */
function flood(connections: number, address: () => string): { refused: () => number; stop: () => Promise<void> } {
  let refused = 0;
  const ended = new AbortController();
  const one = async (): Promise<void> => {
    while (!ended.signal.aborted) {
      const answer = await fetch(`${app.url}/api/v2/token/login/`, {
        method: 'POST',
        headers: { 'x-forwarded-for': address(), 'content-type': 'application/json' },
        body: '{}',
        signal: ended.signal,
      });
      await answer.arrayBuffer();
      if (answer.status === 429) refused += 1;
    }
  };
  const all = Array.from({ length: connections }, () => one().catch(() => undefined));
  return {
    refused: () => refused,
    stop: async () => {
      ended.abort();
      await Promise.all(all);
    },
  };
}

it('one address with 150 connections of refused calls → other clients’ searches are all answered', async () => {
  const attack = flood(150, () => '198.51.100.1');
  await expect.poll(attack.refused).toBeGreaterThan(100);
  const statuses: number[] = [];
  for (let n = 0; n < 18; n += 1) statuses.push(await answered(`192.0.2.${n}`));
  await attack.stop();
  expect(statuses).toEqual(statuses.map(() => 200));
});

it('twenty signed-in users behind one address, concurrently and repeatedly → none is refused', async () => {
  const accounts: TestAccount[] = [];
  for (let n = 0; n < 20; n += 1) accounts.push(await createAccount(app, 1));
  const list = async ({ token }: TestAccount): Promise<number> => {
    const headers = { 'x-forwarded-for': '198.51.100.2', authorization: `Token ${token}` };
    const answer = await fetch(`${app.url}/api/v2/erps/with-regeneration/`, { headers });
    await answer.arrayBuffer();
    return answer.status;
  };
  const listed = (account: TestAccount): Promise<number> => retried(() => list(account));
  for (const account of accounts) expect(await listed(account)).toBe(200);
  const statuses = await Promise.all(accounts.flatMap((account) => Array.from({ length: 12 }, () => listed(account))));
  expect(statuses).toEqual(statuses.map(() => 200));
});
