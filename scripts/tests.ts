/**
 * `npm test`: every test of the gate, browser tests included. Repeats the failures at the end, since a log may be cut at its
 * beginning, and closes with a line `N passed, N failed`. With `units`, `journeys` or a group of `seldom.ts`: only these,
 * all of them, as in the night (decision 0103).
 */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { excludedTests, isSeldom, SELDOM, seldomTests } from './seldom.ts';
import { runNode, STEPS } from './steps.ts';
import { saveDurations } from './test-durations.ts';
import { inWords, journeyResults, readReport, unitResults, type Results } from './test-results.ts';

const FOLDER = join('.cache', 'tests');

const PARTS: Record<string, () => Promise<Results>> = {
  units: () => runUnits(seldomTests().flatMap((file) => ['--exclude', file])),
  journeys: () => runJourneys({}),
};

rmSync(FOLDER, { recursive: true, force: true });
mkdirSync(FOLDER, { recursive: true });
const [part] = process.argv.slice(2);
const results = part === undefined ? await runGate() : await partOf(part)();
writeFileSync(join(FOLDER, 'results.json'), JSON.stringify(results));
console.log(inWords(results.failures));
console.log(`\n${results.passed} passed, ${results.failed} failed`);
process.exitCode = results.failed === 0 ? 0 : 1;

function partOf(name: string): () => Promise<Results> {
  if (isSeldom(name)) return () => runUnits(seldomTests([name]));
  const found = PARTS[name];
  const names = [...Object.keys(PARTS), ...Object.keys(SELDOM)];
  if (found === undefined) throw new Error(`usage: npm test [-- ${names.join('|')}]`);
  return found;
}

/** Both at once: tests of Vitest wait often, journeys seldom. */
async function runGate(): Promise<Results> {
  const [units, journeys] = await Promise.all([runUnits(excludedTests()), runJourneys({ JOURNEYS: 'gate' })]);
  return {
    passed: units.passed + journeys.passed,
    failed: units.failed + journeys.failed,
    failures: [...units.failures, ...journeys.failures],
  };
}

async function runUnits(args: string[]): Promise<Results> {
  const file = join(FOLDER, 'vitest.json');
  const command = [...STEPS['test:unit'], '--reporter=json', `--outputFile=${file}`, ...args];
  const code = await timed('Vitest', () => runNode(command));
  const report = readReport(file);
  saveDurations(report);
  return unitResults(report, code);
}

async function runJourneys(which: { JOURNEYS?: 'gate' }): Promise<Results> {
  const file = join(FOLDER, 'playwright.json');
  const env = { PLAYWRIGHT_JSON_OUTPUT_FILE: file, ...which };
  const code = await timed('Journeys', () => runNode(STEPS['test:e2e'], env));
  return journeyResults(readReport(file), code);
}

/** Says how long it took, and whether the processors of the machine had time left. */
async function timed<T>(name: string, run: () => Promise<T>): Promise<T> {
  const before = processorTimes();
  const started = Date.now();
  const result = await run();
  const after = processorTimes();
  const busy = 1 - (after.idle - before.idle) / (after.all - before.all);
  console.log(`\n${name}: ${Math.round((Date.now() - started) / 1000)} s, processors ${Math.round(busy * 100)} % busy`);
  return result;
}

function processorTimes(): { idle: number; all: number } {
  const times = cpus().map((one) => one.times);
  const sum = (values: number[]): number => values.reduce((total, value) => total + value, 0);
  return { idle: sum(times.map(({ idle }) => idle)), all: sum(times.flatMap((one) => Object.values(one))) };
}
