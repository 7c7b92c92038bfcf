/** The first moments of a page are for its content: nothing else should compete for the network or the processor. */
const IDLE_AFTER_MS = 2_500;

/**
 * Runs low-priority work on idle, one after the other; a failure is retried when its result is needed. Returns a
 * function that cancels it.
 */
export function onIdle(...works: (() => Promise<unknown>)[]): () => void {
  let isWanted = true;
  const timer = setTimeout(async () => {
    for (const work of works) {
      if (isWanted) await work().catch(() => null);
    }
  }, IDLE_AFTER_MS);
  return () => {
    isWanted = false;
    clearTimeout(timer);
  };
}
