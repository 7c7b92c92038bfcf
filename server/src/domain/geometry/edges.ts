import type { Position } from 'geojson';

/** Edges in metres, without an object for each: x1, y1, x2, y2, x1… Each is known by where it starts. */
export class Edges {
  readonly numbers: readonly number[];

  constructor(numbers: readonly number[]) {
    this.numbers = numbers;
  }

  /** Shortest distance from a point; Infinity without any. */
  metresFrom(x: number, y: number): number {
    return Math.sqrt(this.#leastFrom(x, y, Infinity));
  }

  /** Square of the shortest distance from a point, when it is less than that. */
  #leastFrom(x: number, y: number, most: number): number {
    const { numbers } = this;
    let least = most;
    for (let at = 0; at < numbers.length; at += 4) {
      const x1 = numbers[at]!;
      const y1 = numbers[at + 1]!;
      const dx = numbers[at + 2]! - x1;
      const dy = numbers[at + 3]! - y1;
      const length = dx * dx + dy * dy;
      const along = length === 0 ? 0 : Math.min(1, Math.max(0, ((x - x1) * dx + (y - y1) * dy) / length));
      const east = x - x1 - along * dx;
      const north = y - y1 - along * dy;
      least = Math.min(least, east * east + north * north);
    }
    return least;
  }

  /** Whether a position is within closed rings, by the even-odd rule. */
  surround(x: number, y: number): boolean {
    const { numbers } = this;
    let isWithin = false;
    for (let at = 0; at < numbers.length; at += 4) {
      const y1 = numbers[at + 1]!;
      const y2 = numbers[at + 3]!;
      if (y1 > y === y2 > y) continue;
      const x1 = numbers[at]!;
      if (x < x1 + ((y - y1) / (y2 - y1)) * (numbers[at + 2]! - x1)) isWithin = !isWithin;
    }
    return isWithin;
  }

  /** Shortest distance to other edges, 0 where they cross; Infinity when there are none on one side. */
  metresTo(others: Edges): number {
    if (this.#crosses(others)) return 0;
    // Edges that do not cross are nearest to each other at an end of one.
    return Math.sqrt(this.#leastFromEnds(others, others.#leastFromEnds(this, Infinity)));
  }

  #leastFromEnds({ numbers }: Edges, most: number): number {
    let least = most;
    for (let at = 0; at < numbers.length; at += 2) least = this.#leastFrom(numbers[at]!, numbers[at + 1]!, least);
    return least;
  }

  #crosses(others: Edges): boolean {
    for (let i = 0; i < this.numbers.length; i += 4) {
      for (let j = 0; j < others.numbers.length; j += 4) {
        if (this.#parts(i, others, j) && others.#parts(j, this, i)) return true;
      }
    }
    return false;
  }

  /** The other edge has an end strictly on each side of this one; where they only touch, an end is at no distance. */
  #parts(at: number, { numbers: others }: Edges, other: number): boolean {
    const { numbers } = this;
    const x1 = numbers[at]!;
    const y1 = numbers[at + 1]!;
    const dx = numbers[at + 2]! - x1;
    const dy = numbers[at + 3]! - y1;
    const from = dx * (others[other + 1]! - y1) - dy * (others[other]! - x1);
    const to = dx * (others[other + 3]! - y1) - dy * (others[other + 2]! - x1);
    return from * to < 0;
  }
}

/** Edges of closed rings. */
export function edgesOf(rings: readonly (readonly Position[])[]): Edges {
  const numbers: number[] = [];
  for (const ring of rings) {
    for (let i = 1; i < ring.length; i += 1) {
      const [from, to] = [ring[i - 1]!, ring[i]!];
      numbers.push(from[0] ?? 0, from[1] ?? 0, to[0] ?? 0, to[1] ?? 0);
    }
  }
  return new Edges(numbers);
}
