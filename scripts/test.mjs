// `npm test`: every test, browser tests included. Closes with a line `N passed, N failed`.
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { ensureInstalled, root, runPinned } from './install.mjs';

await ensureInstalled();
const results = join(root, '.cache', 'tests');
rmSync(results, { recursive: true, force: true });
mkdirSync(results, { recursive: true });

const vitestFile = join(results, 'vitest.json');
const vitest = await runPinned([
  'node_modules/vitest/vitest.mjs',
  'run',
  '--reporter=dot',
  '--reporter=json',
  `--outputFile=${vitestFile}`,
]);
const playwrightFile = join(results, 'playwright.json');
const playwright = await runPinned(
  ['node_modules/@playwright/test/cli.js', 'test', '--config', 'e2e/playwright.config.ts'],
  {
    PLAYWRIGHT_JSON_OUTPUT_FILE: playwrightFile,
  },
);

const units = read(vitestFile);
const journeys = read(playwrightFile)?.stats;
let passed = (units?.numPassedTests ?? 0) + (journeys?.expected ?? 0);
let failed = (units?.numFailedTests ?? 0) + (journeys?.unexpected ?? 0) + (journeys?.flaky ?? 0);
// A runner that died, or a file that could not be loaded, counts as a failure although no test of it did.
if (failed === 0 && (vitest !== 0 || playwright !== 0 || units === null || journeys === undefined)) failed = 1;
console.log(`\n${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;

function read(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return null;
  }
}
