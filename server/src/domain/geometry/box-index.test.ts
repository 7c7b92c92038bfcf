import Flatbush from 'flatbush';
import { expect, it } from 'vitest';
import { BoxIndex } from './box-index.ts';
import type { Box } from './piece.ts';

/** From 0 to 1, the same each time. */
const drawn = (seed: number): number => ((seed + 1) * 0.618_033_988_75 * (1 + (seed % 7))) % 1;

function boxes(count: number): Box[] {
  return Array.from({ length: count }, (_, i): Box => {
    const [west, south] = [Math.floor(drawn(2 * i) * 1e6) - 500_000, Math.floor(drawn(2 * i + 1) * 1e6)];
    return [west, south, west + Math.floor(drawn(i) * 2e4), south + Math.floor(drawn(i + 5) * 2e4)];
  });
}

it.each([1, 16, 17, 300, 20_000])('finds among %i boxes what flatbush finds', (count) => {
  const flatbush = new Flatbush(count, 16, Int32Array);
  for (const box of boxes(count)) flatbush.add(...box);
  flatbush.finish();
  const index = new BoxIndex(flatbush.data as ArrayBuffer);
  for (let i = 0; i < 200; i += 1) {
    const [west, south] = [drawn(i) * 1e6 - 500_000, drawn(3 * i) * 1e6];
    const side = [0, 30_000, 400_000, 3e6][i % 4]!;
    const window: Box = [west, south, west + side, south + side];
    const found = index.search(window);
    expect([...index.found.subarray(0, found)].toSorted((one, other) => one - other)).toEqual(
      flatbush.search(...window).toSorted((one, other) => one - other),
    );
  }
});

it('within a distance, leaves out what only the corners of the window touch', () => {
  const given: Box[] = [
    [0, 0, 0, 0],
    [130, 0, 140, 0],
    [79, 180, 90, 190],
    [120, 182, 125, 190],
    [-71, -71, -71, -71],
  ];
  const flatbush = new Flatbush(given.length, 16, Int32Array);
  for (const box of given) flatbush.add(...box);
  flatbush.finish();
  const index = new BoxIndex(flatbush.data as ArrayBuffer);
  // A hundred to the sides, two hundred up and down.
  const count = index.searchWithin([0, 0, 30, 20], [-100, -200, 130, 220]);
  expect(new Set(index.found.subarray(0, count))).toEqual(new Set([0, 1, 2, 4]));
});
