import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Verdict } from './judge.ts';

const PAGE = resolve(import.meta.dirname, '../docs/verification.md');
const HEAD = '| juge | ce qui est jugé | verdict | date | commande |\n|---|---|---|---|---|\n';

/** The last verdict of each judge, in the page that is committed. */
export function writeVerdict(name: string, verdict: Verdict, at: Date): void {
  writeFileSync(PAGE, withVerdict(readFileSync(PAGE, 'utf8'), rowOf(name, verdict, at)));
}

export function rowOf(name: string, { judge, what, findings }: Verdict, at: Date): string {
  const found = findings.length === 1 ? '1 défaut' : `${findings.length} défauts`;
  const said = findings.length === 0 ? 'valable' : found;
  return `| ${judge} | ${what} | ${said} | ${at.toISOString().slice(0, 10)} | \`npm run judges -- ${name}\` |\n`;
}

/** Replaces the row of its command, or adds it. */
export function withVerdict(page: string, row: string): string {
  const [before, after] = page.split(HEAD);
  if (before === undefined || after === undefined) throw new Error('docs/verification.md has no table of judges');
  const rows = /^(?:\|.*\n)*/.exec(after)?.[0] ?? '';
  const commandOf = (line: string): string => line.split('|').at(-2) ?? '';
  const lines = [...rows.matchAll(/.+\n/g)].map(([line]) => line);
  const known = lines.findIndex((line) => commandOf(line) === commandOf(row));
  const kept = known < 0 ? [...lines, row] : lines.with(known, row);
  return `${before}${HEAD}${kept.join('')}${after.slice(rows.length)}`;
}
