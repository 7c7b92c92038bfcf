import { readFileSync } from 'node:fs';

/**
 * `--import`ed into the processes of the trials: shifts the clock of our API and worker by the milliseconds in the file
 * CLOCK_SHIFT_FILE, `{"api": 7200000}`, and jumps when it changes. Shifts only what reads the time, not timers, as on a
 * machine whose clock is set.
 */
const file = process.env['CLOCK_SHIFT_FILE'];
const [, program = '', part = ''] = process.argv;
if (file !== undefined && program.endsWith('server/src/main.ts')) shiftBy(file, part);

function shiftBy(file: string, part: string): void {
  const state = { ms: 0 };
  const read = (): void => {
    try {
      state.ms = (JSON.parse(readFileSync(file, 'utf8')) as Record<string, number>)[part] ?? 0;
    } catch {
      // Being written, or missing: no shift.
    }
  };
  read();
  setInterval(read, 100).unref();
  const TrueDate = Date;
  const now = (): number => TrueDate.now() + state.ms;
  globalThis.Date = new Proxy(TrueDate, {
    construct: (target, given: unknown[], newTarget) =>
      Reflect.construct(target, given.length === 0 ? [now()] : given, newTarget) as object,
    get: (target, name) => (name === 'now' ? now : (Reflect.get(target, name) as unknown)),
  });
}
