import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const tests = globSync('{contract,server,simulators,web,scripts}/**/*.test.ts', { exclude: ['**/node_modules/**'] })
  .map((path) => ({ path, text: readFileSync(path, 'utf8') }))
  .filter(({ text }) => /from 'fast-check'/.test(text));

it('every property takes its number of runs from `propertyRuns`', () => {
  expect(tests.length).toBeGreaterThan(20);
  const asserts = (text: string): number => text.match(/\bassert\(/g)?.length ?? 0;
  const bounds = (text: string): number => text.match(/\bpropertyRuns\(|\bRUNS\b/g)?.length ?? 0;
  expect(tests.filter(({ text }) => bounds(text) < asserts(text)).map(({ path }) => path)).toEqual([]);
  const own = /\bassert\((?:(?!\);)[^])*?numRuns/;
  expect(tests.filter(({ text }) => own.test(text)).map(({ path }) => path)).toEqual([]);
});
