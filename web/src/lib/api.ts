import type { Route } from '@clairisque/contract/common/route.ts';
import type { z } from 'zod';
import { isPage, jsonOf } from './content.ts';
import { getCookie } from './cookies.ts';
import { yieldToMain } from './yield-to-main.ts';
import { dropToken, readToken } from './token.ts';
import { traceparent } from './trace.ts';

/** Maximum life of the old page after a reload, while the server responds. */
const LEAVING_MS = 5000;

let leftAt = -Infinity;
// Not during prerendering.
if (typeof window !== 'undefined') window.addEventListener('beforeunload', () => (leftAt = performance.now()));

/**
 * Waits while the user leaves the page, for instance by a reload: the browser then aborts running calls, which must not
 * look like failures. A page that stays after all, behind a « mailto: » link, continues after 5 s at most.
 */
export async function afterLeaving(): Promise<void> {
  const rest = leftAt + LEAVING_MS - performance.now();
  if (rest > 0) await new Promise((resolve) => void setTimeout(resolve, rest));
}

/** For calls that only read. */
export const READ_TIMEOUT_MS = 20_000;
/** For calls that change something, and for documents. */
export const LONG_TIMEOUT_MS = 60_000;

/**
 * A failed call. `status` is null without a response (no network, or a timeout, then `timedOut`); `body` is the parsed
 * JSON of the refusal, whose sentence `lib/refusal-sentence.ts` finds.
 */
export class ApiFailure extends Error {
  readonly status: number | null;
  readonly body: unknown;
  readonly timedOut: boolean;
  /** Delay required by the server (429, 503). */
  retryAfterMs: number | null = null;

  constructor(status: number | null, body: unknown, timedOut = false) {
    super(status === null ? 'no answer' : `HTTP ${status}`);
    this.name = 'ApiFailure';
    this.status = status;
    this.body = body;
    this.timedOut = timedOut;
  }
}

type Schema<R extends Route, Part extends 'params' | 'querystring' | 'body'> =
  R['schema'] extends Record<Part, infer S extends z.ZodType> ? S : never;

type Input<R extends Route, Part extends 'params' | 'querystring' | 'body', Key extends string> =
  Schema<R, Part> extends never ? { [K in Key]?: never } : Given<Key, z.input<Schema<R, Part>>>;

/** Parts without a required field may be omitted. */
type Given<Key extends string, Value> = Partial<Value> extends Value ? { [K in Key]?: Value } : { [K in Key]: Value };

export type CallInput<R extends Route> = Input<R, 'params', 'params'> &
  Input<R, 'querystring', 'query'> &
  Input<R, 'body', 'body'> &
  CallOptions;

type CallOptions = {
  signal?: AbortSignal | undefined;
  timeoutMs?: number;
  /** The call continues when the page is left. */
  keepalive?: boolean;
  /** Added to those of every call. */
  headers?: Readonly<Record<string, string>>;
};

/** In bytes; `total` is null when unknown. */
export type Progress = { done: number; total: number | null };

type Answers<R extends Route> = R['schema']['response'];
/** Result of a successful call: failures throw. */
export type Answer<R extends Route> = z.output<Answers<R>[Extract<keyof Answers<R>, 200 | 201 | 202 | 204>]>;

/**
 * Calls one endpoint of the contract and returns its result, parsed by the route's schema.
 * @throws {ApiFailure} on any refusal, unreadable response, network failure or timeout (20 s for a GET, 60 s otherwise,
 * unless `timeoutMs` is given). An abort by the caller's own `signal` is thrown as the browser's AbortError.
 */
export async function call<const R extends Route>(route: R, input: CallInput<R>): Promise<Answer<R>> {
  return (await callWithHeaders(route, input)).answer;
}

/** Like `call`, with the headers of the response. */
export async function callWithHeaders<const R extends Route>(
  route: R,
  input: CallInput<R>,
): Promise<{ answer: Answer<R>; headers: Headers }> {
  const response = await send(route, input);
  return { answer: await answerOf(route, response), headers: response.headers };
}

/** Reads the whole response of `send`. */
export async function answerOf<const R extends Route>(route: R, response: Response): Promise<Answer<R>> {
  return readAnswer(route, response.status, await textOf(response));
}

/** Statuses of a success, in the order in which a route declares at most two of them. */
const SUCCESSES = [200, 201, 202, 204] as const;

/**
 * A success as the route's schema reads it: any 2xx with JSON, or an empty 204. A call that expects no content ignores
 * what the JSON says.
 * @throws {ApiFailure} when the text is no JSON or lacks what the schema requires, or the status is not a success.
 */
export function readAnswer<const R extends Route>({ schema }: R, status: number, text: string): Answer<R> {
  const declared = SUCCESSES.map((success) => schema.response[success]).find((reader) => reader !== undefined);
  if (status < 200 || status > 299 || declared === undefined) throw new ApiFailure(status, null);
  const body = status === 204 && text === '' ? null : jsonOf(text);
  if (body === undefined) throw new ApiFailure(status, null);
  if (declared.def.type === 'null') return null as Answer<R>;
  const read = declared.safeParse(body);
  if (!read.success) throw new ApiFailure(status, null);
  return read.data as Answer<R>;
}

type LooseInput = CallOptions & { params?: unknown; query?: unknown; body?: unknown; file?: Blob };

export async function send(route: Route, input: LooseInput): Promise<Response> {
  const token = route.config.access === 'none' ? null : readToken();
  const response = await reach(route, input, token);
  if (response.ok && isPage(response.headers)) throw new ApiFailure(response.status, null);
  if (response.ok) {
    accepted = token ?? accepted;
    return response;
  }
  const failure = refusal(token, response.status, jsonOf(await textOf(response)));
  failure.retryAfterMs = waitOf(response.headers);
  throw failure;
}

function waitOf(headers: Headers): number | null {
  const seconds = headers.get('retry-after');
  return seconds !== null && /^\d+$/.test(seconds) ? Number(seconds) * 1000 : null;
}

/** The last accepted and the last refused token on this page. */
let accepted: string | null = null;
let refused: string | null = null;

/** A token unknown to the server is dead for every call; another tab may have signed in again in the meantime. */
export function refusal(token: string | null, status: number, body: unknown): ApiFailure {
  if (status === 401 && token !== null && token === readToken()) {
    refused = token;
    dropToken();
  }
  return new ApiFailure(status, body);
}

/** Whether this page's session was ended elsewhere: by another device, or by a new password. */
export function isEndedElsewhere(): boolean {
  return accepted !== null && accepted === refused;
}

/** Sign-in, mailed links, and the deletion, which ends the cookie. */
const ABOUT_ACCOUNTS =
  /^(POST \/api\/v2\/(token\/login|users\/\w*(activation|reset_password)\w*)|DELETE \/api\/v2\/users\/me)\/$/;

async function reach(route: Route, input: LooseInput, token: string | null): Promise<Response> {
  // A screen makes half a dozen calls at its start, each of which takes a phone some ten milliseconds.
  if (!input.keepalive) await yieldToMain();
  const timeout = AbortSignal.timeout(input.timeoutMs ?? usualTimeout(route));
  try {
    return await fetch(address(route, input), {
      method: route.method,
      headers: headersOf(onceOf(route, input), token),
      // The known-device cookie (decision 0009), which authorises nothing.
      credentials: ABOUT_ACCOUNTS.test(`${route.method} ${route.url}`) ? 'same-origin' : 'omit',
      keepalive: input.keepalive ?? false,
      body: contentOf(input),
      signal: input.signal ? AbortSignal.any([input.signal, timeout]) : timeout,
    });
  } catch (error) {
    if (input.signal?.aborted) throw error;
    await afterLeaving();
    throw new ApiFailure(null, null, timeout.aborted);
  }
}

/** API v3 does a POST once for each key: a call that is not repeated draws its own. */
const onceOf = ({ method, config }: Route, input: LooseInput): LooseInput =>
  method === 'POST' && config.scope !== undefined
    ? { ...input, headers: { 'idempotency-key': crypto.randomUUID(), ...input.headers } }
    : input;

const contentOf = ({ file, body }: LooseInput): BodyInit | null =>
  file ?? (body === undefined ? null : JSON.stringify(body));

function usualTimeout({ method }: Route): number {
  return method === 'GET' ? READ_TIMEOUT_MS : LONG_TIMEOUT_MS;
}

export function headersOf(input: LooseInput, token: string | null): Headers {
  const headers = new Headers({
    accept: 'application/json, */*;q=0.5',
    traceparent: traceparent(),
    ...input.headers,
  });
  if (token !== null) headers.set('authorization', `Token ${token}`);
  if (input.body !== undefined) headers.set('content-type', 'application/json');
  if (input.file !== undefined) headers.set('content-type', 'text/csv');
  // The prescribed default, for a gateway that needs it; our server does not. Other characters cannot be sent.
  const xsrf = getCookie('XSRF-TOKEN');
  if (xsrf !== null && /^[\x21-\x7e]+$/.test(xsrf)) headers.set('x-xsrf-token', xsrf);
  return headers;
}

function address(route: Route, input: LooseInput): string {
  const params = (input.params ?? {}) as Record<string, unknown>;
  const path = route.url.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])));
  const pairs = Object.entries((input.query ?? {}) as Record<string, unknown>)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]): [string, string] => [name, String(value)]);
  return pairs.length === 0 ? path : `${path}?${new URLSearchParams(pairs)}`;
}

/** Empty when the rest does not come. */
async function textOf(response: Response): Promise<string> {
  try {
    return await response.text();
  } catch {
    await afterLeaving();
    return '';
  }
}
