import { expect, it, vi } from 'vitest';
import { createBatch } from './shared-calls.ts';

/** Doubles numbers, refuses negative ones; records the batches, which last until `answer`. */
function createDouble() {
  const asked: number[][] = [];
  const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
  const double = createBatch(async (keys: number[]) => {
    asked.push([...keys]);
    await answered;
    if (keys.some((key) => key < 0)) throw new Error('negative');
    return (key: number) => key * 2;
  });
  return { asked, double, answer };
}

it('an idle source is read at once; keys that arrive meanwhile are read together afterwards', async () => {
  const { asked, double, answer } = createDouble();
  const first = double(1);
  await vi.waitFor(() => expect(asked).toEqual([[1]]));
  const later = [double(2), double(3)];
  expect(asked).toHaveLength(1);
  answer();
  expect(await Promise.all([first, ...later])).toEqual([2, 4, 6]);
  expect(asked).toEqual([[1], [2, 3]]);
  expect(await double(1)).toBe(2);
  expect(asked).toHaveLength(3);
});

it('a failed read fails those who waited for it, not the next', async () => {
  const { double, answer } = createDouble();
  const failed = Promise.allSettled([double(-1), double(1)]);
  answer();
  expect((await failed).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(await double(4)).toBe(8);
});
