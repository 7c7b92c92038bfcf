import { FLAG_BITS, HAS_CUTS, IS_SHORT, markAt, marksOf, type PackedPiece } from './packed-piece.ts';
import type { Box } from './piece.ts';

/** Two positions within a window, in units. */
export type Positions = { pointX: number; pointY: number; cornerX: number; cornerY: number };

const POINT_INSIDE = 1;
const CORNER_INSIDE = 2;

/**
 * What the pieces of one zone are to a property, in units: one pass over the words of each piece, without an object for
 * an edge. Inside is by the even-odd rule.
 */
export class Meeting {
  /** Original edges that may meet the window: x1, y1, x2, y2, x1… */
  readonly edges: number[] = [];
  #inside = 0;
  #crossed = 0;
  // The edge at hand.
  #x1 = 0;
  #y1 = 0;
  #x2 = 0;
  #y2 = 0;
  readonly #positions: Positions;
  readonly #window: Box;

  constructor(window: Box, positions: Positions) {
    this.#window = window;
    this.#positions = positions;
  }

  get containsPoint(): boolean {
    return (this.#inside & POINT_INSIDE) !== 0;
  }

  get containsCorner(): boolean {
    return (this.#inside & CORNER_INSIDE) !== 0;
  }

  clear(): void {
    this.edges.length = 0;
    this.#inside = 0;
  }

  /** A property inside one of the pieces is inside the zone. */
  add({ words, at }: PackedPiece): void {
    this.#crossed = 0;
    let start = at + 1;
    for (let left = words[at]!; left > 0; left -= 1) start = this.#addRing(words, start);
    this.#inside |= this.#crossed;
  }

  /** Where the next ring starts. */
  #addRing(words: Int32Array, start: number): number {
    const flags = words[start]!;
    const vertices = flags >> FLAG_BITS;
    const isShort = (flags & IS_SHORT) !== 0;
    const end = start + 3 + (vertices - 1) * (isShort ? 1 : 2);
    const marks = (flags & HAS_CUTS) === 0 ? -1 : end;
    const window = this.#window;
    let x = words[start + 1]!;
    let y = words[start + 2]!;
    for (let i = 0, step = start + 3; step < end; i += 1) {
      const fromX = x;
      const fromY = y;
      x += isShort ? (words[step]! << 16) >> 16 : words[step]!;
      y += isShort ? words[step]! >> 16 : words[step + 1]!;
      step += isShort ? 1 : 2;
      // Most edges are on one side of the window.
      if (areBeyond(fromY, y, window)) continue;
      this.#from(fromX, fromY);
      this.#to(x, y, isCut(words, marks, i));
    }
    this.#from(x, y);
    this.#to(words[start + 1]!, words[start + 2]!, isCut(words, marks, vertices - 1));
    return marks < 0 ? end : end + marksOf(vertices);
  }

  #from(x: number, y: number): void {
    this.#x1 = x;
    this.#y1 = y;
  }

  #to(x: number, y: number, isCut: boolean): void {
    this.#x2 = x;
    this.#y2 = y;
    if (!isCut && this.#isAcross()) this.edges.push(this.#x1, this.#y1, x, y);
    const { pointX, pointY, cornerX, cornerY } = this.#positions;
    if (this.#isLeftOf(pointX, pointY)) this.#crossed ^= POINT_INSIDE;
    if (this.#isLeftOf(cornerX, cornerY)) this.#crossed ^= CORNER_INSIDE;
  }

  /** False when both ends of the edge are on the same outer side of the window. */
  #isAcross(): boolean {
    const [west, south, east, north] = this.#window;
    const isBetween = Math.max(this.#x1, this.#x2) >= west && Math.min(this.#x1, this.#x2) <= east;
    return isBetween && Math.max(this.#y1, this.#y2) >= south && Math.min(this.#y1, this.#y2) <= north;
  }

  /** A ray to the east from that position crosses the edge. */
  #isLeftOf(x: number, y: number): boolean {
    if (this.#y1 > y === this.#y2 > y) return false;
    return x < this.#x1 + ((y - this.#y1) / (this.#y2 - this.#y1)) * (this.#x2 - this.#x1);
  }
}

const isCut = (words: Int32Array, marks: number, i: number): boolean => marks >= 0 && markAt(words, marks, i) === 1;

/** An edge between these heights is wholly above the window, or below it. */
const areBeyond = (one: number, other: number, window: Box): boolean =>
  (one > window[3] && other > window[3]) || (one < window[1] && other < window[1]);
