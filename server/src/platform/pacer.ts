/**
 * A limit of `perSecond` starts in any window of one second, per process: suppliers count per IP address, so machines
 * that share one address must share the figure too. A slot is reserved only when it comes within `maxWaitMs`, so that
 * a queue never holds calls that nobody waits for any more.
 */
export type Pacer = {
  /** Milliseconds to wait before starting, or null when the wait would exceed `maxWaitMs` (nothing is reserved). */
  reserve(nowMs: number, maxWaitMs: number): number | null;
  /** Nobody starts before then: a supplier that answers 429 blocks all our calls, and waits longer when we insist. */
  pauseUntil(timeMs: number): void;
};

export function createPacer(perSecond: number): Pacer {
  /** The last `perSecond` starts, oldest first. */
  const starts: number[] = [];
  let pausedUntil = 0;
  return {
    reserve(nowMs, maxWaitMs) {
      const windowOpens = starts.length < perSecond ? 0 : (starts[0] ?? 0) + 1000;
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
