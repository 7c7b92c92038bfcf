import { setTimeout as sleep } from 'node:timers/promises';
import { Agent, FormData, request as send } from 'undici';
import { aheadOfAnswer } from '#platform/observability/clock-offset.ts';
import { createCircuit, isOutage, type CircuitState } from './circuit.ts';
import { createPacer } from './pacer.ts';
import type { Pacer } from './pacer.ts';
import { SupplierFailure } from './supplier-failure.ts';

/** Limits for one supplier. Each adapter sets its own, with the supplier's published figures. */
export type HttpLimits = {
  /** Limit of one attempt, body included. */
  timeoutMs: number;
  /** Limit of the whole request: waits, attempts and pauses. */
  totalMs: number;
  attempts: number;
  perSecond: number;
  /** Our machines that the supplier sees under one address, so under one quota; 1 by default. */
  sharedBy?: number;
  maxBytes: number;
  /** First pause before a retry; doubles, with jitter. */
  retryDelayMs: number;
  /** How long the circuit breaker stays open after five different questions failed in a row (`circuit.ts`). */
  breakMs: number;
};

export type Query = Record<string, string | number | readonly string[]>;
export type HttpRequest = {
  /** Appended to the base URL: `/cadastre/parcelle`. Its slash prevents it from changing the host. */
  path: string;
  query?: Query;
  /** Sent as a JSON body with POST. */
  json?: unknown;
  /** Sent as a multipart body with POST. */
  form?: readonly [name: string, value: string | File][];
  /** Whether it may be retried; true for GET, false for POST by default. */
  idempotent?: boolean;
};
/**
 * 2xx, or 404, which several suppliers use for an empty answer: the caller decides. `aheadMs`: offset of our clock from
 * the supplier's; null when unknown.
 */
export type HttpAnswer = { url: string; status: number; contentType: string; bytes: Buffer; aheadMs: number | null };

/** Observes the exchanges with suppliers, whose names (`service`) are our own list. Read-only. */
export type SupplierWatch = {
  /** A client was created with that limit, its share of the limit of machines behind one address. */
  client(service: string, perSecond: number): void;
  /** Around one request, with its circuit breaker, waits and attempts. */
  call(service: string, send: () => Promise<HttpAnswer>): Promise<HttpAnswer>;
  circuit(service: string, state: CircuitState): void;
  /** Around one question: its requests, and the validation of their answers. */
  load<T>(service: string, load: () => Promise<T>): Promise<T>;
  /** So many features of a list were left out, as they cannot be read. */
  leftOut(service: string, count: number): void;
  /** Every question, by the origin of its answer; `ageMs` of a last good answer. */
  answered(service: string, from: 'supplier' | 'cache' | 'last-good' | 'nothing', ageMs: number): void;
};

type HttpClientOptions = {
  service: string;
  baseUrl: string;
  limits: HttpLimits;
  headers?: Record<string, string>;
  /**
   * A question that the supplier can always answer, asked before all others are stopped; the last one that it answered
   * by default.
   */
  probe?: HttpRequest;
  /** Anybody may type its questions: a failure of one of them is only the supplier's when the probe fails too. */
  isTyped?: boolean;
  /** 0 to 1, for jitter. */
  random?: () => number;
  watch?: SupplierWatch | undefined;
};
export type HttpClient = {
  service: string;
  /** @throws SupplierFailure */
  send(request: HttpRequest): Promise<HttpAnswer>;
};

const CONNECTIONS = 8;

export function createHttpClient(options: HttpClientOptions): HttpClient {
  // Few persistent connections: a statement makes some fifty requests at once, and a socket for each costs more than
  // the wait.
  const agent = new Agent({ connections: CONNECTIONS, keepAliveTimeout: 30_000 });
  const pacer = createPacer(options.limits.perSecond, options.limits.sharedBy);
  const { service, watch, limits } = options;
  const circuit = createCircuit({
    service,
    breakMs: limits.breakMs,
    now: Date.now,
    onState: (state) => watch?.circuit(service, state),
    isTyped: options.isTyped ?? false,
  });
  let answered: HttpRequest | null = null;
  const within = (request: HttpRequest): Sending => ({
    options,
    agent,
    pacer,
    request,
    deadline: performance.now() + limits.totalMs,
  });
  const ask = (request: HttpRequest): Promise<HttpAnswer> => {
    const sending = within(request);
    const known = options.probe ?? answered;
    return circuit.run({
      subject: subjectOf(request),
      probe: known && (() => sendOnce(within(known))),
      send: async () => {
        const answer = await sendWithRetries(sending);
        if (isIdempotent(request)) answered = request;
        return answer;
      },
    });
  };
  if (watch === undefined) return { service, send: ask };
  watch.client(service, limits.perSecond / (limits.sharedBy ?? 1));
  return { service, send: (request) => watch.call(service, () => ask(request)) };
}

/** What a request asks: a file by its name and size. */
const subjectOf = ({ path, query, json, form }: HttpRequest): string =>
  JSON.stringify([
    path,
    query,
    json,
    form?.map(([name, value]) => (typeof value === 'string' ? name + value : `${value.name} ${value.size}`)),
  ]);

const isIdempotent = ({ json, form, idempotent = json === undefined && form === undefined }: HttpRequest): boolean =>
  idempotent;

/** `deadline` is on the monotonic clock of `performance.now()`. */
type Sending = { options: HttpClientOptions; agent: Agent; pacer: Pacer; request: HttpRequest; deadline: number };

async function sendWithRetries(sending: Sending): Promise<HttpAnswer> {
  const { limits } = sending.options;
  const attempts = isIdempotent(sending.request) ? limits.attempts : 1;
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await sendOnce(sending);
    } catch (error) {
      if (attempt >= attempts || !isPassing(error)) throw error;
      const pause = pauseBeforeRetry(sending.options, attempt, error.retryAfterMs);
      if (performance.now() + pause >= sending.deadline) throw error;
      await sleep(pause);
    }
  }
}

function isPassing(error: unknown): error is SupplierFailure {
  return isOutage(error) || (error instanceof SupplierFailure && error.reason === 'rate-limited');
}

function pauseBeforeRetry(options: HttpClientOptions, attempt: number, retryAfterMs = 0): number {
  const backoff = options.limits.retryDelayMs * 2 ** (attempt - 1);
  const jitter = 0.5 + (options.random ?? Math.random)();
  return Math.max(backoff * jitter, retryAfterMs);
}

/** Waits for the supplier's pace. */
async function awaitSlot({ options, pacer, deadline }: Sending): Promise<void> {
  const now = performance.now();
  const reserved = pacer.reserve(now, deadline - now);
  let wait = reserved === 0 ? pacer.enter(now) : reserved;
  while (wait !== 0) {
    if (wait === null || performance.now() + wait > deadline) {
      const reason = now < deadline ? 'rate-limited' : 'timeout';
      throw new SupplierFailure({ service: options.service, reason, detail: 'no room within the limit' });
    }
    await sleep(wait);
    wait = pacer.enter(performance.now());
  }
}

async function sendOnce(sending: Sending): Promise<HttpAnswer> {
  const { options, agent, pacer, request, deadline } = sending;
  const { service, limits } = options;
  await awaitSlot(sending);
  const signal = AbortSignal.timeout(Math.max(1, Math.min(limits.timeoutMs, Math.ceil(deadline - performance.now()))));
  try {
    const url = urlOf(options.baseUrl, request);
    const sentMs = Date.now();
    const response = await send(url, {
      ...initOf(options, request),
      signal,
      dispatcher: agent,
    });
    const aheadMs = aheadOfAnswer(response.headers, { sentMs, receivedMs: Date.now() });
    const bytes = await readBody(response.body, options);
    const { 'content-type': contentType, 'retry-after': retryAfter } = response.headers;
    const answer = { url, status: response.statusCode, contentType: String(contentType ?? ''), bytes, aheadMs };
    const failure = failureOf(service, answer, retryAfter === undefined ? null : String(retryAfter));
    if (failure === null) return answer;
    if (failure.retryAfterMs !== undefined) pacer.pauseUntil(performance.now() + failure.retryAfterMs);
    throw failure;
  } catch (error) {
    if (error instanceof SupplierFailure) throw error;
    const reason = signal.aborted ? 'timeout' : 'unavailable';
    throw new SupplierFailure({ service, reason, detail: `${request.path}: ${String(error)}`, cause: error });
  }
}

function urlOf(baseUrl: string, { path, query = {} }: HttpRequest): string {
  // `@pirate.example` or `.pirate.example` would change the host.
  if (!path.startsWith('/')) throw new Error(`not a path: ${path}`);
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    [value].flat().map((one) => `${encodeURIComponent(name)}=${encodeURIComponent(one)}`),
  );
  return baseUrl.replace(/\/$/, '') + path + (pairs.length === 0 ? '' : `?${pairs.join('&')}`);
}

/** Redirects are not followed: the URLs are ours, and a supplier that moved must be noticed. */
function initOf({ headers }: HttpClientOptions, { json, form }: HttpRequest): Parameters<typeof send>[1] {
  if (form !== undefined) return { method: 'POST', headers: { ...headers }, body: formOf(form) };
  if (json === undefined) return { headers: { ...headers } };
  return { method: 'POST', headers: { ...headers, 'content-type': 'application/json' }, body: JSON.stringify(json) };
}

function formOf(fields: NonNullable<HttpRequest['form']>): FormData {
  const form = new FormData();
  for (const [name, value] of fields) form.append(name, value);
  return form;
}

async function readBody(body: AsyncIterable<Buffer>, { service, limits }: HttpClientOptions): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of body) {
    length += chunk.length;
    if (length > limits.maxBytes) {
      throw new SupplierFailure({ service, reason: 'malformed', detail: `body over ${limits.maxBytes} bytes` });
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function failureOf(service: string, { status, bytes }: HttpAnswer, retryAfter: string | null): SupplierFailure | null {
  const fail = (reason: SupplierFailure['reason'], retryAfterMs?: number): SupplierFailure => {
    const detail = `HTTP ${status} ${bytes.toString('utf8', 0, 200)}`;
    return new SupplierFailure({ service, reason, detail, ...(retryAfterMs === undefined ? {} : { retryAfterMs }) });
  };
  if (status < 300) return null;
  if (status === 404) return saysNotHeld(bytes) ? fail('not-held') : null;
  // Suppliers without `Retry-After` block for 5 s after an excess (Géoplateforme, « Limites d'usage »): 1 s is a polite
  // minimum.
  if (status === 429) return fail('rate-limited', retryAfterMs(retryAfter) ?? 1000);
  if (status >= 500) return fail('unavailable', retryAfterMs(retryAfter));
  return fail('refused');
}

/** A simulator with recorded answers returns « non enregistré » for what was not recorded. */
function saysNotHeld(bytes: Buffer): boolean {
  const text = bytes.toString('utf8', 0, 500);
  return /"code"\s*:\s*"?404"?/.test(text) && /non enregistré/i.test(text);
}

/** Seconds, or an HTTP date. */
function retryAfterMs(header: string | null): number | undefined {
  if (header === null) return undefined;
  const ms = /^\d+$/.test(header) ? Number(header) * 1000 : Date.parse(header) - Date.now();
  return Number.isNaN(ms) ? undefined : Math.max(0, ms);
}
