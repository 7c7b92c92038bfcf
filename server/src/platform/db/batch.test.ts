import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { createBatch } from './batch.ts';

/** Doubles numbers, refuses negative ones; records the batches. */
function createDouble() {
  const asked: number[][] = [];
  const double = createBatch(async (keys: number[]) => {
    asked.push([...keys]);
    await sleep(5);
    if (keys.some((key) => key < 0)) throw new Error('negative');
    return (key: number) => key * 2;
  });
  return { asked, double };
}

it('an idle source is read at once; keys that arrive meanwhile are read together afterwards', async () => {
  const { asked, double } = createDouble();
  const first = double(1);
  await sleep(1);
  expect(asked).toEqual([[1]]);
  expect(await Promise.all([first, double(2), double(3)])).toEqual([2, 4, 6]);
  expect(asked).toEqual([[1], [2, 3]]);
  expect(await double(1)).toBe(2);
  expect(asked).toHaveLength(3);
});

it('a failed read fails those who waited for it, not the next', async () => {
  const { double } = createDouble();
  const failed = Promise.allSettled([double(-1), double(1)]);
  expect((await failed).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(await double(4)).toBe(8);
});
