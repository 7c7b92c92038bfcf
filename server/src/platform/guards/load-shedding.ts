import type { IncomingMessage } from 'node:http';
import { getHeapStatistics } from 'node:v8';
import type { Priority } from '@clairisque/contract/common/route.ts';
import type { FastifyRequest } from 'fastify';
import { createFairTurns } from './fair-turns.ts';
import { AppError } from '#platform/app-error.ts';
import { addressKeyOf } from './rate-limit.ts';
import type { App } from '#platform/http/app.ts';

/** Health checks: a refusal would restart us, or send our traffic to machines under the same load. */
const NEVER_REFUSED = new Set(['/healthz', '/readyz']);

/** Pressure at which the first calls of a class are refused, and all of them. */
const BEARS: Record<Priority, { from: number; to: number }> = {
  free: { from: 0.5, to: 1 },
  ordinary: { from: 1, to: 2 },
  paid: { from: 2, to: 4 },
};

/** A pressure of 1: event loop lag, running calls, or heap use at this level. */
const LATE_MS = 150;
const WORKING = 100;
const HEAP_SHARE = 0.8;
/** Heap use below this counts as a pressure of 0. */
const HEAP_FROM = 0.6;

/**
 * Running calls of all clients, above which each has one at a time; of one client; waiting calls of one client: a page
 * with its map and files, opened by a score of users behind one address.
 */
const CLIENTS = { places: 20, ofOne: 10, waitingOfOne: 400 };

const EVERY_MS = 50;
/**
 * Weight of the last event-loop turn in the average: a single pause (a large collection) is forgotten in half a second.
 */
const WEIGHT = 0.2;

type OverloadOptions = {
  /** Multiplies the limits; tests share their processor with the server and disable them. */
  factor: number;
  /** The account of a recently valid token, looked up in memory only. */
  accountOf?: (call: Pick<IncomingMessage, 'headers'>) => number | undefined;
  /** 0 to 1. */
  random?: () => number;
  watch?: OverloadWatch;
};
export type OverloadWatch = {
  pressure: (read: () => number) => void;
  refused: (priority: Priority) => void;
  clientRefused: () => void;
};

/**
 * Load shedding: refuses a share of the calls, with a 503 and `Retry-After`, before the process is overloaded. The
 * share grows towards the limit of each class, without oscillation. Decided before the token and the body are read, and
 * after the concurrency limit of the client, whose load does not count against others.
 */
export function refuseOverload(app: App, options: OverloadOptions): void {
  const { factor, random = Math.random, watch } = options;
  const health = sampleProcess();
  const working = countWorking(app, options);
  const pressure = (): number => Math.max(health.pressure(), working() / WORKING) / factor;
  watch?.pressure(pressure);
  app.networkLimit.watch({
    pressure,
    refused: () => watch?.clientRefused(),
    ...(options.accountOf && { accountOf: options.accountOf }),
  });
  app.addHook('onRequest', (request, _reply, done) => {
    const priority = priorityOf(request);
    if (priority === null) return done();
    const { from, to } = BEARS[priority];
    if (random() >= (pressure() - from) / (to - from)) return done();
    watch?.refused(priority);
    done(overloaded(random));
  });
  app.addHook('onClose', (_app, done) => {
    health.stop();
    done();
  });
}

/** Two to eight seconds, spread so that refused clients do not return together. */
function overloaded(random: () => number): AppError {
  const sentence = 'Le service est très demandé. Réessayez dans quelques secondes.';
  return new AppError('overloaded', sentence, 2 + Math.floor(random() * 7));
}

/** Null for calls that are never refused. Pages and files of the site are not routes of the contract. */
function priorityOf({ routeOptions: { url, config } }: FastifyRequest): Priority | null {
  if (url !== undefined && NEVER_REFUSED.has(url)) return null;
  if (url === undefined || config.access === undefined) return 'paid';
  return config.priority ?? 'ordinary';
}

/** Averaged event loop lag (own work, or a processor used by others) and memory. */
function sampleProcess(): { pressure: () => number; stop: () => void } {
  let lateMs = 0;
  let heap = 0;
  let due = performance.now() + EVERY_MS;
  const timer = setInterval(() => {
    const now = performance.now();
    lateMs += WEIGHT * (Math.max(0, now - due) - lateMs);
    heap = heapShare();
    due = now + EVERY_MS;
  }, EVERY_MS).unref();
  return {
    pressure: () => Math.max(lateMs / LATE_MS, (heap - HEAP_FROM) / (HEAP_SHARE - HEAP_FROM)),
    stop: () => clearInterval(timer),
  };
}

/**
 * Running calls, except while their body is received or their response is sent (slow clients are no load), and except
 * calls that wait for a place of their client.
 */
function countWorking(app: App, { factor, accountOf, watch }: OverloadOptions): () => number {
  const places = createFairTurns({
    places: CLIENTS.places * factor,
    ofOne: CLIENTS.ofOne * factor,
    waitingOfOne: CLIENTS.waitingOfOne * factor,
    always: factor,
  });
  const clients = new WeakMap<FastifyRequest, string>();
  const working = new Set<FastifyRequest>();
  const end = async (request: FastifyRequest): Promise<void> => {
    if (working.delete(request)) places.give(clients.get(request) ?? '');
  };
  app.addHook('onRequest', (request, reply, done) => {
    if (isUncounted(request)) return done();
    const client = clientOf(request, accountOf);
    clients.set(request, client);
    const start = (): void => {
      working.add(request);
      if (reply.raw.destroyed) void end(request);
      else done();
    };
    if (places.take(client, start)) return;
    watch?.clientRefused();
    done(tooManyAtOnce());
  });
  app.addHook('preParsing', end);
  app.addHook('preValidation', async (request) => {
    const client = clients.get(request);
    if (client === undefined) return;
    working.add(request);
    places.retake(client);
  });
  app.addHook('onSend', end);
  app.addHook('onResponse', end);
  return () => working.size;
}

/** Pages and files are sent from memory. */
function isUncounted({ routeOptions: { url, config } }: FastifyRequest): boolean {
  return url === undefined || config.access === undefined || config.hasOwnQueue === true;
}

/** An account, wherever it calls from, or a network. A score of users behind one address are as many clients. */
function clientOf(request: FastifyRequest, accountOf: OverloadOptions['accountOf']): string {
  const account = accountOf?.(request);
  return account === undefined ? addressKeyOf(request.ip) : `account:${account}`;
}

function tooManyAtOnce(): AppError {
  return new AppError('too_many_requests', 'Trop de demandes en même temps. Réessayez dans quelques secondes.', 5);
}

function heapShare(): number {
  const { used_heap_size, heap_size_limit } = getHeapStatistics();
  return used_heap_size / heap_size_limit;
}
