import type { Box } from './piece.ts';

const HEADER_BYTES = 8;
/** An entry of a cell: a box, then its number. */
const WORDS = 5;
/** A box is in each cell that it touches: cells are widened until there are no more entries a box than these. */
const MOST_ENTRIES = 8;

/**
 * Finds boxes, in units, by the cells of a grid. A tree has to be read level by level in cold memory, in three times as
 * long; the cells that a property touches are some rows of neighbours. The memory of an answer is used again.
 */
export class BoxIndex {
  /** Numbers of the boxes that the last search found. */
  found: Uint32Array = new Uint32Array(256);
  /** Their entries. */
  #places: Uint32Array = new Uint32Array(256);
  readonly #columns: Axis;
  readonly #rows: Axis;
  /** First entry of each cell, row by row, and the end. */
  readonly #firsts: Uint32Array;
  readonly #entries: Int32Array;

  /** `data` as written by a flatbush of `Int32Array`: its boxes, and their numbers. */
  constructor(data: ArrayBuffer) {
    const { boxes, numbers, extent } = itemsOf(data);
    let cells = Math.ceil(Math.sqrt(numbers.length));
    let grid = gridOf(extent, cells);
    while (cells > 1 && entriesIn(boxes, grid) > MOST_ENTRIES * numbers.length) {
      cells = Math.ceil(cells / 2);
      grid = gridOf(extent, cells);
    }
    [this.#columns, this.#rows] = grid;
    this.#firsts = new Uint32Array(cells * cells + 1);
    eachEntry(boxes, grid, (_, cell) => (this.#firsts[cell + 1]! += 1));
    for (let cell = 0; cell < cells * cells; cell += 1) this.#firsts[cell + 1]! += this.#firsts[cell]!;
    this.#entries = new Int32Array(WORDS * this.#firsts[cells * cells]!);
    const next = this.#firsts.slice();
    eachEntry(boxes, grid, (item, cell) => {
      const at = WORDS * next[cell]!;
      for (let i = 0; i < 4; i += 1) this.#entries[at + i] = boxes[4 * item + i]!;
      this.#entries[at + 4] = numbers[item]!;
      next[cell]! += 1;
    });
  }

  /** Boxes that touch that one, in `found`; their count. */
  search(window: Box): number {
    const firsts = this.#firsts;
    const west = this.#columns.cellOf(window[0]);
    const east = this.#columns.cellOf(window[2]);
    const south = this.#rows.cellOf(window[1]);
    const north = this.#rows.cellOf(window[3]);
    let count = 0;
    for (let row = south; row <= north; row += 1) {
      const first = row * this.#columns.cells;
      for (let column = west; column <= east; column += 1) {
        for (let entry = firsts[first + column]!; entry < firsts[first + column + 1]!; entry += 1) {
          if (!this.#touches(entry, window)) continue;
          // A box of several cells is found in the first one.
          const at = WORDS * entry;
          const isFirst =
            column === Math.max(west, this.#columns.cellOf(this.#entries[at]!)) &&
            row === Math.max(south, this.#rows.cellOf(this.#entries[at + 1]!));
          if (isFirst) this.#add(count++, entry);
        }
      }
    }
    return count;
  }

  /**
   * Boxes of `window` whose gap to the box within it is not longer than the window's margins: an ellipse at its corners, as
   * margins are as many metres. In `found`; their count.
   */
  searchWithin(around: Box, window: Box): number {
    const count = this.search(window);
    const entries = this.#entries;
    const wide = around[0] - window[0];
    const high = around[1] - window[1];
    let kept = 0;
    for (let i = 0; i < count; i += 1) {
      const at = WORDS * this.#places[i]!;
      const east = Math.max(0, entries[at]! - around[2], around[0] - entries[at + 2]!) / wide;
      const north = Math.max(0, entries[at + 1]! - around[3], around[1] - entries[at + 3]!) / high;
      if (east * east + north * north <= 1) this.found[kept++] = this.found[i]!;
    }
    return kept;
  }

  #touches(entry: number, window: Box): boolean {
    const entries = this.#entries;
    const at = WORDS * entry;
    if (entries[at]! > window[2] || entries[at + 2]! < window[0]) return false;
    return entries[at + 1]! <= window[3] && entries[at + 3]! >= window[1];
  }

  #add(at: number, entry: number): void {
    if (at === this.found.length) {
      this.found = longer(this.found);
      this.#places = longer(this.#places);
    }
    this.found[at] = this.#entries[WORDS * entry + 4]!;
    this.#places[at] = entry;
  }
}

/** Cells of one width; what lies beyond the ends is in the first or the last one. */
class Axis {
  readonly cells: number;
  readonly #start: number;
  readonly #perUnit: number;

  constructor(start: number, end: number, cells: number) {
    this.cells = cells;
    this.#start = start;
    this.#perUnit = cells / (end - start + 1);
  }

  cellOf(value: number): number {
    return Math.min(this.cells - 1, Math.max(0, Math.floor((value - this.#start) * this.#perUnit)));
  }
}

type Grid = readonly [columns: Axis, rows: Axis];

const gridOf = ([west, south, east, north]: Box, cells: number): Grid => [
  new Axis(west, east, cells),
  new Axis(south, north, cells),
];

function itemsOf(data: ArrayBuffer) {
  const view = new DataView(data);
  if (view.getUint16(0, true) !== 0x35fb) throw new Error('not a flatbush of Int32Array, version 3');
  const nodeSize = view.getUint16(2, true);
  const items = view.getUint32(4, true);
  let nodes = items;
  for (let level = items; level > 1 || nodes === items;) {
    level = Math.ceil(level / nodeSize);
    nodes += level;
  }
  const boxes = new Int32Array(data, HEADER_BYTES, 4 * nodes);
  // Above this number of nodes, flatbush numbers boxes in 32 bits.
  const Numbers = nodes < 16_384 ? Uint16Array : Uint32Array;
  const numbers = new Numbers(data, HEADER_BYTES + 16 * nodes, items);
  return { boxes: boxes.subarray(0, 4 * items), numbers, extent: [...boxes.subarray(4 * nodes - 4)] as unknown as Box };
}

function eachEntry(boxes: Int32Array, [columns, rows]: Grid, visit: (item: number, cell: number) => void): void {
  const items = boxes.length / 4;
  for (let item = 0; item < items; item += 1) {
    const [west, east] = [columns.cellOf(boxes[4 * item]!), columns.cellOf(boxes[4 * item + 2]!)];
    const north = rows.cellOf(boxes[4 * item + 3]!);
    for (let row = rows.cellOf(boxes[4 * item + 1]!); row <= north; row += 1) {
      for (let column = west; column <= east; column += 1) visit(item, row * columns.cells + column);
    }
  }
}

function entriesIn(boxes: Int32Array, [columns, rows]: Grid): number {
  let count = 0;
  for (let at = 0; at < boxes.length; at += 4) {
    const across = columns.cellOf(boxes[at + 2]!) - columns.cellOf(boxes[at]!) + 1;
    count += across * (rows.cellOf(boxes[at + 3]!) - rows.cellOf(boxes[at + 1]!) + 1);
  }
  return count;
}

function longer(numbers: Uint32Array): Uint32Array {
  const twice = new Uint32Array(2 * numbers.length);
  twice.set(numbers);
  return twice;
}
