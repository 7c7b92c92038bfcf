/** Overhead of an entry: its key, its place in the map, the objects around its bytes. A tile may be smaller. */
const ENTRY_BYTES = 500;

/** A least-recently-used cache bounded in bytes, as estimated by the caller. */
type BoundedCache<V> = {
  get(key: string): V | undefined;
  set(key: string, value: V, held: number): void;
  size(): number;
};

export function createBoundedCache<V>(maxBytes: number): BoundedCache<V> {
  // A Map iterates in insertion order: re-inserting on read keeps the least recently used first.
  const entries = new Map<string, { value: V; bytes: number }>();
  let total = 0;
  function remove(key: string): void {
    total -= entries.get(key)?.bytes ?? 0;
    entries.delete(key);
  }
  return {
    get(key) {
      const entry = entries.get(key);
      if (entry === undefined) return undefined;
      entries.delete(key);
      entries.set(key, entry);
      return entry.value;
    },
    set(key, value, held) {
      remove(key);
      const bytes = held + ENTRY_BYTES;
      if (bytes > maxBytes) return;
      entries.set(key, { value, bytes });
      total += bytes;
      for (const oldest of entries.keys()) {
        if (total <= maxBytes) break;
        remove(oldest);
      }
    },
    size: () => entries.size,
  };
}
