import { existsSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { isNightly } from '../tests/harness/nightly.ts';

/** A test that failed. `command` runs it alone. */
export type Failure = { file: string; title: string; message: string; command: string };
export type Results = { passed: number; failed: number; failures: Failure[] };

type Unit = { fullName: string; status: string; failureMessages: string[] };
type UnitFile = { name: string; status: string; message: string; assertionResults: Unit[] };
type Units = { numPassedTests: number; numFailedTests: number; testResults: UnitFile[] };

type Spec = {
  file: string;
  line: number;
  title: string;
  ok: boolean;
  tests: { status: string; results: { errors?: { message?: string }[] }[] }[];
};
type Suite = { specs: Spec[]; suites?: Suite[] };
type Journeys = {
  stats: { expected: number; unexpected: number; flaky: number };
  suites: Suite[];
  errors: { message?: string }[];
};

const MESSAGE_LENGTH = 2_000;
/** Lines of a stack that are not ours. */
const FOREIGN = /\n +at (?:.*\/node_modules\/|new Promise ).*/g;

/** Reads Vitest's JSON report, or null. A runner that died or a file that was not loaded counts as a failure. */
export function unitResults(report: unknown, code: number): Results {
  const units = report as Units | null;
  const failures = (units?.testResults ?? []).flatMap(unitFailures);
  const run = { ended: report !== null && code === 0, file: 'Vitest', message: '', command: 'npm run test:unit' };
  return resultsOf(units?.numPassedTests ?? 0, failures, run);
}

/** Reads Playwright's JSON report. A journey that passed only when repeated is a failure. */
export function journeyResults(report: unknown, code: number): Results {
  const journeys = report as Journeys | null;
  const specs = (journeys?.suites ?? []).flatMap(specsOf);
  const failures = specs
    .filter(({ ok, tests }) => !ok || tests.some(({ status }) => status === 'flaky'))
    .map(journeyFailure);
  const message = (journeys?.errors ?? []).map((error) => error.message ?? '').join('\n');
  const run = { ended: report !== null && code === 0, file: 'Playwright', message, command: 'npm run test:e2e' };
  return resultsOf(journeys?.stats.expected ?? 0, failures, run);
}

type Run = { ended: boolean; file: string; message: string; command: string };

function resultsOf(passed: number, failures: Failure[], { ended, file, message, command }: Run): Results {
  if (failures.length > 0 || ended) return { passed, failed: failures.length, failures };
  const run = { file, title: 'the run itself', message: message || 'ended before its report: see above', command };
  return { passed, failed: 1, failures: [run] };
}

function unitFailures({ name, status, message, assertionResults }: UnitFile): Failure[] {
  const file = relative(process.cwd(), name);
  const command = `npm run test:unit -- ${file}`;
  const failed = assertionResults.filter((test) => test.status === 'failed');
  if (status === 'failed' && failed.length === 0) return [{ file, title: 'the file itself', message, command }];
  return failed.map(({ fullName, failureMessages }) => {
    const reason = failureMessages.join('\n').replaceAll(FOREIGN, '');
    const alone = `${seedOf(reason)}${command} -t ${quoted(`^${escaped(fullName)}$`)}`;
    return { file, title: fullName, message: reason.slice(0, MESSAGE_LENGTH), command: alone };
  });
}

const specsOf = (suite: Suite): Spec[] => [...suite.specs, ...(suite.suites ?? []).flatMap(specsOf)];

function journeyFailure({ file, line, title, tests }: Spec): Failure {
  const errors = tests.flatMap(({ results }) => results.flatMap((one) => one.errors ?? []));
  const message = errors.map((error) => error.message ?? '').join('\n');
  return {
    file: `e2e/${file}:${line}`,
    title,
    message: message.slice(0, MESSAGE_LENGTH),
    command: `npm run test:e2e -- ${file}:${line}`,
  };
}

/** A property's inputs are those of its seed (`tests/harness/property-runs.ts`). */
function seedOf(message: string): string {
  const seed = /Property failed after \d+ tests\s*\{ seed: (-?\d+)/.exec(message)?.[1];
  if (seed === undefined) return '';
  return `PROPERTY_SEED=${seed} ${isNightly ? 'PROPERTY_RUNS=all ' : ''}`;
}

const escaped = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&');
const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

/** The text of the failures, one after the other. */
export const inWords = (failures: Failure[]): string =>
  failures
    .map(({ file, title, message, command }) => `\nFailed: ${file}\n  ${title}\n${message}\nAlone: ${command}`)
    .join('\n');

/** A report in JSON, null where the runner wrote none. */
export function readReport(file: string): unknown {
  try {
    return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null;
  } catch {
    return null;
  }
}
