import type { Route } from '@clairisque/contract/common/route.ts';

/** Outcome of a call: success with its value, an HTTP refusal, or no usable response. */
export type Outcome<V> =
  | { kind: 'ok'; value: V }
  | { kind: 'refused'; status: number; body: unknown }
  | { kind: 'no response'; why: string };

type Responses<R extends Route> = R['schema']['response'];
/** The type of what zod reads. */
type Output<Schema> = Schema extends { _output: infer Read } ? Read : never;
export type ValueOf<R extends Route> = Output<Responses<R>[Extract<keyof Responses<R>, 200 | 201 | 204>]>;
export type Input = {
  params?: Record<string, string | number>;
  query?: Record<string, string | number>;
  body?: unknown;
  timeoutMs?: number;
};

/** A caller of that site; `send` is the network in between, like `fetch`. */
export type HttpClient = { url: string; send: typeof fetch; token: string | null };

/** The timeout of the pages (web/src/lib/api.ts). */
const TIMEOUT_MS = 20_000;

/** One call of the contract; a success with the wrong shape is no usable response. */
export async function ask<const R extends Route>(
  client: HttpClient,
  route: R,
  input: Input = {},
): Promise<Outcome<ValueOf<R>>> {
  const outcome = await exchange(client, route, input);
  if (outcome.kind !== 'ok') return outcome;
  const { status, bytes } = outcome.value;
  const parsed = route.schema.response[status]?.safeParse(jsonOf(bytes));
  if (!parsed?.success) return { kind: 'no response', why: `not the contract's response (${status})` };
  return { kind: 'ok', value: parsed.data as ValueOf<R> };
}

/** Asks for a file, and gives its bytes. */
export async function askFile(client: HttpClient, route: Route, input: Input = {}): Promise<Outcome<Buffer>> {
  const outcome = await exchange(client, route, input);
  return outcome.kind === 'ok' ? { kind: 'ok', value: outcome.value.bytes } : outcome;
}

async function exchange(
  client: HttpClient,
  route: Route,
  input: Input,
): Promise<Outcome<{ status: number; bytes: Buffer }>> {
  const { body, timeoutMs = TIMEOUT_MS } = input;
  const token = route.config.access === 'none' ? null : client.token;
  try {
    const response = await client.send(client.url + pathOf(route, input), {
      method: route.method,
      headers: {
        accept: 'application/json, */*;q=0.5',
        ...(token !== null && { authorization: `Token ${token}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      body: body === undefined ? null : JSON.stringify(body),
      signal: AbortSignal.timeout(timeoutMs),
    });
    const bytes = Buffer.from(await response.arrayBuffer());
    if (response.ok) return { kind: 'ok', value: { status: response.status, bytes } };
    return { kind: 'refused', status: response.status, body: jsonOf(bytes) };
  } catch (error) {
    return { kind: 'no response', why: error instanceof Error ? error.message : String(error) };
  }
}

function pathOf(route: Route, { params = {}, query = {} }: Input): string {
  const path = route.url.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])));
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) search.set(name, String(value));
  return search.size === 0 ? path : `${path}?${search.toString()}`;
}

function jsonOf(bytes: Buffer): unknown {
  try {
    return bytes.length === 0 ? null : JSON.parse(bytes.toString());
  } catch {
    return null;
  }
}

/** No response, or a temporary failure: worth retrying (web/src/lib/query-client.ts). */
export const isTransient = (outcome: Outcome<unknown>): boolean =>
  outcome.kind === 'no response' || (outcome.kind === 'refused' && (outcome.status >= 500 || outcome.status === 429));
