import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '..');
const text = readFileSync(join(ROOT, 'docs/security/asvs.md'), 'utf8');
const rows = [...text.matchAll(/^- (\d+\.\d+\.\d+)(?: (n\/a|\*\*NOT MET\*\*))?: (.*)$/gm)].map(
  ([row, id, state = 'yes', where]) => [row, id, state, where] as const,
);

/** How many requirements of levels 1 and 2 each chapter of ASVS 4.0.3 has. */
const CHAPTERS = [38, 53, 18, 9, 30, 13, 12, 15, 7, 5, 8, 15, 13, 23] as const;

it('every requirement once, chapter by chapter', () => {
  const ids = rows.map(([, id = '']) => id);
  expect(new Set(ids).size).toBe(ids.length);
  expect(CHAPTERS.map((_, chapter) => ids.filter((id) => id.startsWith(`${chapter + 1}.`)).length)).toEqual(CHAPTERS);
});

it('a requirement that is met names an existing file, or says why', () => {
  for (const [, id, state, where = ''] of rows) {
    const files = [...where.matchAll(/`([\w.-]+\/[\w./-]+)`/g)].map(([, file = '']) => file);
    expect([id, files.filter((file) => !existsSync(join(ROOT, file)))]).toEqual([id, []]);
    expect([id, state === 'yes' && where.length < 3]).toEqual([id, false]);
  }
});

it('the totals at the top are those of the rows, and name each requirement that is not met', () => {
  const states = rows.map(([, , state]) => state);
  const count = (wanted: string): number => states.filter((state) => state === wanted).length;
  const sums = /^(\d+) met, (\d+) not applicable, (\d+) not met\. (.*?)\n\n/ms.exec(text);
  expect(sums?.slice(1, 4).map(Number)).toEqual([count('yes'), count('n/a'), count('**NOT MET**')]);
  const missed = rows.flatMap(([, id = '', state]) => (state === '**NOT MET**' ? [id] : []));
  expect(sums?.[4]?.match(/\d+\.\d+\.\d+/g)?.toSorted()).toEqual(missed.toSorted());
});
