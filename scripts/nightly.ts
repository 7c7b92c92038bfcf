/**
 * `npm run nightly [-- PART…]`: everything, also what the gate leaves out (decision 0103). A part that fails does not stop
 * the others. Writes `docs/nightly.md`, to be committed, and closes with a line `N passed, N failed`.
 */
import { execFileSync, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createInterface, type Interface } from 'node:readline';
import { lastNightly, writeNightly, type Nightly, type Row } from './nightly-table.ts';
import { inputsHashes, isSeldom, SELDOM } from './seldom.ts';
import { GATE } from './steps.ts';

type Part = { command: string[]; minutes: number };

const CHECK_MINUTES = 15;
const KILL_AFTER_MS = 30_000;

const PARTS: Record<string, Part> = {
  ...Object.fromEntries(
    GATE.filter((name) => name !== 'test:unit').map((name) => [
      name,
      { command: ['scripts/check.ts', name], minutes: CHECK_MINUTES },
    ]),
  ),
  ...Object.fromEntries(
    Object.keys(SELDOM).map((name) => [name, { command: ['scripts/tests.ts', name], minutes: 15 }]),
  ),
  units: { command: ['scripts/tests.ts', 'units'], minutes: 60 },
  journeys: { command: ['scripts/tests.ts', 'journeys'], minutes: 40 },
  ...Object.fromEntries(
    ['realdata', 'realdata-2', 'realdata-3'].map((name) => [name, conformance(`../shared/${name}`)]),
  ),
  // Trials that measure (attack, load, soak) need the machine for themselves: `npm run trials`.
  faults: trial(['faults', '300'], 15),
  fuzz: trial(['fuzz', '10000'], 15),
  rolling: trial(['rolling', '60'], 15),
  restore: trial(['restore', '5000'], 20),
  batches: trial(['batches', '60'], 15),
};

function conformance(folder: string): Part {
  return { command: ['server/src/tools/conformance.ts', folder], minutes: 15 };
}

function trial(args: string[], minutes: number): Part {
  return { command: ['tests/resilience/run.ts', ...args], minutes };
}

const asked = process.argv.slice(2);
const unknown = asked.filter((name) => PARTS[name] === undefined);
if (unknown.length > 0) throw new Error(`${unknown.join(', ')}: no such part (${Object.keys(PARTS).join(', ')})`);

const ended: Row[] = [];
for (const [name, part] of Object.entries(PARTS)) {
  if (asked.length > 0 && !asked.includes(name)) continue;
  const [program, folder = ''] = part.command;
  if (program === 'server/src/tools/conformance.ts' && !existsSync(folder))
    console.log(`${name}: no ${folder}, not run`);
  else ended.push(await runPart(name, part));
}
for (const { part, failed } of ended.filter((row) => row.failed > 0)) {
  console.log(`\n${failed} failed: ${part}. Again: npm run nightly -- ${part}`);
}
const total = (key: 'passed' | 'failed'): number => ended.reduce((sum, row) => sum + row[key], 0);
console.log(`\n${total('passed')} passed, ${total('failed')} failed`);
process.exitCode = total('failed') === 0 ? 0 : 1;

/** Runs it, and writes its row at once: a run that is cut keeps what it did. */
async function runPart(name: string, part: Part): Promise<Row> {
  console.log(`\n── ${name}`);
  const hash = isSeldom(name) ? inputsHashes()[name] : null;
  const started = Date.now();
  const row = {
    part: name,
    at: new Date().toISOString().slice(0, 16).replace('T', ' '),
    commit: execFileSync('git', ['describe', '--always', '--dirty=+'], { encoding: 'utf8' }).trim(),
  };
  const counts = await countsOf(part);
  const done: Row = { ...row, seconds: Math.round((Date.now() - started) / 1000), ...counts };
  record(done, counts.failed === 0 ? hash : null);
  return done;
}

/** `hash`: what the part's tests passed with. */
function record(row: Row, hash: string | null): void {
  const last: Nightly = lastNightly();
  const rows = new Map([...last.rows, row].map((one) => [one.part, one]));
  writeNightly({
    rows: Object.keys(PARTS).flatMap((name) => rows.get(name) ?? []),
    tested: hash === null ? last.tested : { ...last.tested, [row.part]: hash },
  });
}

/** What the part's last line `N passed, N failed` says; without one, the part itself passed or failed. */
async function countsOf({ command, minutes }: Part): Promise<{ passed: number; failed: number }> {
  const env = { ...process.env, PROPERTY_RUNS: 'all' };
  // A group of its own, to end with what it started.
  const child = spawn(process.execPath, command, { stdio: ['ignore', 'pipe', 'inherit'], env, detached: true });
  const pass = (signal: NodeJS.Signals): unknown => child.kill(signal);
  process.on('SIGINT', pass).on('SIGTERM', pass);
  const late = setTimeout(() => pass('SIGTERM'), minutes * 60_000);
  const lines = createInterface({ input: child.stdout });
  const dead = setTimeout(() => killGroup(child.pid, lines), minutes * 60_000 + KILL_AFTER_MS);
  const ending = new Promise<number>((done) => child.once('exit', (code) => done(code ?? 1)));
  let counts = { passed: 0, failed: 0 };
  for await (const line of lines) {
    console.log(line);
    const [, passed, failed] = /^(\d+) passed, (\d+) failed$/.exec(line) ?? [];
    if (passed !== undefined) counts = { passed: Number(passed), failed: Number(failed) };
  }
  const code = await ending;
  clearTimeout(late);
  clearTimeout(dead);
  process.off('SIGINT', pass).off('SIGTERM', pass);
  if (code === 0) return counts.passed === 0 ? { passed: 1, failed: 0 } : counts;
  return { passed: counts.passed, failed: Math.max(counts.failed, 1) };
}

function killGroup(pid: number | undefined, lines: Interface): void {
  if (pid !== undefined) process.kill(-pid, 'SIGKILL');
  // A program of another group may still hold the output.
  lines.close();
}
