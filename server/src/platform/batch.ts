/**
 * Reads one by one what is cheaper to read together. While one read is under way, those that arrive wait, and are then asked
 * in one: an idle database is asked at once, a busy one seldom. A key is always read after it was asked for, so that
 * nobody is answered with a state from before their call.
 *
 * @param readAll Gives the finder of each key's result.
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
    // The next ones do not fail with these.
    underWay = found.catch(() => undefined);
    return { keys, found };
  };
  return async (key) => {
    waiting ??= open();
    waiting.keys.push(key);
    return (await waiting.found)(key);
  };
}
