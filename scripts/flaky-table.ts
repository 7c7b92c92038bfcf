import type { Results } from './test-results.ts';

export type Mode = 'idle' | 'busy';
/** One run of `npm test`; `busy` is beside four loops that only compute. */
export type Run = { load: Mode; seconds: number; results: Results };
type Source = { commit: string; machine: string; at: string };

/** The committed page: runs of each kind, then the tests that failed in at least one. */
export function flakyPage(runs: Run[], { commit, machine, at }: Source): string {
  const byLoad = (load: Mode): Run[] => runs.filter((run) => run.load === load);
  const modes = (['idle', 'busy'] as const).flatMap((load) => summary(load, byLoad(load)));
  const names = [...new Set(runs.flatMap((run) => run.results.failures.map(nameOf)))].toSorted();
  const failures = names.map(
    (name) => `| ${cell(name)} | ${times(byLoad('idle'), name)} | ${times(byLoad('busy'), name)} |`,
  );
  const table = failures.length === 0 ? ['No test failed.'] : ['| test | idle | busy |', '|---|---|---|', ...failures];
  return `# Last run of \`npm run flaky\`

${at}, commit ${commit}, ${machine}. Busy: beside four loops that only compute.

| | runs | without a failure | tests | seconds |
|---|---|---|---|---|
${modes.join('\n')}

## Runs in which a test failed

${table.join('\n')}
`;
}

function summary(load: Mode, runs: Run[]): string[] {
  if (runs.length === 0) return [];
  const clean = runs.filter(({ results }) => results.failed === 0).length;
  const tests = Math.max(...runs.map(({ results }) => results.passed + results.failed));
  const seconds = runs.map((run) => run.seconds).toSorted((a, b) => a - b);
  return [
    `| ${load} | ${runs.length} | ${clean} | ${tests} | ${[...new Set([seconds[0], seconds.at(-1)])].join(' to ')} |`,
  ];
}

const nameOf = ({ file, title }: { file: string; title: string }): string => `${file} › ${title}`;

const times = (runs: Run[], name: string): number =>
  runs.filter(({ results }) => results.failures.some((failure) => nameOf(failure) === name)).length;

/** A title may hold what a table does not. */
const cell = (text: string): string => text.replaceAll(/[|\\`<]/g, '\\$&').replaceAll('\n', ' ');
