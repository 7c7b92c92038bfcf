import type { FastifyBaseLogger, FastifyReply, FastifyRequest } from 'fastify';
import { secondsSince, type Metrics } from '#platform/observability/metrics.ts';
import type { Stretch, Tracing } from '#platform/observability/tracing.ts';
import { findCaller } from './auth.ts';
import type { App } from './app.ts';

/** Polled every few seconds by machines. */
const UNLOGGED = new Set(['/healthz', '/readyz']);

/**
 * For every request: its number in `X-Request-Id`, one log line at its end, its duration in the metrics, its span in
 * the trace, parent of its queries. Without network address, query, body or headers.
 */
export function watchRequests(app: App, { metrics, tracing }: { metrics: Metrics; tracing: Tracing }): void {
  const stretches = new WeakMap<FastifyRequest, Stretch>();
  // Redaction takes ten times as long as writing the line, which contains only our own values.
  const log = app.log.child({}, { redact: [] });
  app.addHook('onRequest', (request, reply, done) => {
    const startMs = performance.now();
    void reply.header('x-request-id', request.id);
    const origin = { requestId: request.id, traceparent: textOf(request.headers['traceparent']) };
    const stretch = tracing.open(`${request.method} ${routeOf(request)}`, { kind: 'server', origin });
    stretches.set(request, stretch);
    metrics.requestsUnderWay.inc();
    // Sent, or abandoned by the client.
    reply.raw.once('close', () => record({ metrics, log }, { request, reply, stretch, startMs }));
    stretch.run(done);
  });
  // Reading a body loses the asynchronous context: restores it.
  app.addHook('preValidation', (request, _reply, done) => {
    const stretch = stretches.get(request);
    if (stretch === undefined) done();
    else stretch.run(done);
  });
}

type Ended = { request: FastifyRequest; reply: FastifyReply; stretch: Stretch; startMs: number };

/** nginx's status, outside of HTTP, for a client that left before the response. */
const LEFT = 499;

type Sinks = { metrics: Metrics; log: FastifyBaseLogger };

function record({ metrics, log }: Sinks, { request, reply, stretch, startMs }: Ended): void {
  const { method } = request;
  const route = routeOf(request);
  const aborted = !reply.raw.writableFinished;
  const status = aborted ? LEFT : reply.statusCode;
  const seconds = secondsSince(startMs);
  metrics.requestsUnderWay.dec();
  metrics.requests.observe({ method, route, status }, seconds);
  if (aborted) metrics.requestsAborted.inc();
  stretch.end({ attributes: { method, route, status, aborted }, ...(status >= 500 && { error: status }) });
  if (UNLOGGED.has(route)) return;
  const account = findCaller(request)?.accountId;
  const line = {
    requestId: request.id,
    method,
    route,
    status,
    ms: Math.round(seconds * 1000),
    account,
    ...objectOf(request, status),
    ...(aborted && { aborted }),
  };
  log.info(line, 'request');
}

/** A row's number, or its UUID. */
const OURS = /^(\d+|[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12})$/i;

/**
 * Which of the caller's own objects was read or changed: the numbers in the URL, under `object` (ASVS 8.3.5). Not for
 * refusals, whose values may be any text, nor for open calls, whose URLs contain secrets, nor for foreign identifiers.
 */
function objectOf({ params, routeOptions }: FastifyRequest, status: number): { object?: string } {
  const isOwn = routeOptions.config.access === 'required' && status < 400;
  const numbers = isOwn ? Object.values(params ?? {}).filter((value) => OURS.test(value)) : [];
  return numbers.length === 0 ? {} : { object: numbers.join(' ') };
}

/** The pattern of a route of the contract; pages and files of the site are unbounded, so they share one name. */
function routeOf({ routeOptions: { url, config } }: FastifyRequest): string {
  if (url === undefined) return 'none';
  return config.access === undefined && !UNLOGGED.has(url) ? 'site' : url;
}

const textOf = (header: string | string[] | undefined): string | undefined => [header].flat()[0];
