import { truncateSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openBlocks } from './file-blocks.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'clairisque-blocks-'));
});
afterAll(() => rm(folder, { recursive: true }));

const WORDS = 100_000;

function written(name: string, first: number): string {
  const path = join(folder, name);
  writeFileSync(
    path,
    Int32Array.from({ length: WORDS }, (_, i) => first + i),
  );
  return path;
}

it('reads the same as the file, within a block and over several, of two files in turn', () => {
  const [one, other] = [openBlocks(written('one', 0)), openBlocks(written('other', 1_000_000))];
  for (let i = 0; i < 2_000; i += 1) {
    const at = (i * 7_919) % WORDS;
    const count = Math.min(WORDS - at, i % 50 === 0 ? 9_000 : i % 40);
    for (const [file, first] of [
      [one, 0],
      [other, 1_000_000],
    ] as const) {
      const found = file.read(4 * at, 4 * count);
      const words = found.words.subarray(found.at / 4, found.at / 4 + count);
      expect([words[0], words.at(-1)]).toEqual(
        count === 0 ? [undefined, undefined] : [first + at, first + at + count - 1],
      );
    }
  }
  const { bytes, at } = one.read(65_536, 4);
  expect(bytes.readInt32LE(at)).toBe(16_384);
  one.close();
  expect(other.read(0, 4).words[0]).toBe(1_000_000);
  other.close();
});

it('refuses what a truncated file no longer has', () => {
  const path = written('truncated', 0);
  const file = openBlocks(path);
  truncateSync(path, 200_002);
  expect(file.read(0, 40).words[0]).toBe(0);
  expect(() => file.read(200_000, 4)).toThrow(/truncated: .* asked/);
  expect(() => file.read(4 * WORDS - 4, 4)).toThrow(/asked/);
  file.close();
});

it('reads a file ahead, once, also while it is read or closed', async () => {
  const path = written('ahead', 0);
  const file = openBlocks(path);
  const isAhead = file.readAhead();
  expect(file.read(200_000, 4).words[file.read(200_000, 4).at / 4]).toBe(50_000);
  await isAhead;
  // What is in memory is not read again.
  writeFileSync(path, Buffer.alloc(4 * WORDS));
  for (const word of [0, 20_000, 50_000, WORDS - 1]) {
    const { words, at } = file.read(4 * word, 4);
    expect(words[at / 4]).toBe(word);
  }
  file.close();
  const closed = openBlocks(path);
  const whenClosed = closed.readAhead();
  closed.close();
  await whenClosed;
});
