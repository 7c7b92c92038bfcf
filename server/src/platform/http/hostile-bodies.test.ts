import { randomUUID } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createAccount, createTestApp, type TestAccount, type TestApp } from '#test/app.ts';
import { contractRoutes } from '#test/contract-routes.ts';
import { authorizationOf, honestInPath } from '#test/honest-calls.ts';
import { hostileBodiesOf, type HostileBody } from '#test/hostile-bodies.ts';
import { createKey } from '#test/keys.ts';
import { processorMs } from '#test/processor.ts';
import { send, type Answered } from '#test/raw-request.ts';

const MEGABYTE = 1024 * 1024;
/** Bounds of the work of this thread, which also sends, and of any call, the first of its kind included, on a machine that is busy. */
const [MS_OF_A_MEGABYTE, MS_OF_A_CALL] = [50, 250];
/** Another call waits no longer than one turn of the loop, in which this thread also sends. */
const LONGEST_TURN_MS = 400;
const LONGEST_REFUSAL = 65_536;

let app: TestApp;
let account: TestAccount & { key: string };
beforeAll(async () => {
  app = await createTestApp({ env: { RATE_LIMIT_FACTOR: '1000000' } });
  const created = await createAccount(app);
  account = { ...created, key: await createKey(app, created) };
});
afterAll(() => app.close());

const routes = (await contractRoutes()).filter(
  ({ schema, config }) => schema.body !== undefined || config.consumes !== undefined,
);

type Cost = { answer: Answered; tookMs: number; longestTurnMs: number };

/** The processor's time is the same on a busy machine. */
async function costOf(work: () => Promise<Answered>): Promise<Cost> {
  const got: Answered[] = [];
  let longestTurnMs = 0;
  const tookMs = await processorMs(async () => {
    const sent = work().then((answer) => void got.push(answer));
    while (got.length === 0) longestTurnMs = Math.max(longestTurnMs, await processorMs(() => setImmediate()));
    await sent;
  });
  return { answer: got[0]!, tookMs, longestTurnMs };
}

it.each(routes.map((route) => [`${route.method} ${route.url}`, route] as const))(
  '%s: bodies that cost the most for their bytes → answered briefly, in little work, beside other calls',
  { timeout: 120_000 },
  async (_, route) => {
    const path = route.url.replaceAll(/:(\w+)/g, (_match, name: string) => honestInPath(name, 1));
    const ask = ({ type, body }: HostileBody): Promise<Answered> =>
      send(app, [route.method, path], {
        headers: {
          authorization: authorizationOf(route, account),
          'content-type': type,
          'idempotency-key': randomUUID(),
        },
        body,
      });
    const faults: unknown[] = [];
    for (const hostile of hostileBodiesOf(route)) {
      const most = MS_OF_A_CALL + (MS_OF_A_MEGABYTE * hostile.body.length) / MEGABYTE;
      const longestTurn = LONGEST_TURN_MS + 10 * (hostile.body.length / MEGABYTE);
      const isCostly = (cost: Cost): boolean => cost.tookMs > most || cost.longestTurnMs > longestTurn;
      let cost = await costOf(() => ask(hostile));
      // What else the process does in that moment is not the body's: a costly one costs each time.
      for (let again = 0; again < 2 && isCostly(cost); again += 1) cost = await costOf(() => ask(hostile));
      const { answer, tookMs, longestTurnMs } = cost;
      const isAnswered = answer.status < 500 && answer.text.length <= LONGEST_REFUSAL;
      if (!isAnswered || isCostly(cost)) {
        faults.push([
          hostile.name,
          answer.status,
          answer.text.slice(0, 120),
          answer.text.length,
          tookMs,
          longestTurnMs,
        ]);
      }
    }
    expect(faults).toEqual([]);
  },
);
