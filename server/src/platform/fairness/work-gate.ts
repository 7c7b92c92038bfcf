import { bulkhead, isBulkheadRejectedError } from 'cockatiel';
import { Failure } from '#platform/failure.ts';
import { createSharedCalls } from '#platform/suppliers/shared-calls.ts';

/** Runs heavy work by its key. Throws `overloaded` when too much already waits. */
export type WorkGate<T> = (key: string, work: () => Promise<T>) => Promise<T>;

/** Receives a function to read a gate's state, and each refusal. */
export type GateWatch = {
  gate(state: () => { underWay: number; waiting: number }): void;
  refused(): void;
};

/**
 * Concurrency limit with single flight: at most `atOnce` run and `waiting` wait; concurrent calls with the same key
 * share one run. Beyond, a 503 at once: better than a long wait that fails.
 */
export function createWorkGate<T>(limits: { atOnce: number; waiting: number }, watch?: GateWatch): WorkGate<T> {
  const shared = createSharedCalls<T>();
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
        throw new Failure(
          'overloaded',
          'Le service est très demandé. Rien n’a été débité : réessayez dans un instant.',
        );
      }
    });
}
