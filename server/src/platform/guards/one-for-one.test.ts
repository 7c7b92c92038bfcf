import { setImmediate } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { createOneForOne } from './one-for-one.ts';

it('what is behind begins at once alone, one for one beside what goes first, and whole once that ends', async () => {
  const { first, behind } = createOneForOne();
  let begun = 0;
  const other = () => behind(async () => void (begun += 1));
  await other();
  expect(begun).toBe(1);
  const ends = [0, 1, 2].map(() => Promise.withResolvers<void>());
  const paid = ends.map(({ promise }) => first(() => promise));
  const all = Array.from({ length: 10 }, other);
  await setImmediate();
  expect(begun).toBe(1);
  ends[0]?.resolve();
  await paid[0];
  await setImmediate();
  expect(begun).toBe(2);
  ends[1]?.reject(new Error('failed'));
  await expect(paid[1]).rejects.toThrow('failed');
  await setImmediate();
  expect(begun).toBe(3);
  ends[2]?.resolve();
  await Promise.all(all);
  expect(begun).toBe(11);
});
