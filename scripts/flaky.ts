/**
 * `npm run flaky -- N [busy|idle]`: `npm test` N times on the machine as it is, then N times beside four busy loops. Counts
 * failures by test in `docs/flaky.md`, to be committed. Exits 1 when a test failed.
 */
import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { availableParallelism, cpus } from 'node:os';
import { flakyPage, type Mode, type Run } from './flaky-table.ts';
import { runNode } from './steps.ts';
import { readReport, type Results } from './test-results.ts';

const LOOPS = 4;
/** Ends with us, whatever ends us. */
const LOOP = 'const us = process.ppid; while (process.ppid === us) for (let n = 0; n < 1e7; n += 1);';

const [count = '', mode] = process.argv.slice(2);
const times = Number(count);
if (!Number.isInteger(times) || times < 1 || !['busy', 'idle', undefined].includes(mode)) {
  throw new Error('usage: npm run flaky -- N [busy|idle]');
}

const commit = execFileSync('git', ['describe', '--always', '--dirty=+'], { encoding: 'utf8' }).trim();
const machine = `${cpus()[0]?.model ?? 'unknown processor'}, ${availableParallelism()} cores`;
const runs: Run[] = [];
for (const load of ['idle', 'busy'] as const) {
  if (mode !== undefined && mode !== load) continue;
  for (let n = 1; n <= times; n += 1) {
    console.log(`\n── ${load}, ${n} of ${times}`);
    runs.push(await runOnce(load));
    writeFileSync('docs/flaky.md', flakyPage(runs, { commit, machine, at: new Date().toISOString().slice(0, 10) }));
  }
}
const failed = runs.reduce((sum, { results }) => sum + results.failed, 0);
console.log(`\n${runs.length} runs, ${failed} failures: docs/flaky.md`);
process.exitCode = failed === 0 ? 0 : 1;

async function runOnce(load: Mode): Promise<Run> {
  const loops = load === 'busy' ? Array.from({ length: LOOPS }, startLoop) : [];
  const started = Date.now();
  try {
    const code = await runNode(['scripts/tests.ts']);
    const seconds = Math.round((Date.now() - started) / 1000);
    const dead = { file: 'npm test', title: 'the run itself', message: `exit code ${code}`, command: 'npm test' };
    const results = (readReport('.cache/tests/results.json') as Results | null) ?? {
      passed: 0,
      failed: 1,
      failures: [dead],
    };
    return { load, seconds, results };
  } finally {
    for (const loop of loops) loop.kill('SIGKILL');
  }
}

function startLoop(): ChildProcess {
  return spawn(process.execPath, ['--eval', LOOP], { stdio: 'ignore' });
}
