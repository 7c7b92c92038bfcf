import { bulkhead, isBulkheadRejectedError } from 'cockatiel';
import { Failure } from './failure.ts';
import { createSharedCalls } from './shared-calls.ts';

/** Runs a piece of heavy work by its key. Throws `overloaded` when too much of it waits already. */
export type WorkGate<T> = (key: string, work: () => Promise<T>) => Promise<T>;

/** Is told of a gate how to read its state, and of each refusal. */
export type GateWatch = {
  gate(state: () => { underWay: number; waiting: number }): void;
  refused(): void;
};

/**
 * At most `atOnce` pieces of work run and `waiting` wait; the same key asked twice at once is one piece. Beyond, the answer
 * is a 503 at once: a short refusal is kinder than a long wait that fails.
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
