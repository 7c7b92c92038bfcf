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
  /** Anybody may type its questions: a probe, which each has, says whose a failure is (`isOfOneQuestion`). */
  isTyped?: boolean;
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
export const createCircuit = (options: Options): Circuit => new Breaker(options);

class Breaker implements Circuit {
  readonly #options: Options;
  readonly #failed = new Set<string>();
  #state: CircuitState = 'closed';
  #opensAgainAt = 0;
  #probing: Promise<boolean> | null = null;
  #trial: Promise<void> = Promise.resolve();

  constructor(options: Options) {
    this.#options = options;
  }

  async run<T>(call: Call<T>): Promise<T> {
    // Requests that come during the trial wait for its outcome.
    if (this.#state === 'half-open') await this.#trial;
    if (this.#isRefusing()) throw this.#refusal();
    if (this.#state === 'open') {
      if (call.probe === null) return this.#try(call.send);
      await this.#tryKnown(call.probe);
    }
    try {
      const answer = await call.send();
      this.#failed.clear();
      return answer;
    } catch (error) {
      if (error instanceof SupplierFailure && isOutage(error)) error.isOfOneQuestion = await this.#count(call);
      else if (isAnswer(error)) this.#failed.clear();
      throw error;
    }
  }

  #isRefusing(): boolean {
    return this.#state === 'half-open' || (this.#state === 'open' && this.#options.now() < this.#opensAgainAt);
  }

  #refusal(): SupplierFailure {
    const { service } = this.#options;
    return new SupplierFailure({ service, reason: 'unavailable', detail: 'circuit open' });
  }

  /** The one trial after the pause. */
  async #try<T>(send: () => Promise<T>): Promise<T> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#trial = promise;
    this.#become('half-open');
    try {
      const answer = await send();
      this.#become('closed');
      return answer;
    } catch (error) {
      this.#become(isOutage(error) ? 'open' : 'closed');
      throw error;
    } finally {
      resolve();
    }
  }

  async #tryKnown(probe: () => Promise<unknown>): Promise<void> {
    try {
      await this.#try(probe);
    } catch (error) {
      if (isOutage(error)) throw this.#refusal();
    }
  }

  /** True when it is no failure of the service: the supplier answers others, or it has failed for that question before. */
  async #count({ subject, probe }: Call<unknown>): Promise<boolean> {
    const isRepeated = this.#failed.has(subject);
    this.#failed.add(subject);
    const isTyped = this.#options.isTyped === true;
    const isJudged = this.#failed.size >= DIFFERENT_FAILURES || (isTyped && !isRepeated);
    if (!isJudged) return isTyped;
    const isDown = await (this.#probing ?? this.#judge(probe));
    return isTyped && !isDown;
  }

  async #judge(probe: Call<unknown>['probe']): Promise<boolean> {
    this.#probing = probe === null ? Promise.resolve(true) : failsAsOutage(probe);
    const isDown = await this.#probing;
    this.#probing = null;
    if (!isDown) this.#failed.clear();
    else if (this.#failed.size >= DIFFERENT_FAILURES) this.#become('open');
    return isDown;
  }

  #become(next: CircuitState): void {
    const { breakMs, now, onState } = this.#options;
    if (next === 'open') this.#opensAgainAt = now() + breakMs;
    if (next !== 'half-open') this.#failed.clear();
    if (this.#state === next) return;
    this.#state = next;
    onState(next);
  }
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
