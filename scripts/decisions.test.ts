import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const FOLDER = join(import.meta.dirname, '../docs/decisions');
const read = (file: string): string => readFileSync(join(FOLDER, file), 'utf8');
const records = readdirSync(FOLDER).filter((file) => file !== 'README.md');
const numbers = records.map((file) => Number(file.slice(0, 4)));

it('every record has a numbered title and its four parts', () => {
  for (const file of records) {
    const text = read(file);
    const headings = [...text.matchAll(/^## (.+)$/gm)].map(([, heading]) => heading);
    expect([file, text.startsWith(`# ${file.slice(0, 4)}. `)]).toEqual([file, true]);
    expect([file, headings]).toEqual([file, ['Status', 'Context', 'Decision', 'Consequences']]);
  }
});

it('the index lists every record once, with its title', () => {
  const listed = [...read('README.md').matchAll(/^\| \[(\d{4})\]\((.+?)\) \| (.+?) \|$/gm)];
  const wanted = records.toSorted().map((file) => {
    const [, number, title] = /^# (\d{4})\. (.+)\n\n## Status\n\nAccepted\b/.exec(read(file)) ?? [];
    return [number, file, title];
  });
  expect(listed.map((match) => match.slice(1))).toEqual(wanted);
});

it('the index says of every number that is missing whether it was never used, or which record it became part of', () => {
  const gaps = Array.from({ length: Math.max(...numbers) }, (_, index) => index + 1).filter(
    (number) => !numbers.includes(number),
  );
  const index = read('README.md');
  const unused = /^Numbers ([^]+?) were reserved/m.exec(index)?.[1]?.match(/\d{4}/g) ?? [];
  const merged = [...index.matchAll(/^\| (\d{4}(?:, \d{4})*) \| \[\d{4}\]\((.+?)\) \|$/gm)];
  expect(merged.filter(([, , file = '']) => !records.includes(file))).toEqual([]);
  const former = merged.flatMap(([, list = '']) => list.split(', '));
  expect([...unused, ...former].map(Number).toSorted((a, b) => a - b)).toEqual(gaps);
});
