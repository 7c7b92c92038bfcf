import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { Socket } from 'node:net';
import { addressKeyOf, slowedDown } from '#platform/guards/rate-limit.ts';
import { createClientRates } from './client-rates.ts';
import { createHeldConnections } from './held-connections.ts';
import { earlyRefusal } from '../http/problems.ts';
import { REFUSAL_HEADERS } from '../http/security-headers.ts';

/** Delay of a refusal, outside of every count: a client that retries at once slows itself down. */
const REFUSAL_DELAY_MS = 1_000;
const DELAYED_AT_ONCE = 1_000;
const PIPELINED = 8;
/** Maximum open connections of one direct client: a hundred and fifty browsers have six each. */
const CONNECTIONS = 1_000;
/** Returned by Node's `onIncoming` when the connection is no longer HTTP. */
const NOT_HTTP = 2;

/** `site`: base URL of the pages. */
type FloodOptions = { factor: number; trustedProxies: number; site?: string; now?: () => number };
type FloodWatch = {
  pressure: () => number;
  refused: () => void;
  /** The account of a recently valid token, looked up in memory only. */
  accountOf?: (call: Pick<IncomingMessage, 'headers'>) => number | undefined;
};
export type FloodGate = {
  createServer: (answer: RequestListener, options: { http: object } | { https: object }) => Server;
  /** Before that, the pressure is 0 and refusals are not counted. */
  watch: (watch: FloodWatch) => void;
  /** Closes the held connections. */
  letGo: () => void;
};

/**
 * Refuses calls of a network that makes too many, before any lookup, routing or reading, and before any other count. A
 * direct client's connection is then no longer read: its data waits at its own end.
 */
export function createFloodGate({ factor, trustedProxies, site = '', now }: FloodOptions): FloodGate {
  const rates = createClientRates(factor, now);
  let watch: FloodWatch = { pressure: () => 0, refused: () => undefined };
  const held = createHeldConnections((client) => rates.wait(client, watch.pressure()) === 0);
  const refuse = createSlowRefusal(site);
  const takeTurn = createTurns();
  /**
   * A signed-in user is a separate client, with a limit on its address all the same; other users of that address do not
   * count against it.
   */
  const spend = (address: string, account: number | undefined): number =>
    account === undefined
      ? rates.spend(address, watch.pressure())
      : Math.max(rates.spend(`account:${account}`, watch.pressure()), rates.spend(address, 0));
  const guarded =
    (answer: RequestListener): RequestListener =>
    (request, response) => {
      const { socket } = request;
      const client = addressKeyOf(clientAddress(request, trustedProxies));
      const waitMs = spend(client, watch.accountOf?.(request));
      const act = (): void => {
        if (waitMs === 0) return answer(request, response);
        watch.refused();
        if (trustedProxies > 0 || held.hold(client, socket)) refuse(response, waitMs);
      };
      if (socket.destroyed || !takeTurn(socket, response, act)) stopParsing(socket);
    };
  const countOpen = createOpenCount();
  const accept = (socket: Socket): void => {
    const client = addressKeyOf(socket.remoteAddress);
    if (countOpen(client, socket) > CONNECTIONS) return void socket.destroy();
    if (rates.wait(client, watch.pressure()) > 0) held.hold(client, socket);
  };
  return {
    createServer: (answer, options) => {
      const listener = guarded(answer);
      const server =
        'https' in options ? createTlsServer(options.https, listener) : createServer(options.http, listener);
      return trustedProxies === 0 ? server.on('connection', accept) : server;
    },
    watch: (given) => void (watch = given),
    letGo: held.closeAll,
  };
}

function createOpenCount(): (client: string, socket: Socket) => number {
  const open = new Map<string, number>();
  const change = (client: string, by: number): number => {
    const count = (open.get(client) ?? 0) + by;
    if (count === 0) open.delete(client);
    else open.set(client, count);
    return count;
  };
  return (client, socket) => {
    socket.once('close', () => change(client, -1));
    return change(client, 1);
  };
}

/**
 * Handles one call of a connection at a time, since its responses are sent in order anyway. Closes a connection with
 * more unanswered calls than a browser or a proxy sends; false then.
 */
function createTurns(): (socket: Socket, response: ServerResponse, act: () => void) => boolean {
  const lines = new WeakMap<Socket, (() => void)[]>();
  return (socket, response, act) => {
    const line = lines.get(socket) ?? [];
    lines.set(socket, line);
    if (line.push(act) > PIPELINED) return !socket.destroy().destroyed;
    response.once('close', () => {
      line.shift();
      if (!socket.destroyed) line[0]?.();
    });
    if (line.length === 1) act();
    return true;
  };
}

/**
 * Node continues through the 64 kB already read from a closed connection: 2,400 calls, each an error with its stack,
 * block the event loop for a tenth of a second. Its parser has no documented stop; a Node without this property fails
 * the test of two hundred connections.
 */
function stopParsing(socket: Socket): void {
  const parser: unknown = Reflect.get(socket, 'parser');
  if (typeof parser === 'object' && parser !== null) Reflect.set(parser, 'onIncoming', () => NOT_HTTP);
}

function createSlowRefusal(site: string): (response: ServerResponse, waitMs: number) => void {
  let delayed = 0;
  return (response, waitMs) => {
    if (delayed >= DELAYED_AT_ONCE) return answerRefusal(response, { waitMs, site });
    delayed += 1;
    setTimeout(() => {
      delayed -= 1;
      answerRefusal(response, { waitMs, site });
    }, REFUSAL_DELAY_MS).unref();
  };
}

/** Works as Fastify's `trustProxy`: the address before that many proxies, the nearest last in `X-Forwarded-For`. */
function clientAddress({ socket, headers }: IncomingMessage, trustedProxies: number): string | undefined {
  if (trustedProxies === 0) return socket.remoteAddress;
  const named = [headers['x-forwarded-for'] ?? []].flat().join(',').split(',');
  const hops = [
    socket.remoteAddress ?? '',
    ...named
      .map((one) => one.trim())
      .filter(Boolean)
      .toReversed(),
  ];
  return hops[Math.min(trustedProxies, hops.length - 1)];
}

function answerRefusal(response: ServerResponse, { waitMs, site }: { waitMs: number; site: string }): void {
  if (response.destroyed) return;
  const refusal = slowedDown(waitMs);
  const { type, body } = earlyRefusal(refusal, { site, url: response.req.url ?? '' });
  response.writeHead(429, {
    ...REFUSAL_HEADERS,
    'content-type': type,
    'content-length': Buffer.byteLength(body),
    'retry-after': String(refusal.retryAfterSeconds),
  });
  response.end(body);
}
