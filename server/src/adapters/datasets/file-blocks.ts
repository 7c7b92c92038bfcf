import { closeSync, fstatSync, openSync, readSync } from 'node:fs';

/** What one read gives, until the next: `at` counts bytes in `bytes`; `words` is the same memory. */
export type Found = { bytes: Buffer; words: Int32Array; at: number };
export type BlockFile = { read(start: number, length: number): Found; close(): void };

/** `places`: of its file, where its number is. */
type Block = {
  bytes: Buffer;
  words: Int32Array;
  held: number;
  wasUsed: boolean;
  places: Int32Array;
  number: number;
};

const BLOCK_BYTES = 16_384;
/** 512 MB for all the releases of a process, outside the heap of V8. */
const MOST_BLOCKS = 32_768;

const NOWHERE = new Int32Array(0);

/** In a circle, for the hand that looks for a block to use again. */
const circle: Block[] = [];
let hand = 0;
/** Parts that run over the end of a block are put together here. */
let joint = emptyBlock(0);

/**
 * Opens a file of a release, read by blocks that stay in memory: as Node cannot map a file, this is what spares a call of
 * the system for each row and piece. A block that was not used since the hand last came by is used for another.
 */
export function openBlocks(path: string): BlockFile {
  const file = openSync(path, 'r');
  // By number of block: its place in the circle, from 1; 0 when it is not in memory.
  const places = new Int32Array(Math.floor(fstatSync(file).size / BLOCK_BYTES) + 1);
  const source = { path, file, places };
  return {
    read(start, length) {
      const first = Math.floor(start / BLOCK_BYTES);
      const at = start - first * BLOCK_BYTES;
      if (at + length <= BLOCK_BYTES) {
        const block = blockOf(source, first);
        requireBytes(source, block.held, at + length);
        return { bytes: block.bytes, words: block.words, at };
      }
      if (length > joint.bytes.length) joint = emptyBlock(2 * length);
      for (let copied = 0; copied < length;) {
        const from = start + copied;
        const block = blockOf(source, Math.floor(from / BLOCK_BYTES));
        const offset = from % BLOCK_BYTES;
        const part = Math.min(BLOCK_BYTES - offset, length - copied);
        requireBytes(source, block.held, offset + part);
        block.bytes.copy(joint.bytes, copied, offset, offset + part);
        copied += part;
      }
      return { bytes: joint.bytes, words: joint.words, at: 0 };
    },
    close() {
      closeSync(file);
      for (const place of places) if (place > 0) forget(circle[place - 1]!);
    },
  };
}

type Source = { path: string; file: number; places: Int32Array };

/** A release was verified when it was copied: the disk has changed since. */
function requireBytes({ path }: Source, held: number, asked: number): void {
  if (held < asked) throw new Error(`${path}: ${held} bytes of a block, ${asked} asked`);
}

function blockOf({ file, places }: Source, number: number): Block {
  const known = places[number] ?? 0;
  if (known > 0) {
    const block = circle[known - 1]!;
    block.wasUsed = true;
    return block;
  }
  const place = sparePlace();
  const block = circle[place]!;
  block.held = readSync(file, block.bytes, 0, BLOCK_BYTES, number * BLOCK_BYTES);
  block.places = places;
  block.number = number;
  places[number] = place + 1;
  return block;
}

function sparePlace(): number {
  if (circle.length < MOST_BLOCKS) return circle.push(emptyBlock(BLOCK_BYTES)) - 1;
  for (;;) {
    hand = (hand + 1) % circle.length;
    const block = circle[hand]!;
    if (!block.wasUsed) {
      forget(block);
      return hand;
    }
    block.wasUsed = false;
  }
}

function forget(block: Block): void {
  block.places[block.number] = 0;
  block.places = NOWHERE;
  block.wasUsed = false;
}

function emptyBlock(length: number): Block {
  const bytes = Buffer.allocUnsafeSlow(length);
  const words = new Int32Array(bytes.buffer, 0, length >> 2);
  return { bytes, words, held: 0, wasUsed: false, places: NOWHERE, number: 0 };
}
