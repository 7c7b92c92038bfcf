import { once } from 'node:events';
import type { Server } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { networkInterfaces } from 'node:os';
import { afterEach, expect, it } from 'vitest';
import { createNetworkLimit, type NetworkLimit } from './network-limit.ts';

/** Calls that one client may make at once, and while the process is overloaded. */
const FACTOR = 0.05;
const BURST = 100;
const FEW = 3;
let gate: NetworkLimit;
let server: Server;
let served = 0;
let refused = 0;
let nowMs = 0;

async function listen(trustedProxies: number, pressure = 0, host = '127.0.0.1'): Promise<number> {
  nowMs = 0;
  gate = createNetworkLimit({ factor: FACTOR, trustedProxies, now: () => nowMs });
  gate.watch({ pressure: () => pressure, refused: () => (refused += 1) });
  served = 0;
  refused = 0;
  server = gate.createServer((_request, response) => response.end(String((served += 1))), { http: {} });
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  return (server.address() as AddressInfo).port;
}
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

/** A client with that address, which reads everything it receives. */
function open(port: number, localAddress: string): { socket: Socket; heard: () => string } {
  const socket = connect({ port, host: '127.0.0.1', localAddress });
  let heard = '';
  socket.on('data', (bytes) => (heard += bytes.toString('latin1'))).on('error', () => undefined);
  return { socket, heard: () => heard };
}
const connectionsOf = (of: Server): Promise<number> =>
  new Promise((resolve, reject) =>
    of.getConnections((fault, count) => (fault === null ? resolve(count) : reject(fault))),
  );
const REQUEST = 'GET / HTTP/1.1\r\nhost: a\r\n\r\n';
const get = async (port: number, forwarded?: string): Promise<number> =>
  (
    await fetch(`http://127.0.0.1:${port}/`, {
      headers: forwarded === undefined ? {} : { 'x-forwarded-for': forwarded },
    })
  ).status;

it('a connection that writes without waiting → closed, then nothing of that client is read; its neighbour is served', async () => {
  const port = await listen(0);
  const { socket } = open(port, '127.0.0.66');
  socket.write(REQUEST.repeat(1_000));
  await expect.poll(() => socket.destroyed).toBe(true);
  const before = served;
  const again = open(port, '127.0.0.66');
  again.socket.write(REQUEST);
  for (let n = 0; n < 20; n += 1) expect(await get(port)).toBe(200);
  expect([before <= 8, served - before, again.heard()]).toEqual([true, 20, '']);
  nowMs += 60_000;
  await expect.poll(again.heard, { timeout: 5_000 }).toContain('200 OK');
});

it('a few calls written at once on one connection → each is answered, one after the other', async () => {
  const port = await listen(0);
  const { socket, heard } = open(port, '127.0.0.65');
  socket.write(REQUEST.repeat(8));
  await expect.poll(() => heard().match(/\r\n\r\n\d/g)).toEqual([1, 2, 3, 4, 5, 6, 7, 8].map((n) => `\r\n\r\n${n}`));
  socket.destroy();
});

it('two hundred connections that each write thousands of calls → no more than what had already arrived of one or two is read', async () => {
  const port = await listen(0);
  let parsed = 0;
  server.on('request', () => (parsed += 1));
  const many = Array.from({ length: 200 }, () => open(port, '127.0.0.69').socket);
  await Promise.all(many.map((socket) => once(socket, 'connect')));
  for (const socket of many) socket.write(REQUEST.repeat(2_400));
  await expect.poll(() => parsed).toBeGreaterThan(50);
  for (let n = 0; n < 5; n += 1) expect(await get(port)).toBe(200);
  for (const socket of many) socket.destroy();
  // Node reads 64 kB at once.
  expect(parsed).toBeLessThanOrEqual(2 * 2_500 + 5);
  expect(served).toBeLessThanOrEqual(2 * 8 + 5);
});

it('a client with more than a thousand silent connections → those beyond are closed; its neighbour is served', async () => {
  const port = await listen(0);
  const many = Array.from({ length: 1_010 }, () => open(port, '127.0.0.64').socket);
  await expect.poll(() => many.filter(({ destroyed }) => destroyed).length).toBe(10);
  expect(await get(port)).toBe(200);
  for (const socket of many) socket.destroy();
  await expect.poll(() => connectionsOf(server)).toBeLessThan(2);
  const again = open(port, '127.0.0.64');
  again.socket.write(REQUEST);
  await expect.poll(again.heard).toContain('200 OK');
  again.socket.destroy();
});

it('a client that continues after its burst → 429, then it is not read', async () => {
  const port = await listen(0);
  const { socket, heard } = open(port, '127.0.0.68');
  for (let n = 1; n <= BURST; n += 1) {
    socket.write(REQUEST);
    await expect.poll(() => served, { interval: 1 }).toBe(n);
  }
  socket.write(REQUEST);
  await expect.poll(heard).toContain('429 Too Many Requests');
  expect(refused).toBe(1);
  socket.destroy();
});

it('behind a proxy → 429 in the API’s shape with the time to wait, for that /64 alone', async () => {
  const port = await listen(1);
  for (let n = 0; n < BURST; n += 1) expect(await get(port, `2001:db8::${n.toString(16)}`)).toBe(200);
  const answer = await fetch(`http://127.0.0.1:${port}/`, { headers: { 'x-forwarded-for': '2001:db8::7' } });
  expect(answer.status).toBe(429);
  expect(answer.headers.get('retry-after')).toBe('1');
  expect(await answer.json()).toEqual({ detail: 'Requête ralentie. Disponible à nouveau dans 1 seconde.' });
  const inV3 = await fetch(`http://127.0.0.1:${port}/api/v3/balance`, {
    headers: { 'x-forwarded-for': '2001:db8::7' },
  });
  expect([inV3.status, inV3.headers.get('content-type')]).toEqual([429, 'application/problem+json']);
  expect(await inV3.json()).toMatchObject({ code: 'too_many_requests', instance: '/api/v3/balance' });
  expect(await get(port, '2001:db8:0:1::7')).toBe(200);
});

it('a busy process → a moderate client waits, whatever token it sends; the others do not', async () => {
  const port = await listen(2, Number.POSITIVE_INFINITY);
  const statuses: number[] = [];
  for (let n = 0; n <= FEW; n += 1) statuses.push(await get(port, `203.0.113.${n}, 192.0.2.1, 10.0.0.1`));
  expect(statuses.indexOf(429)).toBe(FEW);
  expect(await get(port, '192.0.2.1, 192.0.2.2, 10.0.0.1')).toBe(200);
});

it('signed-in users behind one address are separate clients', async () => {
  const port = await listen(1, Number.POSITIVE_INFINITY);
  gate.watch({
    pressure: () => Number.POSITIVE_INFINITY,
    refused: () => undefined,
    accountOf: ({ headers }) => Number(headers.authorization),
  });
  const statuses = new Set<number>();
  for (let call = 0; call < FEW; call += 1) {
    for (let account = 1; account <= 5; account += 1) {
      const headers = { 'x-forwarded-for': '192.0.2.1', authorization: String(account) };
      statuses.add((await fetch(`http://127.0.0.1:${port}/`, { headers })).status);
    }
  }
  expect([...statuses]).toEqual([200]);
});

it('an account over its limit → its neighbours on the same address are read meanwhile', async () => {
  const port = await listen(0);
  gate.watch({
    pressure: () => Number.POSITIVE_INFINITY,
    refused: () => (refused += 1),
    accountOf: ({ headers }) => (headers.authorization === undefined ? undefined : Number(headers.authorization)),
  });
  const ask = (account: number) => fetch(`http://127.0.0.1:${port}/`, { headers: { authorization: String(account) } });
  for (let call = 0; call < FEW; call += 1) expect((await ask(1)).status).toBe(200);
  const { socket, heard } = open(port, '127.0.0.1');
  await once(socket, 'connect');
  expect((await ask(1)).status).toBe(429);
  socket.write('GET / HTTP/1.1\r\nhost: a\r\nauthorization: 2\r\n\r\n');
  // A paused one would stay so: the clock of the test stands still.
  await expect.poll(heard).toContain('200 OK');
  socket.destroy();
});

/** Some containers have none. */
const HAS_IPV6 = Object.values(networkInterfaces()).some((addresses) =>
  addresses?.some(({ address }) => address === '::1'),
);

it('over IPv6 → one client per /64; an IPv4 client of a dual-stack socket is counted by its IPv4 address', async () => {
  const port = await listen(0, Number.POSITIVE_INFINITY, HAS_IPV6 ? '::' : '127.0.0.1');
  const statusFrom = async (host: string, localAddress?: string): Promise<string> => {
    const socket = connect({ port, host, ...(localAddress !== undefined && { localAddress }) });
    let heard = '';
    socket.on('data', (bytes) => (heard += bytes.toString('latin1'))).on('error', () => undefined);
    socket.write(REQUEST);
    await expect.poll(() => heard).not.toBe('');
    socket.destroy();
    return heard.slice(9, 12);
  };
  const statuses: string[] = [];
  for (let n = 0; n <= FEW; n += 1) statuses.push(await statusFrom('127.0.0.1', '127.0.0.71'));
  expect(statuses).toEqual([...Array.from({ length: FEW }, () => '200'), '429']);
  // Neither of these is the client that was refused.
  expect(await statusFrom('127.0.0.1', '127.0.0.72')).toBe('200');
  expect(HAS_IPV6 ? await statusFrom('::1') : '200').toBe('200');
});
