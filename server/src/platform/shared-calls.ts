/**
 * Batches reads that are cheaper together. While one read is running, later keys wait and are read in one batch:
 * without delay when the database is idle. A key is always read after it was requested, so no caller gets an older
 * state.
 * @param readAll returns a function that finds each key's result.
 */
export function createBatch<K, R>(readAll: (keys: K[]) => Promise<(key: K) => R>): (key: K) => Promise<R> {
  let waiting: { keys: K[]; found: Promise<(key: K) => R> } | null = null;
  let underWay: Promise<unknown> = Promise.resolve();
  const open = () => {
    const keys: K[] = [];
    const found = underWay.then(() => {
      waiting = null;
      return readAll(keys);
    });
    // Their failure is not the next batch's.
    underWay = found.catch(() => undefined);
    return { keys, found };
  };
  return async (key) => {
    waiting ??= open();
    waiting.keys.push(key);
    return (await waiting.found)(key);
  };
}

/** Concurrent calls with the same key share one promise; nothing is kept once it settles. */
export function createSingleFlight<T>(): (key: string, call: () => Promise<T>) => Promise<T> {
  const running = new Map<string, Promise<T>>();
  return (key, call) => {
    const current = running.get(key);
    if (current !== undefined) return current;
    const started = call().finally(() => running.delete(key));
    running.set(key, started);
    return started;
  };
}
