import { execFileSync } from 'node:child_process';
import { availableParallelism, cpus, totalmem } from 'node:os';
import type { Figure, Part } from './figures.ts';

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

/** Of the code that ran; `+` when files differ from it. */
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
