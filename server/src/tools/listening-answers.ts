import type { SupplierAnswers } from '#platform/supplier-answers.ts';

/** Nothing is kept: every question goes to the supplier, and `onFailure` hears each failure in full, which facts only name. */
export function listeningAnswers(onFailure: (error: unknown) => void): SupplierAnswers {
  return {
    async ask({ load }) {
      try {
        return { value: await load(), obtainedAt: new Date().toISOString(), lastGood: false };
      } catch (error) {
        onFailure(error);
        throw error;
      }
    },
    settled: () => Promise.resolve(),
  };
}
