import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { Socket } from 'node:net';
import { earlyRefusal } from '#platform/http/problems.ts';
import { REFUSAL_HEADERS } from '#platform/http/security-headers.ts';
import { createClientRates } from './client-rates.ts';
import { addressKeyOf, slowedDown } from './rate-limit.ts';

/** Delay of a refusal, outside of every count: a client that retries at once slows itself down. */
const REFUSAL_DELAY_MS = 1_000;
const DELAYED_AT_ONCE = 1_000;
/** Unanswered calls of a connection: more than a browser or a proxy sends. */
const PIPELINED = 8;
/** Maximum open connections of one direct client: a hundred and fifty browsers have six each. */
const CONNECTIONS = 1_000;

/** A paused connection is looked at so often, to see whether it may be read again. */
const LOOK_EVERY_MS = 500;

/** `site`: base URL of the pages. */
type Options = { factor: number; trustedProxies: number; site?: string; now?: () => number };
type Watch = {
  pressure: () => number;
  refused: () => void;
  /** The account of a recently valid token, looked up in memory only. */
  accountOf?: (call: Pick<IncomingMessage, 'headers'>) => number | undefined;
};
export type NetworkLimit = {
  createServer: (answer: RequestListener, options: { http: object } | { https: object }) => Server;
  /** Before that, the pressure is 0 and refusals are not counted. */
  watch: (watch: Watch) => void;
};

/**
 * Refuses calls of a network that makes too many, before any lookup, routing or reading, and before any other count. A
 * direct client's connections are then not read until it may call again: its data waits at its own end.
 */
export function createNetworkLimit({ factor, trustedProxies, site = '', now }: Options): NetworkLimit {
  const rates = createClientRates(factor, now);
  let watch: Watch = { pressure: () => 0, refused: () => undefined };
  const connections = createConnections((client) => rates.wait(client, watch.pressure()));
  const refuse = createSlowRefusal(site);
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
      const client = addressKeyOf(clientAddress(request, trustedProxies));
      const account = watch.accountOf?.(request);
      const waitMs = spend(client, account);
      if (!connections.begin(request.socket, response)) return;
      if (waitMs === 0) return answer(request, response);
      watch.refused();
      refuse(response, waitMs);
      // An account over its own limit shares its address with others.
      if (trustedProxies === 0 && (account === undefined || rates.wait(client, 0) > 0)) connections.pause(client);
    };
  return {
    createServer: (answer, options) => {
      const listener = guarded(answer);
      const server =
        'https' in options ? createTlsServer(options.https, listener) : createServer(options.http, listener);
      if (trustedProxies === 0) server.on('connection', (socket) => connections.open(socket));
      return server;
    },
    watch: (given) => void (watch = given),
  };
}

/** Direct connections by client. `waitOf`: milliseconds until that client may call again. */
function createConnections(waitOf: (client: string) => number) {
  const clients = new Map<string, Set<Socket>>();
  const unanswered = new WeakMap<Socket, number>();
  const paused = new WeakSet<Socket>();
  const pauseUntilDue = (client: string, socket: Socket): void => {
    if (paused.has(socket)) return;
    paused.add(socket);
    // Node starts reading a new connection at the next tick.
    process.nextTick(() => socket.pause());
    const timer = setInterval(() => {
      if (waitOf(client) > 0 && !socket.destroyed) return;
      clearInterval(timer);
      paused.delete(socket);
      socket.resume();
    }, LOOK_EVERY_MS).unref();
  };
  return {
    open(socket: Socket): void {
      const client = addressKeyOf(socket.remoteAddress);
      const those = clients.get(client) ?? new Set();
      clients.set(client, those.add(socket));
      socket.once('close', () => {
        those.delete(socket);
        if (those.size === 0 && clients.get(client) === those) clients.delete(client);
      });
      if (those.size > CONNECTIONS) socket.destroy();
      else if (waitOf(client) > 0) pauseUntilDue(client, socket);
    },
    /** False when that connection has too many unanswered calls, and is closed. */
    begin(socket: Socket, response: ServerResponse): boolean {
      const count = (unanswered.get(socket) ?? 0) + 1;
      if (socket.destroyed) return false;
      unanswered.set(socket, count);
      response.once('close', () => unanswered.set(socket, (unanswered.get(socket) ?? 1) - 1));
      return count <= PIPELINED || !socket.destroy().destroyed;
    },
    pause(client: string): void {
      for (const socket of clients.get(client) ?? []) pauseUntilDue(client, socket);
    },
  };
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
