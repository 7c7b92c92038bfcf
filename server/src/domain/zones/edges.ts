import type { Position } from 'geojson';

/** Edges in metres, without an object for each: x1, y1, x2, y2, x1… Each is known by where it starts. */
export class Edges {
  readonly numbers: readonly number[];

  constructor(numbers: readonly number[]) {
    this.numbers = numbers;
  }

  /** Shortest distance from a point; Infinity without any. */
  metresFrom(x: number, y: number): number {
    let least = Infinity;
    for (let at = 0; at < this.numbers.length; at += 4) least = Math.min(least, this.squared(at, x, y));
    return Math.sqrt(least);
  }

  /** Whether a position is within closed rings, by the even-odd rule. */
  surround(x: number, y: number): boolean {
    const { numbers } = this;
    let isWithin = false;
    for (let at = 0; at < numbers.length; at += 4) {
      const [y1, y2] = [numbers[at + 1]!, numbers[at + 3]!];
      if (y1 > y === y2 > y) continue;
      const x1 = numbers[at]!;
      if (x < x1 + ((y - y1) / (y2 - y1)) * (numbers[at + 2]! - x1)) isWithin = !isWithin;
    }
    return isWithin;
  }

  /** Shortest distance to other edges, 0 where they cross; Infinity when there are none on one side. */
  metresTo(others: Edges): number {
    const [ours, theirs] = [this.numbers, others.numbers];
    let least = Infinity;
    for (let i = 0; i < ours.length; i += 4) {
      for (let j = 0; j < theirs.length; j += 4) {
        if (this.#parts(i, others, j) && others.#parts(j, this, i)) return 0;
        least = Math.min(
          least,
          others.squared(j, ours[i]!, ours[i + 1]!),
          others.squared(j, ours[i + 2]!, ours[i + 3]!),
          this.squared(i, theirs[j]!, theirs[j + 1]!),
          this.squared(i, theirs[j + 2]!, theirs[j + 3]!),
        );
      }
    }
    return Math.sqrt(least);
  }

  /** Square of the distance from a point to an edge. */
  squared(at: number, x: number, y: number): number {
    const { numbers } = this;
    const [x1, y1] = [numbers[at]!, numbers[at + 1]!];
    const [dx, dy] = [numbers[at + 2]! - x1, numbers[at + 3]! - y1];
    const length = dx * dx + dy * dy;
    const along = length === 0 ? 0 : Math.min(1, Math.max(0, ((x - x1) * dx + (y - y1) * dy) / length));
    return (x - x1 - along * dx) ** 2 + (y - y1 - along * dy) ** 2;
  }

  /** The other edge has an end strictly on each side of this one; where they only touch, an end is at no distance. */
  #parts(at: number, { numbers: others }: Edges, other: number): boolean {
    const { numbers } = this;
    const [x1, y1] = [numbers[at]!, numbers[at + 1]!];
    const [dx, dy] = [numbers[at + 2]! - x1, numbers[at + 3]! - y1];
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
