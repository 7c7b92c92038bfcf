import { bulkhead, isBulkheadRejectedError } from 'cockatiel';
import { AppError } from '#platform/app-error.ts';
import { createSingleFlight } from '#platform/suppliers/single-flight.ts';

/** Runs heavy work by its key. Throws `overloaded` when too much already waits. */
export type ConcurrencyLimit<T> = (key: string, work: () => Promise<T>) => Promise<T>;

/** Receives a function to read a gate's state, and each refusal. */
export type GateWatch = {
  gate(state: () => { underWay: number; waiting: number }): void;
  refused(): void;
};

/**
 * Concurrency limit with single flight: at most `atOnce` run and `waiting` wait; concurrent calls with the same key
 * share one run. Beyond, a 503 at once: better than a long wait that fails.
 */
export function createConcurrencyLimit<T>(
  limits: { atOnce: number; waiting: number },
  watch?: GateWatch,
): ConcurrencyLimit<T> {
  const shared = createSingleFlight<T>();
  const gate = bulkhead(limits.atOnce, limits.waiting);
  watch?.gate(() => ({
    underWay: limits.atOnce - gate.executionSlots,
    waiting: limits.waiting - gate.queueSlots,
  }));
  return (key, work) =>
    shared(key, async () => {
      try {
        return await gate.execute(work);
      } catch (error) {
        if (!isBulkheadRejectedError(error)) throw error;
        watch?.refused();
        throw new AppError(
          'overloaded',
          'Le service est très demandé. Rien n’a été débité : réessayez dans un instant.',
        );
      }
    });
}
