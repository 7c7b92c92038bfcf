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
    const parts = /^## Status\n\nSuperseded/m.test(text)
      ? ['Status']
      : ['Status', 'Context', 'Decision', 'Consequences'];
    expect([file, text.startsWith(`# ${file.slice(0, 4)}. `)]).toEqual([file, true]);
    expect([file, headings]).toEqual([file, parts]);
  }
});

it('the index lists every record once, with its title, and says which are superseded', () => {
  const listed = [
    ...read('README.md').matchAll(/^\| \[(\d{4})\]\((.+?)\) \| (.+?)( \(superseded\))?(?: \| \w+)? \|$/gm),
  ];
  const wanted = records.toSorted().map((file) => {
    const [, number, title, status] =
      /^# (\d{4})\. (.+)\n\n## Status\n\n(Accepted|Superseded)\b/.exec(read(file)) ?? [];
    return [number, file, title, status === 'Superseded' ? ' (superseded)' : undefined];
  });
  expect(listed.map((match) => match.slice(1))).toEqual(wanted);
});

it('the index names every number that is missing', () => {
  const gaps = Array.from({ length: Math.max(...numbers) }, (_, index) => index + 1).filter(
    (number) => !numbers.includes(number),
  );
  const line = /^Numbers ([^]+?) were reserved/m.exec(read('README.md'))?.[1] ?? '';
  expect(line.match(/\d{4}/g)?.map(Number)).toEqual(gaps);
});
