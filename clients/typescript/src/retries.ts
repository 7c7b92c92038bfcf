import { NoAnswerError } from './errors.ts';

export type RetryOptions = {
  /** Calls after the first one; 3 by default, 0 for none. */
  retries?: number | undefined;
  /** Until the head of an answer; 60,000 by default. */
  timeoutMs?: number | undefined;
  /** By default the program's own `fetch`. */
  fetch?: typeof fetch | undefined;
};

const RETRIES = 3;
const TIMEOUT_MS = 60_000;
const FIRST_DELAY_MS = 500;
const LONGEST_DELAY_MS = 8_000;
/** A longer `Retry-After` is left to the caller. */
const LONGEST_WAIT_MS = 60_000;
const PASSING = new Set([429, 500, 502, 503, 504]);

/**
 * A `fetch` that sends a request again when no server answers, or when the refusal passes: the same request, with its
 * `Idempotency-Key`, so that nothing is done or debited twice. It waits as long as `Retry-After` says, otherwise twice as
 * long each time, with a random part.
 */
export function retrying({
  retries = RETRIES,
  timeoutMs = TIMEOUT_MS,
  fetch: send = fetch,
}: RetryOptions = {}): typeof fetch {
  return async (input, init) => {
    const request = new Request(input, init);
    for (let attempt = 0; ; attempt += 1) {
      const answer = await sendOnce(request.clone(), send, timeoutMs);
      const delayMs = attempt < retries ? delayAfter(answer, attempt) : null;
      if (delayMs === null) {
        if (answer instanceof Response) return answer;
        throw answer;
      }
      if (answer instanceof Response) await answer.body?.cancel();
      await wait(delayMs, request.signal);
    }
  };
}

/** The answer, or the error of a call that had none. Throws what the caller aborted. */
async function sendOnce(request: Request, send: typeof fetch, timeoutMs: number): Promise<Response | NoAnswerError> {
  const limit = new AbortController();
  const timer = setTimeout(() => limit.abort(), timeoutMs);
  try {
    return await send(request, { signal: AbortSignal.any([request.signal, limit.signal]) });
  } catch (error) {
    request.signal.throwIfAborted();
    const detail = limit.signal.aborted ? `No answer within ${timeoutMs} ms.` : `No answer: ${reasonOf(error)}.`;
    return new NoAnswerError(detail, error);
  } finally {
    clearTimeout(timer);
  }
}

/** `fetch failed` says nothing: its cause does. */
function reasonOf(error: unknown): string {
  const { cause, message } = error as { cause?: { code?: string; message?: string }; message?: string };
  return cause?.code ?? cause?.message ?? message ?? String(error);
}

/** Null: to be left as it is. */
function delayAfter(answer: Response | NoAnswerError, attempt: number): number | null {
  const usual = Math.min(LONGEST_DELAY_MS, FIRST_DELAY_MS * 2 ** attempt) * (0.5 + Math.random() / 2);
  if (!(answer instanceof Response)) return usual;
  const asked = retryAfterMs(answer.headers.get('retry-after'));
  // A conflict passes when the first request with this key is still running, and then says how long.
  if (!PASSING.has(answer.status) && !(answer.status === 409 && asked !== null)) return null;
  if (asked === null) return usual;
  return asked > LONGEST_WAIT_MS ? null : asked;
}

/** Seconds, or a date. */
function retryAfterMs(header: string | null): number | null {
  if (header === null) return null;
  const ms = /^\d+$/.test(header) ? Number(header) * 1000 : Date.parse(header) - Date.now();
  return Number.isFinite(ms) ? Math.max(0, ms) : null;
}

function wait(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const abort = () => {
      clearTimeout(timer);
      reject(signal.reason as Error);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', abort);
      resolve();
    }, ms);
    if (signal.aborted) abort();
    else signal.addEventListener('abort', abort, { once: true });
  });
}
