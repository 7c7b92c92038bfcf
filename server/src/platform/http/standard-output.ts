import { writeSync } from 'node:fs';

const LOOKED_AGAIN_AFTER_MS = 10;
const WAITED_AT_MOST_MS = 1_000;

/**
 * Synchronous output of the log: lines are written before the call returns. Waits for a slow reader, whose pipe may be
 * non-blocking. Drops lines on a full disk, where pino's own stream would keep them and retry forever at exit
 * (`flushSync`).
 */
export function standardOutput(): { write(line: string): void } {
  // A reader that has stopped delays one line, not each.
  let isRead = true;
  const write = (line: string): void => {
    const deadline = performance.now() + (isRead ? WAITED_AT_MOST_MS : 0);
    let rest: Uint8Array = Buffer.from(line);
    while (rest.length > 0) {
      try {
        rest = rest.subarray(writeSync(1, rest));
      } catch (error) {
        isRead = isBusy(error) && performance.now() < deadline;
        if (!isRead) return;
        pause();
      }
    }
    isRead = true;
  };
  return { write };
}

const isBusy = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'EAGAIN';

/** Blocks the whole thread, like a blocking write. */
function pause(): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, LOOKED_AGAIN_AFTER_MS);
}
