import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, relative } from 'node:path';

const FILE = '.cache/test-durations.json';
/** A file that this clone has not run yet counts for this. */
const USUAL_SECONDS = 6;

type Durations = Record<string, number>;
type UnitFile = { name: string; startTime: number; endTime: number };

/** Keeps what each file of Vitest's report took, in seconds. */
export function saveDurations(report: unknown): void {
  const files = (report as { testResults?: UnitFile[] } | null)?.testResults ?? [];
  const taken = files.map(({ name, startTime, endTime }): [string, number] => [
    relative(process.cwd(), name),
    Math.round(endTime - startTime) / 1000,
  ]);
  mkdirSync(dirname(FILE), { recursive: true });
  writeFileSync(FILE, JSON.stringify({ ...durations(), ...Object.fromEntries(taken) }));
}

export const durations = (): Durations =>
  existsSync(FILE) ? (JSON.parse(readFileSync(FILE, 'utf8')) as Durations) : {};

/** Chooses `files` that take `seconds` together, the first ones first; one that is too long leaves its place. */
export function within(files: string[], { seconds, taken }: { seconds: number; taken: Durations }): string[] {
  let left = seconds;
  return files.filter((file) => {
    const cost = taken[file] ?? USUAL_SECONDS;
    if (cost > left) return false;
    left -= cost;
    return true;
  });
}
