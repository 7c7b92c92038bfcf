import { Agent, createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pipeline } from 'node:stream';

const LOOKS_EVERY_MS = 250;
const LOOKS_WITHIN_MS = 1_000;
/** Hop-by-hop headers (RFC 9110 §7.6.1). */
const OF_THE_CONNECTION = ['connection', 'keep-alive', 'proxy-connection', 'te', 'upgrade'];

type Target = { url: URL; agent: Agent; isReady: boolean };
type Exchange = { from: IncomingMessage; to: ServerResponse; left: Target[] };

/**
 * A minimal load balancer: round robin over the machines whose `/readyz` returns 200, polled four times a second. A
 * request whose connection is refused goes to the next; any other failure is passed on.
 */
async function startBalancer(port: number, urls: string[]): Promise<string> {
  const targets = urls.map((url) => ({ url: new URL(url), agent: new Agent({ keepAlive: true }), isReady: false }));
  const lookAtAll = (): Promise<unknown> => Promise.all(targets.map(look));
  setInterval(() => void lookAtAll(), LOOKS_EVERY_MS);
  await lookAtAll();
  let turn = 0;
  const server = createServer((from, to) => {
    const ready = targets.filter(({ isReady }) => isReady);
    turn += 1;
    const left = [...ready.slice(turn % ready.length), ...ready.slice(0, turn % ready.length)];
    send({ from, to, left });
  });
  server.requestTimeout = 0;
  await new Promise<void>((listening) => server.listen(port, '127.0.0.1', listening));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function look(target: Target): Promise<void> {
  const signal = AbortSignal.timeout(LOOKS_WITHIN_MS);
  target.isReady = await fetch(new URL('/readyz', target.url), { signal }).then(
    async (answer) => (await answer.text()) !== '' && answer.ok,
    () => false,
  );
}

function send(exchange: Exchange): void {
  const { from, to } = exchange;
  const [target, ...left] = exchange.left;
  if (target === undefined) return refuse(to, 503, 'Aucune machine n’est prête.');
  const there = request({
    agent: target.agent,
    host: target.url.hostname,
    port: target.url.port,
    method: from.method,
    path: from.url,
    headers: { ...passed(from.headers), 'x-forwarded-for': from.socket.remoteAddress },
  });
  let isReached = false;
  there.once('socket', (socket) => {
    const pour = (): void => {
      isReached = true;
      from.pipe(there);
    };
    if (socket.connecting) socket.once('connect', pour);
    else pour();
  });
  there.once('response', (answer) => {
    to.writeHead(answer.statusCode ?? 502, passed(answer.headers));
    // A machine that dies during its response truncates it for the caller too.
    pipeline(answer, to, () => undefined);
  });
  there.once('error', (error) => {
    if (!isReached) {
      target.isReady = false;
      return send({ from, to, left });
    }
    if (!to.headersSent) refuse(to, 502, `La machine n’a pas répondu (${error.message}).`);
  });
  // Aborts the call when the caller leaves.
  to.once('close', () => there.destroy());
}

function passed(headers: IncomingMessage['headers']): IncomingMessage['headers'] {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !OF_THE_CONNECTION.includes(name)));
}

function refuse(to: ServerResponse, status: number, detail: string): void {
  to.writeHead(status, { 'content-type': 'application/json', 'retry-after': '1' }).end(JSON.stringify({ detail }));
}

/** `node tests/harness/balancer.ts PORT URL…`, for the cluster of the trials: ready once it listens, ends with its parent. */
const [port, ...urls] = process.argv.slice(2);
await startBalancer(Number(port), urls);
process.send?.({ ready: true });
for (const event of ['SIGTERM', 'SIGINT', 'disconnect']) process.once(event, () => process.exit(0));
