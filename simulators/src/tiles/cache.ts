/** Keeps the values asked last; a Map remembers the order of insertion, so the first key is the oldest. */
export function createCache<T>(size: number): { get: (key: string, make: () => T) => T } {
  const values = new Map<string, T>();
  return {
    get(key, make) {
      const value = values.get(key) ?? make();
      values.delete(key);
      values.set(key, value);
      const [oldest] = values.keys();
      if (values.size > size && oldest !== undefined) values.delete(oldest);
      return value;
    },
  };
}
