/** One line of the table: what was measured, what was to be reached; `met` is null where nothing was promised. */
export type Figure = { name: string; measured: string; target: string; met: boolean | null };
/** A part of the table; `notes` say what was compared and how. */
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

/** What must hold, or what does not, in words. */
export const holds = (name: string, broken: readonly string[]): Figure => ({
  name,
  measured: broken.length === 0 ? 'holds' : broken.slice(0, 20).join('; '),
  target: 'holds',
  met: broken.length === 0,
});

/** A figure given for information. */
export const told = (name: string, measured: string): Figure => ({ name, measured, target: '', met: null });

/** Three significant digits are all that a shared machine can promise. */
export const shown = (value: number): string =>
  (value >= 100 ? Math.round(value) : Number(value.toPrecision(3))).toString();

/** Milliseconds that `work` takes, with its result. */
export async function timed<T>(work: () => Promise<T>): Promise<{ ms: number; result: T }> {
  const from = performance.now();
  const result = await work();
  return { ms: performance.now() - from, result };
}
