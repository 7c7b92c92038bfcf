import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const tests = globSync('{contract,server,simulators,web,scripts}/**/*.test.ts', {
  exclude: ['**/node_modules/**', 'scripts/property-runs.test.ts'],
})
  .map((path) => ({ path, text: readFileSync(path, 'utf8') }))
  .filter(({ text }) => /from 'fast-check'/.test(text));

it('every property takes its number of runs from `propertyRuns`', () => {
  expect(tests.length).toBeGreaterThan(20);
  const asserts = (text: string): number => text.match(/\b(?:assert|check)\(/g)?.length ?? 0;
  const bounds = (text: string): number => text.match(/\bpropertyRuns\(|\bRUNS\b/g)?.length ?? 0;
  expect(tests.filter(({ text }) => bounds(text) < asserts(text)).map(({ path }) => path)).toEqual([]);
  // A sample makes test data; its number is part of them.
  const own = tests.filter(({ text }) => text.replaceAll(/\bsample\([^)]*\)/g, '').includes('numRuns'));
  expect(own.map(({ path }) => path)).toEqual([]);
});
