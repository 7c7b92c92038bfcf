import type { Route } from '@clairisque/contract/common/route.ts';

/** Outcome of a call: success with its value, an HTTP refusal, or no usable response. */
export type Told<A> =
  | { heard: 'yes'; answer: A }
  | { heard: 'no'; status: number; body: unknown }
  | { heard: 'nothing'; why: string };

type Answers<R extends Route> = R['schema']['response'];
/** As zod reads them. */
type Output<Schema> = Schema extends { _output: infer Read } ? Read : never;
type AnswerOf<R extends Route> = Output<Answers<R>[Extract<keyof Answers<R>, 200 | 201 | 204>]>;
type Input = {
  params?: Record<string, string | number>;
  query?: Record<string, string | number>;
  body?: unknown;
  timeoutMs?: number;
};

/** A client of that address; `send` is the network in between, like `fetch`. */
export type Asker = { url: string; send: typeof fetch; token: string | null };

/** The timeout of the pages (web/src/lib/api.ts). */
const TIMEOUT_MS = 20_000;

/** One call of the contract; a success with the wrong shape counts as not understood. */
export async function ask<const R extends Route>(
  asker: Asker,
  route: R,
  input: Input = {},
): Promise<Told<AnswerOf<R>>> {
  const heard = await exchange(asker, route, input);
  if (heard.heard !== 'yes') return heard;
  const { status, bytes } = heard.answer;
  const parsed = route.schema.response[status]?.safeParse(jsonOf(bytes));
  if (!parsed?.success) return { heard: 'nothing', why: `not the contract's answer (${status})` };
  return { heard: 'yes', answer: parsed.data as AnswerOf<R> };
}

/** The same for a file: its bytes. */
export async function askFile(asker: Asker, route: Route, input: Input = {}): Promise<Told<Buffer>> {
  const heard = await exchange(asker, route, input);
  return heard.heard === 'yes' ? { heard: 'yes', answer: heard.answer.bytes } : heard;
}

async function exchange(asker: Asker, route: Route, input: Input): Promise<Told<{ status: number; bytes: Buffer }>> {
  const { body, timeoutMs = TIMEOUT_MS } = input;
  const token = route.config.access === 'none' ? null : asker.token;
  try {
    const response = await asker.send(asker.url + addressOf(route, input), {
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
    if (response.ok) return { heard: 'yes', answer: { status: response.status, bytes } };
    return { heard: 'no', status: response.status, body: jsonOf(bytes) };
  } catch (error) {
    return { heard: 'nothing', why: error instanceof Error ? error.message : String(error) };
  }
}

function addressOf(route: Route, { params = {}, query = {} }: Input): string {
  const path = route.url.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])));
  const search = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]));
  return search.size === 0 ? path : `${path}?${search}`;
}

function jsonOf(bytes: Buffer): unknown {
  try {
    return bytes.length === 0 ? null : JSON.parse(bytes.toString());
  } catch {
    return null;
  }
}

/** No response, or a temporary failure: worth retrying (web/src/lib/query-client.ts). */
export const mayPass = (told: Told<unknown>): boolean =>
  told.heard === 'nothing' || (told.heard === 'no' && (told.status >= 500 || told.status === 429));
