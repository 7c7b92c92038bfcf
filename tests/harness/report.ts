import { execFileSync } from 'node:child_process';
import { availableParallelism, cpus, totalmem } from 'node:os';

/** One line of the table: a measure and its goal; `met` is null without a goal. */
export type Figure = { name: string; measured: string; target: string; met: boolean | null };
/** A section of the table; `notes` say what was compared and how. */
export type Part = { title: string; notes: string[]; figures: Figure[] };

/** Nearest-rank percentile (`share` 0 to 1) of at least one value. */
export function percentile(values: number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN;
}

export const median = (values: number[]): number => percentile(values, 0.5);

export function atMost(name: string, measured: number, limit: { value: number; unit: string }): Figure {
  const { value, unit } = limit;
  return { name, measured: `${shown(measured)} ${unit}`, target: `≤ ${shown(value)} ${unit}`, met: measured <= value };
}

export function atLeast(name: string, measured: number, limit: { value: number; unit: string }): Figure {
  const { value, unit } = limit;
  return { name, measured: `${shown(measured)} ${unit}`, target: `≥ ${shown(value)} ${unit}`, met: measured >= value };
}

/** An invariant, or its violations in words. */
export const holds = (name: string, broken: readonly string[]): Figure => ({
  name,
  measured: broken.length === 0 ? 'holds' : broken.slice(0, 20).join('; '),
  target: 'holds',
  met: broken.length === 0,
});

/** A figure for information, without a goal. */
export const info = (name: string, measured: string): Figure => ({ name, measured, target: '', met: null });

/** In one line. */
export const inWords = ({ name, measured, target, met }: Figure): string =>
  [name, measured, ...(met === null ? [] : [`(goal ${target}: ${met ? 'yes' : 'NO'})`])].join(' ');

/** Three significant digits, the precision of a shared machine. */
export const shown = (value: number): string =>
  (value >= 100 ? Math.round(value) : Number(value.toPrecision(3))).toString();

/** Runs `work`; returns its duration in milliseconds and its result. */
export async function timed<T>(work: () => Promise<T>): Promise<{ ms: number; result: T }> {
  const from = performance.now();
  const result = await work();
  return { ms: performance.now() - from, result };
}

/** The whole table in Markdown; `loadBefore` is the machine's load before `command`. */
export function report(parts: Part[], { command, loadBefore }: { command: string; loadBefore: number }): string {
  return `${[`# Last run of \`${command}\``, machine(loadBefore), ...parts.map(section)].join('\n\n')}\n`;
}

function machine(loadBefore: number): string {
  return [
    `- ${new Date().toISOString().slice(0, 16).replace('T', ' ')} UTC`,
    `- ${cpus()[0]?.model ?? 'unknown processor'}, ${availableParallelism()} cores, ${Math.round(totalmem() / 2 ** 30)} GB, ${process.platform} ${process.arch}; load before the run ${loadBefore.toFixed(1)}`,
    `- ${commit()}; Node ${process.version}; server, PostgreSQL, simulators, clients and browser share the machine`,
  ].join('\n');
}

/** Names the code that ran; `+` when files differ from it. */
function commit(): string {
  try {
    return `commit ${execFileSync('git', ['describe', '--always', '--dirty=+'], { encoding: 'utf8' }).trim()}`;
  } catch {
    return 'no commit';
  }
}

function section({ title, notes, figures }: Part): string {
  const rows = figures.map(
    (figure) => `| ${figure.name} | ${figure.measured} | ${figure.target} | ${verdict(figure)} |`,
  );
  return [
    `## ${title}`,
    notes.join('\n'),
    ['| | measured | to reach | |', '|---|---|---|---|', ...rows].join('\n'),
  ].join('\n\n');
}

const verdict = ({ met }: Figure): string => (met === null ? '' : met ? 'yes' : '**no**');
