import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { ownImports } from './imports.ts';
import { journeysReached, READING_TESTS, testsReached } from './changed-reach.ts';
import { seldomTests } from './seldom.ts';
import { runNode, STEPS } from './steps.ts';
import { durations, within } from './test-durations.ts';

/** With the rest under a minute on two cores, three files at a time; `npm test` runs the others. */
const TEST_SECONDS = 90;
const MOST_JOURNEYS = 2;

const git = (...args: string[]): string[] =>
  execFileSync('git', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'], maxBuffer: 2 ** 26 })
    .split('\0')
    .filter((line) => line !== '');

/** `npm run check -- changed [COMMIT]`: format, lint, types, then tests that the change since COMMIT can reach. */
export async function runChanged(commit: string | undefined): Promise<number> {
  const changed = changedSince(commit ?? startOfBranch());
  if (changed.length === 0) {
    console.log('Nothing changed.');
    return 0;
  }
  for (const [name, command] of commandsFor(changed)) {
    const started = Date.now();
    const code = await runNode(command);
    console.log(`${code === 0 ? '✓' : '✗'} ${name} (${((Date.now() - started) / 1000).toFixed(1)} s)`);
    if (code !== 0) return 1;
  }
  return 0;
}

/** Where this branch left the main one; the last commit, on the main one. */
function startOfBranch(): string {
  for (const main of ['origin/main', 'main', 'origin/HEAD']) {
    try {
      return execFileSync('git', ['merge-base', 'HEAD', main], { encoding: 'utf8', stdio: 'pipe' }).trim();
    } catch {
      // No such branch here.
    }
  }
  return 'HEAD';
}

/** Committed or not, without what was deleted. */
function changedSince(commit: string): string[] {
  const paths = [
    ...git('diff', '--name-only', '--no-renames', '-z', commit, '--'),
    ...git('ls-files', '--others', '--exclude-standard', '-z'),
  ];
  return [...new Set(paths)].filter((path) => existsSync(path));
}

function commandsFor(changed: string[]): [name: string, command: string[]][] {
  const code = changed.filter((path) => /\.(?:tsx?|mjs)$/.test(path));
  const files = git('ls-files', '--cached', '--others', '--exclude-standard', '-z');
  const texts = new Map(
    files
      .filter((path) => /\.(?:tsx?|mjs)$|(?:^|\/)package\.json$/.test(path) && existsSync(path))
      .map((path) => [path, readFileSync(path, 'utf8')]),
  );
  const reached = testsReached(changed, files, ownImports(texts));
  // Minutes, and `npm test` never leaves them out after a change of what they test.
  const quick = reached.filter((path) => !seldomTests().includes(path));
  const tests = within(quick, { seconds: TEST_SECONDS, taken: durations() });
  const allJourneys = journeysReached(changed, files);
  const journeys = allJourneys.slice(0, MOST_JOURNEYS);
  sayLeftOut([...reached, ...allJourneys].filter((path) => ![...tests, ...journeys].includes(path)));
  return [
    ['format', [...STEPS.format, '--no-error-on-unmatched-pattern', ...changed]],
    ...(code.length > 0 ? [['lint', [...STEPS.lint, ...code]] satisfies [string, string[]]] : []),
    ...(code.length > 0 ? [['types', STEPS.typecheck] satisfies [string, string[]]] : []),
    ['tests', [...STEPS['test:unit'], ...new Set([...tests, ...READING_TESTS])]],
    ...(journeys.length > 0
      ? [
          ['journeys', [...STEPS['test:e2e'], ...journeys.map((path) => path.replace('e2e/', ''))]] satisfies [
            string,
            string[],
          ],
        ]
      : []),
  ];
}

function sayLeftOut(paths: string[]): void {
  if (paths.length > 0) console.log(`Reached too, but left to npm test: ${paths.join(', ')}.`);
}
