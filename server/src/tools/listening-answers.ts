import { systemClock } from '#platform/clock.ts';
import type { SupplierAnswers } from '#platform/suppliers/supplier-answers.ts';
import { createRecorder } from '#platform/suppliers/supplier-exchanges.ts';

/**
 * No cache: every question goes to the supplier, and `onFailure` receives each failure in full, which facts only name.
 */
export function listeningAnswers(onFailure: (error: unknown) => void): SupplierAnswers {
  return {
    async ask({ load }) {
      try {
        const value = await load(createRecorder(systemClock));
        const obtainedAt = systemClock().toISOString();
        return { value, obtainedAt, from: 'supplier', exchanges: null, failure: null };
      } catch (error) {
        onFailure(error);
        throw error;
      }
    },
    settled: () => Promise.resolve(),
  };
}
