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
