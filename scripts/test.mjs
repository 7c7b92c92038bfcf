// `npm test`: every test, browser tests included. Closes with a line `N passed, N failed`.
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { ensureInstalled, root, runPinned } from './install.mjs';
import { steps } from './steps.mjs';

await ensureInstalled();
const results = join(root, '.cache', 'tests');
rmSync(results, { recursive: true, force: true });
mkdirSync(results, { recursive: true });

const vitestFile = join(results, 'vitest.json');
const vitest = await runPinned([...steps['test:unit'][0], '--reporter=json', `--outputFile=${vitestFile}`]);
const playwrightFile = join(results, 'playwright.json');
const playwright = await runPinned(steps['test:e2e'][0], { PLAYWRIGHT_JSON_OUTPUT_FILE: playwrightFile });

const units = read(vitestFile);
const journeys = read(playwrightFile)?.stats;
let passed = (units?.numPassedTests ?? 0) + (journeys?.expected ?? 0);
let failed = (units?.numFailedTests ?? 0) + (journeys?.unexpected ?? 0) + (journeys?.flaky ?? 0);
// A runner that died, or a file that could not be loaded, counts as a failure although no test of it did.
if (failed === 0 && (vitest !== 0 || playwright !== 0 || units === null || journeys === undefined)) failed = 1;
for (const { name, reason } of [...failedUnits(), ...failedJourneys()]) console.log(`\nFailed: ${name}\n${reason}`);
console.log(`\n${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;

/** Repeats the failures at the end, since a log may be cut at its beginning. */
function failedUnits() {
  const files = units?.testResults ?? [];
  const unloaded = files.filter(({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0);
  const tests = files.flatMap((file) =>
    file.assertionResults
      .filter(({ status }) => status === 'failed')
      .map((test) => failure(`${file.name} › ${test.fullName}`, test.failureMessages.join('\n'))),
  );
  return [...unloaded.map((file) => failure(file.name, file.message)), ...tests];
}

function failedJourneys() {
  const specs = (suite) => [...suite.specs, ...(suite.suites ?? []).flatMap(specs)];
  return (read(playwrightFile)?.suites ?? [])
    .flatMap(specs)
    .filter(({ ok, tests }) => !ok || tests.some(({ status }) => status === 'flaky'))
    .map((spec) => {
      const errors = spec.tests.flatMap(({ results: tries }) => tries.flatMap((one) => one.errors ?? []));
      return failure(`${spec.file}:${spec.line} › ${spec.title}`, errors.map(({ message }) => message).join('\n'));
    });
}

function failure(name, message) {
  return { name: name.replace(`${root}/`, ''), reason: message.slice(0, 2000) };
}

function read(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return null;
  }
}
