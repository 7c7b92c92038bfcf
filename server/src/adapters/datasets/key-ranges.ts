import { COMMUNE_NUMBERS, communeNumber } from '#domain/datasets/commune-numbers.ts';

/** By key, as in `keys.json`. */
export type Ranges = Record<string, readonly [first: number, count: number]>;

/** Which rows each key has: arrays by the number of the commune, as a map of 35,000 takes several reads of cold memory. */
export class KeyRanges {
  readonly keys: () => string[];
  readonly #firsts = new Uint32Array(COMMUNE_NUMBERS);
  readonly #counts = new Uint32Array(COMMUNE_NUMBERS);
  /** Départements, plans, aerodromes. */
  readonly #others = new Map<string, readonly [first: number, count: number]>();

  constructor(ranges: Ranges) {
    this.keys = () => Object.keys(ranges);
    for (const [key, range] of Object.entries(ranges)) {
      const number = communeNumber(key);
      if (number < 0) this.#others.set(key, range);
      else [this.#firsts[number], this.#counts[number]] = range;
    }
  }

  firstOf(key: string): number {
    const number = communeNumber(key);
    return number < 0 ? (this.#others.get(key)?.[0] ?? 0) : this.#firsts[number]!;
  }

  /** 0 for an unknown key. */
  countOf(key: string): number {
    const number = communeNumber(key);
    return number < 0 ? (this.#others.get(key)?.[1] ?? 0) : this.#counts[number]!;
  }
}
