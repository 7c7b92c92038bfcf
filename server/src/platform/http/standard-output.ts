import { writeSync } from 'node:fs';

const LOOKED_AGAIN_AFTER_MS = 10;
const WAITED_AT_MOST_MS = 1_000;

/**
 * Where the log's lines go, written before the call returns. A slow reader is waited for: his pipe may have been made
 * non-blocking by whoever shares it, the standard error included. What a full disk has no place for is lost: pino's own
 * stream keeps it, and tries for ever at the end of the process (`flushSync`).
 */
export function standardOutput(): { write(line: string): void } {
  // Who reads no more makes one line wait, not each.
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

/** Of the whole thread, as a blocking write is. */
function pause(): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, LOOKED_AGAIN_AFTER_MS);
}
