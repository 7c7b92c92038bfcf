import { closeSync, fstatSync, openSync, read, readSync } from 'node:fs';
import { promisify } from 'node:util';

const readAsync = promisify(read);

/** What one read gives, until the next: `at` counts bytes in `bytes`; `words` is the same memory. */
export type Found = { bytes: Buffer; words: Int32Array; at: number };
export type BlockFile = {
  read(start: number, length: number): Found;
  /** Reads the file ahead, while there is room in memory: what is asked first then finds it there. */
  readAhead(): Promise<void>;
  close(): void;
};

/** `places`: of its file, where its number is. */
type Block = {
  bytes: Buffer;
  words: Int32Array;
  held: number;
  wasUsed: boolean;
  places: Int32Array;
  number: number;
};

const BLOCK_BYTES = 65_536;
/** 512 MB for all the releases of a process, outside the heap of V8. */
const MOST_BLOCKS = 8_192;

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
  const source: Source = { path, file, places, isClosed: false };
  // One object for every read.
  const found: Found = { bytes: joint.bytes, words: joint.words, at: 0 };
  const from = ({ bytes, words }: Pick<Block, 'bytes' | 'words'>, at: number): Found => {
    found.bytes = bytes;
    found.words = words;
    found.at = at;
    return found;
  };
  return {
    read(start, length) {
      const first = Math.floor(start / BLOCK_BYTES);
      const at = start - first * BLOCK_BYTES;
      if (at + length <= BLOCK_BYTES) {
        const block = blockOf(source, first);
        requireBytes(source, block.held, at + length);
        return from(block, at);
      }
      if (length > joint.bytes.length) joint = emptyBlock(2 * length);
      for (let copied = 0; copied < length;) {
        const next = start + copied;
        const block = blockOf(source, Math.floor(next / BLOCK_BYTES));
        const offset = next % BLOCK_BYTES;
        const part = Math.min(BLOCK_BYTES - offset, length - copied);
        requireBytes(source, block.held, offset + part);
        block.bytes.copy(joint.bytes, copied, offset, offset + part);
        copied += part;
      }
      return from(joint, 0);
    },
    readAhead: () => readAhead(source),
    close() {
      source.isClosed = true;
      closeSync(file);
      for (const place of places) if (place > 0) forget(circle[place - 1]!);
    },
  };
}

type Source = { path: string; file: number; places: Int32Array; isClosed: boolean };

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

async function readAhead(source: Source): Promise<void> {
  const { file, places } = source;
  for (let number = 0; number < places.length; number += 1) {
    if (places[number] !== 0) continue;
    const block = emptyBlock(BLOCK_BYTES);
    if (source.isClosed || circle.length >= MOST_BLOCKS) return;
    const { bytesRead } = await readAsync(file, block.bytes, 0, BLOCK_BYTES, number * BLOCK_BYTES).catch(
      (error: unknown) => {
        if (source.isClosed) return { bytesRead: 0 };
        throw error;
      },
    );
    // Meanwhile the file was closed, the block was read, or the room was taken.
    if (source.isClosed || circle.length >= MOST_BLOCKS) return;
    if (places[number] === 0) places[number] = circle.push({ ...block, held: bytesRead, places, number });
  }
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
