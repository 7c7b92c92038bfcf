import { createHash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestDatabase } from '#test/database.ts';
import type { TestDatabase } from '#test/database.ts';
import { processorMs } from '#test/processor.ts';
import { QUICK } from '#test/supplier-deps.ts';
import { startLocalServer } from '#tools/local-server.ts';
import { forgetOldAnswers } from './answer-store.ts';
import { createDb } from '#platform/db/db.ts';
import { createHttpClient } from './http-client.ts';
import { createSupplierAnswers, LAST_GOOD_MS, RETENTION } from './supplier-answers.ts';
import type { Question, ObservedAnswer } from './supplier-answers.ts';
import { packTogether, unpackLines, type Recorder } from './supplier-exchanges.ts';
import { SupplierFailure } from './supplier-failure.ts';

const HOUR = 3_600_000;
let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

let now: number;
let calls: number;
let request = 0;
const clock = () => new Date(now);
beforeEach(() => {
  now = Date.parse('2026-11-20T10:00:00Z');
  calls = 0;
  request += 1;
});

/** One process: its own memory over the shared database. */
const aProcess = (db = database.db) => createSupplierAnswers({ db, clock, onCacheError: () => undefined });
const works = (value: unknown): Question<unknown> => ({
  baseUrl: 'https://supplier.test',
  service: 'essai',
  request: `n° ${request}`,
  retention: RETENTION.risks,
  load: () => {
    calls += 1;
    return Promise.resolve(value);
  },
});
const fails: () => Question<unknown> = () => ({
  ...works(null),
  load: () => Promise.reject(new SupplierFailure({ service: 'essai', reason: 'unavailable', detail: '503' })),
});

describe('a fresh answer', () => {
  test('is used without a call, dated by the first', async () => {
    const answers = aProcess();
    await answers.ask(works({ zone: 3 }));
    now += HOUR - 1;
    const again = await answers.ask(works({ zone: 4 }));
    expect(again).toMatchObject({ value: { zone: 3 }, obtainedAt: '2026-11-20T10:00:00.000Z', from: 'cache' });
    expect(calls).toBe(1);
  });

  test('is asked again for who wants an answer of now, and replaces it for the others; a failure gives it back, dated', async () => {
    const answers = aProcess();
    await answers.ask(works({ zone: 3 }));
    now += 1_000;
    const again = Object.assign((_answer: ObservedAnswer) => undefined, { asksAgain: true as const });
    const both = await Promise.all([answers.ask(works({ zone: 4 }), again), answers.ask(works({ zone: 4 }), again)]);
    expect(both.map(({ value, from }) => [value, from])).toEqual([
      [{ zone: 4 }, 'supplier'],
      [{ zone: 4 }, 'supplier'],
    ]);
    expect(calls).toBe(2);
    expect(await answers.ask(works(null))).toMatchObject({ value: { zone: 4 }, from: 'cache' });
    now += 1_000;
    expect(await answers.ask(fails(), again)).toMatchObject({
      from: 'last-good',
      obtainedAt: '2026-11-20T10:00:01.000Z',
    });
  });

  test('of a clock that then goes back is asked again, also by another process, and by who wants an answer of now', async () => {
    const again = Object.assign((_answer: ObservedAnswer) => undefined, { asksAgain: true as const });
    const answers = aProcess();
    await answers.ask(works({ zone: 3 }));
    await answers.settled();
    now -= 40 * 24 * HOUR;
    for (const process of [answers, aProcess()]) {
      expect(await process.ask(works({ zone: 4 }), again)).toMatchObject({ value: { zone: 4 }, from: 'supplier' });
    }
    expect(await answers.ask(works({ zone: 5 }))).toMatchObject({ value: { zone: 4 }, from: 'cache' });
  });

  test('is asked again once its time is over', async () => {
    const answers = aProcess();
    await answers.ask(works(1));
    now += HOUR;
    expect(await answers.ask(works(2))).toMatchObject({ value: 2, obtainedAt: '2026-11-20T11:00:00.000Z' });
  });

  test('is shared with other processes', async () => {
    const first = aProcess();
    await first.ask(works([1, 2]));
    await first.settled();
    expect((await aProcess().ask(works('other'))).value).toEqual([1, 2]);
    expect(calls).toBe(1);
  });

  test('is written in a batch, of which the database may refuse one row', async () => {
    const first = aProcess();
    const named = (name: string, value: unknown) => ({ ...works(value), request: `${name} ${request}` });
    // PostgreSQL cannot store U+0000.
    await Promise.all([first.ask(named('a', 1)), first.ask(named('b', '\u0000')), first.ask(named('c', 3))]);
    await first.settled();
    const second = aProcess();
    const observed = await Promise.all(['a', 'b', 'c'].map((name) => second.ask(named(name, 'again'))));
    expect(observed.map(({ value }) => value)).toEqual([1, 'again', 3]);
  });

  test('is one call for concurrent questions', async () => {
    const answers = aProcess();
    await Promise.all(Array.from({ length: 20 }, () => answers.ask(works('x'))));
    expect(calls).toBe(1);
  });

  test('never passes from a simulator to a real supplier', async () => {
    const answers = aProcess();
    await answers.ask(works('synthetic'));
    await answers.settled();
    const real = { ...works('real'), baseUrl: 'https://real.test' };
    expect((await aProcess().ask(real)).value).toBe('real');
    expect((await answers.ask(real)).value).toBe('real');
  });
});

describe('when the supplier fails', () => {
  test('the last good answer is used, with its own date, in another process too', async () => {
    const first = aProcess();
    await first.ask(works({ zone: 3 }));
    await first.settled();
    now += LAST_GOOD_MS - 1;
    for (const answers of [first, aProcess()]) {
      const answer = await answers.ask(fails());
      expect(answer).toMatchObject({ value: { zone: 3 }, obtainedAt: '2026-11-20T10:00:00.000Z', from: 'last-good' });
    }
  });

  test('an answer of thirty days is no longer used', async () => {
    const answers = aProcess();
    await answers.ask(works({ zone: 3 }));
    now += LAST_GOOD_MS;
    await expect(answers.ask(fails())).rejects.toMatchObject({ reason: 'unavailable' });
  });

  test('a programming error is not hidden by an old answer', async () => {
    const answers = aProcess();
    await answers.ask(works(1));
    now += HOUR;
    const bug = { ...works(1), load: () => Promise.reject(new TypeError('bug')) };
    await expect(answers.ask(bug)).rejects.toThrow(TypeError);
  });
});

test('an unreachable database fails nothing', async () => {
  const errors: unknown[] = [];
  const gone = createDb({ url: 'postgres://127.0.0.1:1/none', poolSize: 1, onError: () => undefined });
  const answers = createSupplierAnswers({ db: gone, clock, onCacheError: (error) => errors.push(error) });
  expect((await answers.ask(works('kept'))).value).toBe('kept');
  await answers.settled();
  expect(errors).toHaveLength(2);
  await gone.destroy();
});

test('text typed in the address field is never stored', async () => {
  const answers = aProcess();
  await answers.ask({ ...works('8 rue du Port'), retention: RETENTION.addresses });
  await answers.settled();
  const rows = await database.db
    .selectFrom('supplier_answer')
    .select('request')
    .where('request', '=', `n° ${request}`)
    .execute();
  expect(rows).toEqual([]);
});

async function keptRequests(): Promise<string[]> {
  const rows = await database.db.selectFrom('supplier_answer').select('request').execute();
  return rows.map((row) => row.request);
}

test('the raw exchanges are given to every caller, in another process and in an outage too', async () => {
  let outage = false;
  const supplier = await startLocalServer(() => (outage ? { status: 503 } : { body: '{"zone":"3 – modérée"}' }));
  const http = createHttpClient({ service: 'essai', baseUrl: supplier.baseUrl, limits: { ...QUICK, attempts: 1 } });
  const question = {
    ...works(null),
    load: async (recorder: Recorder) =>
      (await recorder.over(http).send({ path: '/zone', json: { at: 1 }, idempotent: true })).bytes.toString(),
  };
  const observed: ObservedAnswer[] = [];
  const first = aProcess();
  await first.ask(question, (answer) => observed.push(answer));
  await first.settled();
  await aProcess().ask(question, (answer) => observed.push(answer));
  now += HOUR;
  outage = true;
  await aProcess().ask(question, (answer) => observed.push(answer));
  await supplier.close();

  const received = {
    at: '2026-11-20T10:00:00.000Z',
    service: 'essai',
    url: `${supplier.baseUrl}/zone`,
    sent: { at: 1 },
    status: 200,
    contentType: 'application/json',
    bytes: 26,
    sha256: createHash('sha256').update('{"zone":"3 – modérée"}').digest('hex'),
    body: '{"zone":"3 – modérée"}',
  };
  const packs = observed.map(({ exchanges }) => packTogether([exchanges ?? '']));
  expect((await Promise.all(packs)).map(unpackLines)).toEqual([[received], [received], [received]]);
  expect(observed.map(({ from }) => from)).toEqual(['supplier', 'cache', 'last-good']);
  expect(observed[2]).toMatchObject({ obtainedAt: received.at, failure: expect.stringContaining('HTTP 503') });
});

test('old rows are forgotten', async () => {
  const answers = aProcess();
  await answers.ask(works('old'));
  await answers.settled();
  now += LAST_GOOD_MS + 2 * HOUR;
  const kept = { maxAgeMs: LAST_GOOD_MS, maxBytes: 1000 };
  expect(await forgetOldAnswers(database.db, clock, kept)).toBeGreaterThan(0);
  expect(await keptRequests()).not.toContain(`n° ${request}`);
  // Room for one of the two.
  for (const name of ['older', 'younger']) {
    now += HOUR;
    const value = createHash('sha512').update(name).digest('hex').repeat(5);
    await answers.ask({ ...works(value), request: name });
    await answers.settled();
  }
  await forgetOldAnswers(database.db, clock, kept);
  expect(await keptRequests()).toEqual(['younger']);
});

test('answers held in memory are served at more than 20 000 a second', async () => {
  const answers = aProcess();
  const question = works(
    Array.from({ length: 5 }, (_, i) => ({ i, ring: Array.from({ length: 40 }, () => [2.1, 48.1]) })),
  );
  await answers.ask(question);
  const took = await processorMs(async () => {
    for (let i = 0; i < 20_000; i += 1) await answers.ask(question);
  });
  expect(20_000 / (took / 1000)).toBeGreaterThan(20_000);
  expect(calls).toBe(1);
});
