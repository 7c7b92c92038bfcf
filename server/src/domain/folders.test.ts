import { expect, it } from 'vitest';
import { domainArrows, domainFolders } from '#test/domain-folders.ts';

const arrows = domainArrows();

it('every folder of the domain has its arrows in lint', () => {
  const folders = domainFolders();
  expect(folders.length).toBeGreaterThan(5);
  expect(folders.filter((folder) => !arrows.has(folder))).toEqual([]);
});

it('no arrow between folders of the domain leads back', () => {
  const below = (folder: string, seen: readonly string[] = []): string[] =>
    (arrows.get(folder) ?? []).flatMap((one) => (seen.includes(one) ? [one] : [one, ...below(one, [...seen, one])]));
  expect([...arrows.keys()].filter((folder) => below(folder).includes(folder))).toEqual([]);
});
