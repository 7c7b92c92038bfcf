import type { Server } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { createFloodGate, type FloodGate } from './flood-gate.ts';

/** Calls that one client may make at once. */
const BURST = 2_000;
let gate: FloodGate;
let server: Server;
let served = 0;
let refused = 0;
let nowMs = 0;

async function listen(trustedProxies: number, pressure = 0): Promise<number> {
  nowMs = 0;
  gate = createFloodGate({ factor: 1, trustedProxies, now: () => nowMs });
  gate.watch({ pressure: () => pressure, refused: () => (refused += 1) });
  served = 0;
  refused = 0;
  server = gate.createServer((_request, response) => response.end(String((served += 1))), { http: {} });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}
afterEach(() => {
  gate.letGo();
  server.closeAllConnections();
  server.close();
});

/** A client with that address, which reads all that comes. */
function open(port: number, localAddress: string): { socket: Socket; heard: () => string } {
  const socket = connect({ port, host: '127.0.0.1', localAddress });
  let heard = '';
  socket.on('data', (bytes) => (heard += bytes.toString('latin1'))).on('error', () => undefined);
  return { socket, heard: () => heard };
}
const REQUEST = 'GET / HTTP/1.1\r\nhost: a\r\n\r\n';
const get = async (port: number, forwarded?: string): Promise<number> =>
  (
    await fetch(`http://127.0.0.1:${port}/`, {
      headers: forwarded === undefined ? {} : { 'x-forwarded-for': forwarded },
    })
  ).status;

it('one connection that writes without end → its burst is served, then nothing of that client is read; its neighbour is served', async () => {
  const port = await listen(0);
  const { socket } = open(port, '127.0.0.66');
  const write = (): void => {
    while (!socket.destroyed && socket.write(REQUEST.repeat(500)));
  };
  socket.on('drain', write);
  write();
  await expect.poll(() => socket.destroyed, { timeout: 10_000 }).toBe(true);
  expect(served).toBe(BURST);
  // The first is answered, the second closes the connection: what it had sent besides is not looked at.
  expect(refused).toBe(2);
  const again = open(port, '127.0.0.66');
  again.socket.write(REQUEST);
  for (let n = 0; n < 20; n += 1) expect(await get(port)).toBe(200);
  expect(served).toBe(BURST + 20);
  expect(again.heard()).toBe('');
  nowMs += 1_000;
  await expect.poll(again.heard, { timeout: 5_000 }).toContain('200 OK');
});

it('a client with too many connections → those beyond are closed', async () => {
  const port = await listen(0, Number.POSITIVE_INFINITY);
  const first = open(port, '127.0.0.67');
  first.socket.write(REQUEST.repeat(301));
  await expect.poll(() => refused, { timeout: 5_000 }).toBe(1);
  const many = Array.from({ length: 300 }, () => open(port, '127.0.0.67'));
  await expect.poll(() => many.filter(({ socket }) => socket.destroyed).length, { timeout: 10_000 }).toBe(45);
  expect(await get(port)).toBe(200);
});

it('behind a proxy → 429 in the API’s shape with the time to wait, for that /64 alone', async () => {
  const port = await listen(1);
  const { socket, heard } = open(port, '127.0.0.1');
  socket.write(REQUEST.replace('\r\n\r\n', '\r\nx-forwarded-for: 2001:db8::7\r\n\r\n').repeat(BURST + 1));
  await expect.poll(() => refused, { timeout: 10_000 }).toBe(1);
  expect(served).toBe(BURST);
  expect(await get(port, '2001:db8:0:1::7')).toBe(200);
  expect(await get(port, '2001:db8::8')).toBe(429);
  await expect.poll(heard, { timeout: 10_000 }).toMatch(/HTTP\/1\.1 429 [\s\S]*\r\nretry-after: 1\r\n/);
  expect(heard()).toMatch(/\r\n\r\n\{"detail":"[^"]*Disponible [^"]* 1 seconde\."\}$/);
  socket.destroy();
});

it('a process that is busy → who asked three hundred times waits, whatever it says that it is; the others do not', async () => {
  const port = await listen(2, Number.POSITIVE_INFINITY);
  const statuses: number[] = [];
  for (let n = 0; n < 301; n += 1) statuses.push(await get(port, `203.0.113.${n % 250}, 192.0.2.1, 10.0.0.1`));
  expect(statuses.indexOf(429)).toBe(300);
  expect(await get(port, '192.0.2.1, 192.0.2.2, 10.0.0.1')).toBe(200);
});
