import { Agent, request } from 'node:http';
import { connect, constants, createServer, type ClientHttp2Session, type Http2Server } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '#test/app.ts';

/** HTTP/2 in front, HTTP/1.1 to us, as the balancers of `deploy/`; the front forwards the caller's address. */
let app: TestApp;
let front: Http2Server;
const agent = new Agent({ keepAlive: true, maxSockets: 64 });
beforeAll(async () => {
  app = await createTestApp({ env: { TRUSTED_PROXIES: '1', RATE_LIMIT_FACTOR: '1', OVERLOAD_FACTOR: '1' } });
  front = createServer();
  front.on('stream', (stream, headers) => {
    const given = { 'x-forwarded-for': String(headers['x-client']), accept: 'application/json' };
    const upstream = request(app.url + String(headers[':path']), { agent, headers: given }, (answer) => {
      if (stream.destroyed) return void answer.resume();
      stream.respond({ ':status': answer.statusCode ?? 502 });
      answer.pipe(stream);
    });
    // A reset stream cancels its call, as in real fronts.
    stream.on('close', () => upstream.destroy()).on('error', () => undefined);
    upstream.on('error', () => stream.destroy());
    upstream.end();
  });
  await new Promise<void>((resolve) => front.listen(0, '127.0.0.1', resolve));
});
afterAll(async () => {
  front.close();
  agent.destroy();
  await app.close();
});

function open(): ClientHttp2Session {
  return connect(`http://127.0.0.1:${(front.address() as AddressInfo).port}`).on('error', () => undefined);
}

const PATH = '/api/v2/statut/';
const get = async (session: ClientHttp2Session, client: string): Promise<number> => {
  const status = await ask(session, client);
  // On a busy test machine the event loop may be late, which sheds calls for a moment. Lost places would last.
  return status === 503 ? get(session, client) : status;
};
const ask = (session: ClientHttp2Session, client: string): Promise<number> =>
  new Promise((resolve, reject) => {
    const stream = session.request({ ':path': PATH, 'x-client': client });
    stream.on('response', (headers) => resolve(Number(headers[':status'])));
    stream.on('error', reject).resume();
  });

it('a hundred calls at once on one connection, of four clients → all answered', async () => {
  const session = open();
  const statuses = await Promise.all(Array.from({ length: 100 }, (_, n) => get(session, `192.0.2.${n % 4}`)));
  expect(new Set(statuses)).toEqual(new Set([200]));
  session.close();
});

it('thousands of streams opened and reset (« rapid reset ») → other clients are answered, no place is lost', async () => {
  const attacker = open();
  const other = open();
  const reset = (): void => {
    const stream = attacker.request({ ':path': PATH, 'x-client': '198.51.100.66' });
    stream.on('error', () => undefined).close(constants.NGHTTP2_CANCEL);
  };
  const statuses: number[] = [];
  for (let round = 0; round < 20 && !attacker.destroyed; round += 1) {
    for (let n = 0; n < 100 && !attacker.destroyed; n += 1) reset();
    statuses.push(await get(other, '198.51.100.7'));
  }
  attacker.destroy();
  // More at once than a client has places: each place must have been released.
  statuses.push(...(await Promise.all(Array.from({ length: 40 }, () => get(other, '198.51.100.7')))));
  expect(new Set(statuses)).toEqual(new Set([200]));
  other.close();
});

it('headers over the limit → 431 for that call only, on any connection of the front', async () => {
  const session = open();
  const huge = await fetch(app.url + PATH, {
    headers: { 'x-forwarded-for': '192.0.2.9', 'x-huge': 'a'.repeat(20_000) },
  });
  expect(huge.status).toBe(431);
  expect(await get(session, '192.0.2.9')).toBe(200);
  session.close();
});
