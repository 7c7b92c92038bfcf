/**
 * A limit of `perSecond` starts in any window of one second, per process. Suppliers count per IP address: of machines that
 * share one, each has a window as many times longer (`sharedBy`), and all of them together keep to the figure. A slot is reserved only when it comes within `maxWaitMs`, so that
 * a queue never holds calls that nobody waits for any more.
 */
export type Pacer = {
  /** Milliseconds to wait before starting, or null when the wait would exceed `maxWaitMs` (nothing is reserved). */
  reserve(nowMs: number, maxWaitMs: number): number | null;
  /** Nobody starts before then: a supplier that answers 429 blocks all our calls, and waits longer when we insist. */
  pauseUntil(timeMs: number): void;
};

export function createPacer(perSecond: number, sharedBy = 1): Pacer {
  const windowMs = 1000 * sharedBy;
  /** The last `perSecond` starts, oldest first. */
  const starts: number[] = [];
  let pausedUntil = 0;
  return {
    reserve(nowMs, maxWaitMs) {
      const windowOpens = starts.length < perSecond ? 0 : (starts[0] ?? 0) + windowMs;
      const start = Math.max(nowMs, pausedUntil, windowOpens);
      if (start - nowMs > maxWaitMs) return null;
      starts.push(start);
      if (starts.length > perSecond) starts.shift();
      return start - nowMs;
    },
    pauseUntil(timeMs) {
      pausedUntil = Math.max(pausedUntil, timeMs);
    },
  };
}
