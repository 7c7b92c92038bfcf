import type { Box } from './piece.ts';

const HEADER_BYTES = 8;
/** Above this number of nodes, flatbush numbers them in 32 bits. */
const SHORT_NODES = 16_384;

/**
 * Searches the packed Hilbert R-tree that flatbush writes, with boxes in units. Its own search makes two lists for each
 * question; this one reuses its memory.
 */
export class BoxIndex {
  /** Numbers of the boxes that the last search found. */
  found: Uint32Array = new Uint32Array(256);
  /** Where they are in the tree. */
  #places: Uint32Array = new Uint32Array(256);
  readonly #boxes: Int32Array;
  readonly #indices: Uint16Array | Uint32Array;
  readonly #nodeSize: number;
  readonly #items: number;
  /** End of each level, in nodes, from the leaves. */
  readonly #ends: number[] = [];
  readonly #nodes: Int32Array;
  readonly #levels: Int32Array;

  /** `data` as written by a flatbush of `Int32Array`. */
  constructor(data: ArrayBuffer) {
    const view = new DataView(data);
    if (view.getUint16(0, true) !== 0x35fb) throw new Error('not a flatbush of Int32Array, version 3');
    this.#nodeSize = view.getUint16(2, true);
    this.#items = view.getUint32(4, true);
    let nodes = this.#items;
    for (let count = this.#items, isRoot = false; !isRoot; isRoot = count === 1) {
      this.#ends.push(nodes);
      count = Math.ceil(count / this.#nodeSize);
      nodes += count;
    }
    this.#ends.push(nodes);
    this.#boxes = new Int32Array(data, HEADER_BYTES, 4 * nodes);
    const Numbers = nodes < SHORT_NODES ? Uint16Array : Uint32Array;
    this.#indices = new Numbers(data, HEADER_BYTES + 16 * nodes, nodes);
    this.#nodes = new Int32Array(this.#ends.length * this.#nodeSize);
    this.#levels = new Int32Array(this.#nodes.length);
  }

  /** Boxes that touch that one, in `found`; their count. */
  search([west, south, east, north]: Box): number {
    const boxes = this.#boxes;
    const indices = this.#indices;
    const nodes = this.#nodes;
    const items = this.#items;
    let count = 0;
    let waiting = 1;
    nodes[0] = boxes.length / 4 - 1;
    this.#levels[0] = this.#ends.length - 1;
    while (waiting > 0) {
      waiting -= 1;
      const first = nodes[waiting]!;
      const level = this.#levels[waiting]!;
      const end = Math.min(first + this.#nodeSize, this.#ends[level]!);
      for (let node = first, at = 4 * first; node < end; node += 1, at += 4) {
        if (boxes[at]! > east || boxes[at + 2]! < west || boxes[at + 1]! > north || boxes[at + 3]! < south) continue;
        if (first < items) this.#add(count++, node);
        else {
          nodes[waiting] = indices[node]! >>> 2;
          this.#levels[waiting++] = level - 1;
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
    const [wide, high] = [around[0] - window[0], around[1] - window[1]];
    let kept = 0;
    for (let i = 0; i < count; i += 1) {
      const at = 4 * this.#places[i]!;
      const east = Math.max(0, this.#boxes[at]! - around[2], around[0] - this.#boxes[at + 2]!) / wide;
      const north = Math.max(0, this.#boxes[at + 1]! - around[3], around[1] - this.#boxes[at + 3]!) / high;
      if (east * east + north * north > 1) continue;
      this.found[kept] = this.found[i]!;
      kept += 1;
    }
    return kept;
  }

  #add(at: number, node: number): void {
    if (at === this.found.length) {
      this.found = longer(this.found);
      this.#places = longer(this.#places);
    }
    this.found[at] = this.#indices[node]!;
    this.#places[at] = node;
  }
}

function longer(numbers: Uint32Array): Uint32Array {
  const twice = new Uint32Array(2 * numbers.length);
  twice.set(numbers);
  return twice;
}
