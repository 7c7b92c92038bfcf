import { SupplierFailure } from './supplier-failure.ts';

/** Different questions that must fail, without any answer in between, before the supplier may be down. */
const DIFFERENT_FAILURES = 5;

export type CircuitState = 'closed' | 'half-open' | 'open';
type Options = {
  service: string;
  /** How long it stays open. */
  breakMs: number;
  /** Milliseconds of any clock. */
  now: () => number;
  onState: (state: CircuitState) => void;
};
/** One request: `subject` identifies its question, `probe` asks a question that this supplier can answer. */
type Call<T> = { subject: string; send: () => Promise<T>; probe: (() => Promise<unknown>) | null };
export type Circuit = {
  /** Rejects with `SupplierFailure` « circuit open » without sending while the supplier is down. */
  run<T>(call: Call<T>): Promise<T>;
};

/**
 * Stops the requests to a supplier that is down. A failure may belong to one question: an odd text, or one place. So it
 * opens only after five different questions have failed in a row and a question that had an answer fails too: neither a
 * repeated question nor many odd ones close the service for everybody.
 */
export function createCircuit({ service, breakMs, now, onState }: Options): Circuit {
  let state: CircuitState = 'closed';
  let opensAgainAt = 0;
  let probing = false;
  const failed = new Set<string>();

  const become = (next: CircuitState): void => {
    if (next === 'open') opensAgainAt = now() + breakMs;
    if (next !== 'half-open') failed.clear();
    if (state === next) return;
    state = next;
    onState(next);
  };
  const refusal = (): SupplierFailure =>
    new SupplierFailure({ service, reason: 'unavailable', detail: 'circuit open' });

  /** The one trial after the pause. */
  async function tryAgain({ send, probe }: Call<unknown>): Promise<unknown> {
    become('half-open');
    try {
      const answer = await (probe ?? send)();
      become('closed');
      return answer;
    } catch (error) {
      become(isOutage(error) ? 'open' : 'closed');
      if (probe === null) throw error;
      if (isOutage(error)) throw refusal();
      return null;
    }
  }

  async function count({ subject, probe }: Call<unknown>): Promise<void> {
    failed.add(subject);
    if (failed.size < DIFFERENT_FAILURES || probing) return;
    probing = true;
    const isDown = probe === null || (await failsAsOutage(probe));
    probing = false;
    if (isDown) become('open');
    else failed.clear();
  }

  return {
    async run<T>(call: Call<T>): Promise<T> {
      if (state === 'half-open' || (state === 'open' && now() < opensAgainAt)) throw refusal();
      if (state === 'open') {
        const answer = await tryAgain(call);
        if (call.probe === null) return answer as T;
      }
      try {
        const answer = await call.send();
        failed.clear();
        return answer;
      } catch (error) {
        if (isOutage(error)) await count(call);
        else if (isAnswer(error)) failed.clear();
        throw error;
      }
    },
  };
}

/** The supplier did not answer, or with 5xx. */
export function isOutage(error: unknown): boolean {
  return error instanceof SupplierFailure && (error.reason === 'timeout' || error.reason === 'unavailable');
}

/** A refusal is an answer; « too many requests » may be our own limit. */
const isAnswer = (error: unknown): boolean => error instanceof SupplierFailure && error.reason !== 'rate-limited';

async function failsAsOutage(probe: () => Promise<unknown>): Promise<boolean> {
  try {
    await probe();
    return false;
  } catch (error) {
    return isOutage(error);
  }
}
