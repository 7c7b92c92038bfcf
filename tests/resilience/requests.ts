const NO_CREDIT = 402;

/** Milliseconds each; `failures` by call and outcome. */
export type Counted = {
  requests: number;
  failures: Map<string, number>;
  durations: Record<'reads' | 'writes' | 'generations', number[]>;
};

/**
 * A `fetch` that counts outcomes: a failure is a truncated response, none, or one that is not a success, a redirection,
 * or out of credit.
 */
export function countRequests(site: string): { send: typeof fetch; result: () => Counted } {
  const counted: Counted = { requests: 0, failures: new Map(), durations: { reads: [], writes: [], generations: [] } };
  const fail = (kind: string): void => void counted.failures.set(kind, (counted.failures.get(kind) ?? 0) + 1);
  const send: typeof fetch = async (input, init) => {
    const url = input instanceof Request ? input.url : String(input);
    if (!url.startsWith(site)) return fetch(input, init);
    const asked = callOf(url, init);
    const from = performance.now();
    counted.requests += 1;
    try {
      const answer = await fetch(input, init);
      const bytes = await answer.arrayBuffer();
      counted.durations[kindOf(asked)].push(performance.now() - from);
      if (answer.status >= 400 && answer.status !== NO_CREDIT) fail(`${answer.status} ${asked}`);
      return new Response(bytes.byteLength === 0 ? null : bytes, answer);
    } catch (error) {
      fail(`${causeOf(error)} ${asked}`);
      throw error;
    }
  };
  return { send, result: () => counted };
}

/** Method and path, identifiers left out. */
export const callOf = (url: string, init?: RequestInit): string =>
  `${init?.method ?? 'GET'} ${new URL(url).pathname.replaceAll(/\/[\w-]*\d[\w.-]*/g, '/…')}`;

function kindOf(asked: string): keyof Counted['durations'] {
  if (/generate/.test(asked)) return 'generations';
  return asked.startsWith('GET') ? 'reads' : 'writes';
}

/** The message of what `fetch` met. */
export const causeOf = (error: unknown): string => {
  const { cause = error } = error as { cause?: unknown };
  return cause instanceof Error ? cause.message : String(cause);
};
