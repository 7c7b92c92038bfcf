import { existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { NIGHT } from '../e2e/night.ts';
import { comparison, figuresIn } from '../bench/against-table.ts';
import { atMost, info, report } from '../tests/harness/report.ts';
import { journeysReached, READING_TESTS, testsReached } from './changed-reach.ts';
import { flakyPage } from './flaky-table.ts';
import { nightlyPage, readNightly } from './nightly-table.ts';
import { inputsHashes, SELDOM } from './seldom.ts';
import { within } from './test-durations.ts';
import { inWords, journeyResults, unitResults } from './test-results.ts';

const folder = mkdtempSync(join(tmpdir(), 'clairisque-gate-'));
afterAll(() => rmSync(folder, { recursive: true }));

describe('what the gate leaves out', () => {
  it('the named test files exist', () => {
    expect(READING_TESTS.filter((file) => !existsSync(file))).toEqual([]);
  });

  it('each test and input of a group names a file', () => {
    const named = Object.values(SELDOM).flatMap(({ tests, inputs }) => [...tests, ...inputs]);
    expect(named.filter((path) => globSync(path).length === 0)).toEqual([]);
  });

  it('each journey of the night alone is one', () => {
    const named = Object.entries(NIGHT).flatMap(([file, titles]) => titles.map((title) => ({ file, title })));
    const isThere = ({ file, title }: { file: string; title: string }): boolean =>
      new RegExp(`test\\(\\s*['"\`]${RegExp.escape(title)}`).test(readFileSync(`e2e/${file}.e2e.ts`, 'utf8'));
    expect(named.filter((one) => !isThere(one))).toEqual([]);
  });

  it('no journey leaves a screen of which it saw the address alone', () => {
    const leaving = /toHaveURL\([^;]*;\s*(?:\/\/[^\n]*\s*)*await [\w.]*\.(?:goto|goBack|goForward|reload|close)\(/g;
    const found = globSync('e2e/*.ts').flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(leaving)].map(([code]) => `${file}: ${code}`),
    );
    expect(found).toEqual([]);
  });

  it('the hash changes with an input, a new one, and what a test imports, and with nothing else', () => {
    mkdirSync(join(folder, 'scripts/hooks'), { recursive: true });
    mkdirSync(join(folder, 'runtime'));
    mkdirSync(join(folder, 'tests/harness'), { recursive: true });
    const hashAfter = (path: string, text: string): string => {
      writeFileSync(join(folder, path), text);
      return inputsHashes(folder).installation;
    };
    const hashes = [
      hashAfter('scripts/start.mjs', 'a'),
      hashAfter('scripts/start.mjs', 'b'),
      hashAfter('scripts/hooks/pre-push', 'b'),
      hashAfter('runtime/package-lock.json', '{}'),
      hashAfter('package-lock.json', '{}'),
      // Its test imports it.
      hashAfter('scripts/supervise.test.ts', "import '../tests/harness/until.ts';"),
      hashAfter('tests/harness/until.ts', 'a'),
    ];
    expect(new Set(hashes).size).toBe(hashes.length);
    expect(hashAfter('README.md', 'c')).toBe(hashes.at(-1));
  });

  it('a page of the night is read as it was written', () => {
    const row = { part: 'sql-types', at: '2026-11-26 02:00', commit: 'abc+', seconds: 4, passed: 1, failed: 0 };
    const nightly = { rows: [row, { ...row, part: 'units', failed: 2 }], tested: { operator: 'a1b2', clients: 'c3' } };
    expect(readNightly(nightlyPage(nightly))).toEqual(nightly);
    expect(readNightly('')).toEqual({ rows: [], tested: {} });
  });
});

describe('failures of a run', () => {
  const unit = (over: object) => ({ fullName: 'a', status: 'passed', failureMessages: [], ...over });

  it('a failed test → its file, title, message and command, with the seed of a property', () => {
    const failed = unit({
      fullName: "it’s (1) 'x'",
      status: 'failed',
      failureMessages: ['Property failed after 3 tests\n{ seed: -12, path: "2", endOnFailure: true }'],
    });
    const file = {
      name: resolve('server/a.test.ts'),
      status: 'failed',
      message: '',
      assertionResults: [unit({}), failed],
    };
    const results = unitResults({ numPassedTests: 1, numFailedTests: 1, testResults: [file] }, 1);
    const command = `PROPERTY_SEED=-12 npm run test:unit -- server/a.test.ts -t '^it’s \\(1\\) '\\''x'\\''$'`;
    expect(results).toMatchObject({ passed: 1, failed: 1, failures: [{ file: 'server/a.test.ts', command }] });
    expect(inWords(results.failures)).toContain(`Alone: ${command}`);
  });

  it('a file that was not loaded, a runner that died, no report → one failure each', () => {
    const file = { name: resolve('a.test.ts'), status: 'failed', message: 'no such module', assertionResults: [] };
    expect(unitResults({ numPassedTests: 0, numFailedTests: 0, testResults: [file] }, 1)).toMatchObject({
      failed: 1,
      failures: [{ message: 'no such module' }],
    });
    expect(unitResults({ numPassedTests: 9, numFailedTests: 0, testResults: [] }, 1)).toMatchObject({ failed: 1 });
    expect(unitResults(null, 0)).toMatchObject({ failed: 1 });
    expect(journeyResults(null, 0)).toMatchObject({ failed: 1 });
  });

  it('a journey that failed, or passed only when repeated, is a failure', () => {
    const spec = (line: number, over: object) => ({
      file: 'a.e2e.ts',
      line,
      title: 'SU-01',
      ok: true,
      tests: [{ status: 'expected', results: [{ errors: [] }] }],
      ...over,
    });
    const broken = { ok: false, tests: [{ status: 'unexpected', results: [{ errors: [{ message: 'late' }] }] }] };
    const flaky = { tests: [{ status: 'flaky', results: [{ errors: [{ message: 'once' }] }] }] };
    const suites = [{ specs: [spec(1, {})], suites: [{ specs: [spec(2, broken), spec(3, flaky)] }] }];
    const report = { stats: { expected: 1, unexpected: 1, flaky: 1 }, suites, errors: [] };
    expect(journeyResults(report, 1)).toMatchObject({
      passed: 1,
      failed: 2,
      failures: [{ message: 'late', command: 'npm run test:e2e -- a.e2e.ts:2' }, { message: 'once' }],
    });
  });

  it('runs of a suite → each test with the number of runs in which it failed, by load', () => {
    const failure = { file: 'a.test.ts', title: 'b | c', message: '', command: '' };
    const run = { load: 'idle' as const, seconds: 400, results: { passed: 10, failed: 0, failures: [] } };
    const bad = { ...run, seconds: 500, results: { passed: 9, failed: 1, failures: [failure] } };
    const page = flakyPage([run, bad, { ...bad, load: 'busy' }], { commit: 'c', machine: 'm', at: 'd' });
    expect(page).toContain('| idle | 2 | 1 | 10 | 400 to 500 |');
    expect(page).toContain('| a.test.ts › b \\| c | 1 | 1 |');
  });
});

describe('what a change can reach', () => {
  const ORDERS = 'server/src/features/orders';
  const files = [
    `${ORDERS}/a.service.ts`,
    `${ORDERS}/a.test.ts`,
    'server/src/wiring/app.ts',
    'server/src/features/credits/credits.test.ts',
    'server/src/domain/price.ts',
    'web/src/features/orders/order.tsx',
    'e2e/orders-recap.e2e.ts',
    'e2e/status.e2e.ts',
  ];
  const imports = [
    { from: 'server/src/wiring/app.ts', to: `${ORDERS}/a.service.ts` },
    { from: 'server/src/features/credits/credits.test.ts', to: 'server/src/wiring/app.ts' },
    { from: `${ORDERS}/a.service.ts`, to: 'server/src/domain/price.ts' },
    { from: `${ORDERS}/a.test.ts`, to: `${ORDERS}/a.service.ts` },
  ];

  it('tests of its folder and of what imports it, not of every slice through the app', () => {
    expect(testsReached([`${ORDERS}/a.service.ts`], files, imports)).toEqual([`${ORDERS}/a.test.ts`]);
    expect(testsReached(['server/src/domain/price.ts'], files, imports)).toEqual([`${ORDERS}/a.test.ts`]);
    expect(testsReached(['server/src/features/credits/credits.test.ts'], files, imports)).toHaveLength(1);
  });

  it('the nearest files that fit in the time, where one too long leaves its place to the next', () => {
    const taken = { a: 5, b: 90, c: 4 };
    expect(within(['a', 'b', 'c', 'new', 'new too'], { seconds: 16, taken })).toEqual(['a', 'c', 'new']);
  });

  it('journeys that changed, and those named after a changed folder of the browser', () => {
    expect(journeysReached(['web/src/features/orders/order.tsx'], files)).toEqual(['e2e/orders-recap.e2e.ts']);
    expect(journeysReached(['e2e/status.e2e.ts'], files)).toEqual(['e2e/status.e2e.ts']);
    expect(journeysReached([`${ORDERS}/a.service.ts`], files)).toEqual([]);
  });
});

it('two builds in turn → each figure with its ratio and the spread of two runs', () => {
  const runOf = (ms: number) => {
    const figures = [
      atMost('generate', ms, { value: 350, unit: 'ms' }),
      info('latency', `median ${ms / 100} ms, 99 % ${ms / 10} ms`),
      info('invariants', 'holds'),
    ];
    const page = report([{ title: 'api-v3', notes: [], figures }], { command: 'npm run bench', loadBefore: 1 });
    return figuresIn(page.split('\n'));
  };
  const page = comparison({ former: [runOf(100), runOf(200)], present: [runOf(300), runOf(300)], title: 'a' });
  expect(page.split('\n').slice(6)).toEqual([
    '| api-v3: generate | 150 | 300 | 2.00 × | 1.50 × to 3.00 × |',
    '| api-v3: latency (1) | 1.5 | 3 | 2.00 × | 1.50 × to 3.00 × |',
    '| api-v3: latency (2) | 15 | 30 | 2.00 × | 1.50 × to 3.00 × |',
  ]);
});
