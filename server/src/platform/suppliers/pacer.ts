/**
 * At most `perSecond` starts in any window of one second, per process. Suppliers count by IP address: machines that
 * share one (`sharedBy`) each have a window that many times longer, so that together they keep to the limit. A slot is
 * reserved only within `maxWaitMs`, so that the queue never contains abandoned calls.
 */
export type Pacer = {
  /** Milliseconds to wait before starting, or null when the wait would exceed `maxWaitMs` (nothing is reserved). */
  reserve(nowMs: number, maxWaitMs: number): number | null;
  /**
   * 0 when the call starts now, else how many milliseconds it still waits: a busy process wakes late, and would send two
   * reserved calls at once.
   */
  enter(nowMs: number): number;
  /** No start before then: a supplier that returned 429 blocks all our calls, and longer when we insist. */
  pauseUntil(timeMs: number): void;
};

export function createPacer(perSecond: number, sharedBy = 1): Pacer {
  const windowMs = 1000 * sharedBy;
  /** The last `perSecond` starts, oldest first. */
  const starts: number[] = [];
  /** When they truly did. */
  const entries: number[] = [];
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
    enter(nowMs) {
      const windowOpens = entries.length < perSecond ? 0 : (entries[0] ?? 0) + windowMs;
      const start = Math.max(nowMs, pausedUntil, windowOpens);
      if (start > nowMs) return start - nowMs;
      entries.push(nowMs);
      if (entries.length > perSecond) entries.shift();
      return 0;
    },
    pauseUntil(timeMs) {
      pausedUntil = Math.max(pausedUntil, timeMs);
    },
  };
}
