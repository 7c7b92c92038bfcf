import { describe, expect, it } from 'vitest';
import { chained, climbed, NOTHING_BEFORE, pathTo, rootOf } from './chain.rules.ts';

const linesOf = (count: number): string[] => {
  let before = NOTHING_BEFORE;
  return Array.from({ length: count }, (_, rank) => (before = chained(before, `edition ERP-2026-${rank}`)));
};

describe('the log of a day', () => {
  it.each([2, 3, 4, 5, 7, 8, 33])('%i lines → each path leads to the root, no other line’s does', (count) => {
    const hashes = linesOf(count);
    const root = rootOf(hashes);
    for (const [index, hash] of hashes.entries()) {
      const path = pathTo(hashes, index);
      expect(climbed(hash, path)).toBe(root);
      expect(climbed(hashes[(index + 1) % count] ?? '', path)).not.toBe(root);
    }
  });

  it('a single line → it is the root, without a path', () => {
    const [hash = ''] = linesOf(1);
    expect([pathTo([hash], 0), climbed(hash, [])]).toEqual([[], rootOf([hash])]);
  });

  it('a line changed, two swapped, one left out → another root', () => {
    const hashes = linesOf(6);
    const root = rootOf(hashes);
    const [one = '', two = '', ...others] = hashes;
    for (const altered of [
      [chained(NOTHING_BEFORE, 'edition ERP-2026-1 '), two, ...others],
      [two, one, ...others],
      [two, ...others],
    ])
      expect(rootOf(altered)).not.toBe(root);
  });

  it('the example of docs/verification.md', () => {
    expect(chained(NOTHING_BEFORE, 'edition ERP-2026-000123 sha256:00 2026-11-28T09:14:07Z')).toBe(
      '4169dd174e86f24054f3b57afa1d9fff8fbd4f0d29f3009585b7187dd72b6e1c',
    );
  });
});
