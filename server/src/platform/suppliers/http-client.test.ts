import { afterEach, describe, expect, test, vi } from 'vitest';
import { QUICK } from '#test/supplier-deps.ts';
import { startLocalServer } from '#tools/local-server.ts';
import type { LocalAnswer, LocalServer } from '#tools/local-server.ts';
import { createHttpClient } from './http-client.ts';
import type { HttpClient, HttpLimits } from './http-client.ts';
import { createPacer } from './pacer.ts';

let server: LocalServer;
afterEach(() => {
  vi.useRealTimers();
  return server.close();
});

/** Generous timeouts, for a busy machine; a test of a limit sets its own. */
const PATIENT: HttpLimits = { ...QUICK, timeoutMs: 10_000, totalMs: 15_000 };

async function client(answers: (call: number) => LocalAnswer | Promise<LocalAnswer>, limits: Partial<HttpLimits> = {}) {
  server = await startLocalServer(() => answers(server.requests.length));
  return createHttpClient({ service: 'essai', baseUrl: server.baseUrl, limits: { ...PATIENT, ...limits } });
}
const reason = (http: HttpClient, request = { path: '/' }) =>
  http.send(request).then(
    () => 'answered',
    (error: { reason: string }) => error.reason,
  );
const never = () => new Promise<LocalAnswer>(() => undefined);

describe('one request', () => {
  test('is retried after a 503 and after a broken connection', async () => {
    const http = await client((call) => [{ status: 503 }, { cut: true }, { body: 'bon' }][call - 1] ?? {});
    expect((await http.send({ path: '/a' })).bytes.toString()).toBe('bon');
    expect(server.requests).toHaveLength(3);
  });

  test('is not retried when it is not idempotent', async () => {
    const http = await client(() => ({ status: 503 }));
    await expect(http.send({ path: '/', json: {} })).rejects.toMatchObject({ reason: 'unavailable' });
    expect(server.requests).toHaveLength(1);
  });

  test('is retried as an idempotent POST', async () => {
    const http = await client((call) => (call === 1 ? { status: 500 } : { body: '{}' }));
    await http.send({ path: '/', json: { geom: 1 }, idempotent: true });
    expect(server.requests.map(({ body }) => body)).toEqual(['{"geom":1}', '{"geom":1}']);
  });

  test('times out on each attempt, within its total bound', async () => {
    const http = await client(never, { timeoutMs: 50, totalMs: 600, attempts: 200 });
    expect(await reason(http)).toBe('timeout');
    expect(server.requests.length).toBeGreaterThan(1);
    expect(server.requests.length).toBeLessThanOrEqual(600 / 50 + 1);
  });

  test('waits for the Retry-After of a 429, within the bound', async () => {
    const busy = { status: 429, headers: { 'retry-after': '1' }, contentType: 'text/html', body: '<html>' };
    const http = await client((call) => (call === 1 ? busy : { body: '{}' }));
    const start = performance.now();
    expect(await reason(http)).toBe('answered');
    expect(performance.now() - start).toBeGreaterThan(950);
  });

  test('fails at once when Retry-After exceeds the bound, and delays the next request too', async () => {
    const http = await client(() => ({ status: 429, headers: { 'retry-after': '60' } }));
    expect(await reason(http)).toBe('rate-limited');
    expect(await reason(http)).toBe('rate-limited');
    expect(server.requests).toHaveLength(1);
  });

  test.each([
    ['a body over the limit', { body: 'x'.repeat(2000) }, 'malformed'],
    ['a 400', { status: 400 }, 'refused'],
    ['a 401', { status: 401 }, 'refused'],
    [
      'a recorded source that does not hold the answer',
      { status: 404, body: '{"code":404,"message":"non enregistré"}' },
      'not-held',
    ],
  ])('%s is a distinct failure, without a retry', async (_, answer, expected) => {
    const http = await client(() => answer, { maxBytes: 1000 });
    expect(await reason(http)).toBe(expected);
    expect(server.requests).toHaveLength(1);
  });

  test('returns a plain 404 to the caller, which knows whether it means « none »', async () => {
    const http = await client(() => ({ status: 404, body: '{"message":"pas de résultat"}' }));
    expect((await http.send({ path: '/' })).status).toBe(404);
  });

  test('encodes spaces as %20 and repeats list parameters', async () => {
    const http = await client(() => ({}));
    await http.send({ path: '/t', query: { STYLE: 'PCI vecteur', codes: ['a', 'b'] } });
    expect(server.requests[0]?.url.search).toBe('?STYLE=PCI%20vecteur&codes=a&codes=b');
  });
});

describe('the circuit', () => {
  test('opens after five different failed requests and closes when the supplier is back', async () => {
    // The circuit breaker's clock is moved by hand; calls and their limits keep real time.
    vi.useFakeTimers({ toFake: ['Date'] });
    let down = true;
    const breakMs = 15_000;
    const http = await client(() => (down ? { status: 503 } : { body: '{}' }), { attempts: 1, breakMs });
    for (let i = 0; i < 5; i += 1) await reason(http, { path: `/${i}` });
    down = false;
    expect(await reason(http)).toBe('unavailable');
    expect(server.requests).toHaveLength(5);
    vi.setSystemTime(Date.now() + breakMs - 1);
    expect(await reason(http)).toBe('unavailable');
    vi.setSystemTime(Date.now() + 1);
    expect(await reason(http)).toBe('answered');
    expect(await reason(http)).toBe('answered');
  });

  test('stays closed when the supplier refuses', async () => {
    const http = await client(() => ({ status: 400 }));
    for (let i = 0; i < 7; i += 1) expect(await reason(http)).toBe('refused');
  });
});

test('the pacer never starts more than its figure in any second', async () => {
  server = await startLocalServer(() => ({}));
  const pacer = createPacer(5);
  const starts = Array.from({ length: 12 }, () => pacer.reserve(0, 60_000));
  expect(starts).toEqual([0, 0, 0, 0, 0, 1000, 1000, 1000, 1000, 1000, 2000, 2000]);
  expect(pacer.reserve(0, 500)).toBeNull();
});

test('a process that wakes late still starts no more than the pace in any second', async () => {
  server = await startLocalServer(() => ({}));
  const pacer = createPacer(2);
  const reserved = Array.from({ length: 6 }, () => pacer.reserve(0, 60_000) ?? Number.NaN);
  expect(reserved).toEqual([0, 0, 1000, 1000, 2000, 2000]);
  // All wake at once, 2.5 s late; each asks again when it was told to.
  const starts: number[] = [];
  const waking = reserved.map(() => 2_500);
  while (waking.length > 0) {
    const [now = 0] = waking.sort((one, other) => one - other).splice(0, 1);
    const wait = pacer.enter(now);
    if (wait === 0) starts.push(now);
    else waking.push(now + wait);
  }
  expect(starts).toEqual([2_500, 2_500, 3_500, 3_500, 4_500, 4_500]);
});

test('a pause holds calls that were reserved before it', async () => {
  server = await startLocalServer(() => ({}));
  const pacer = createPacer(1);
  expect([pacer.reserve(0, 60_000), pacer.enter(0), pacer.reserve(0, 60_000)]).toEqual([0, 0, 1000]);
  pacer.pauseUntil(5_000);
  expect([pacer.enter(1_000), pacer.enter(5_000)]).toEqual([4_000, 0]);
});
