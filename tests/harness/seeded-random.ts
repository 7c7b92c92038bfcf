/** Seeded random choices: the same seed gives the same choices. */
export type Random = {
  /** From 0 to `count` - 1. */
  below(count: number): number;
  /** True with that probability in percent. */
  percent(hits: number): boolean;
  of<T>(items: readonly T[]): T | undefined;
};

/** Mulberry32. */
export function createRandom(seed: number): Random {
  let state = Math.trunc(seed);
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let bits = Math.imul(state ^ (state >>> 15), 1 | state);
    bits = (bits + Math.imul(bits ^ (bits >>> 7), 61 | bits)) ^ bits;
    return ((bits ^ (bits >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (count: number): number => Math.floor(next() * count);
  return { below, percent: (hits) => below(100) < hits, of: (items) => items[below(items.length)] };
}
