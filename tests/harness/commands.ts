import { execFile } from 'node:child_process';

/** What a command of one of our programs printed, and its exit code. */
export type Ran = { code: number; out: string; err: string };

/** Runs one of our programs to its end; one that still runs after `withinMs` is killed, with code -1. */
export function runCommand(
  [file, ...args]: [file: string, ...args: string[]],
  env: NodeJS.ProcessEnv,
  withinMs = 120_000,
): Promise<Ran> {
  return new Promise((done) => {
    const options = { env, timeout: withinMs, killSignal: 'SIGKILL' as const, maxBuffer: 1e8 };
    execFile(process.execPath, [file, ...args], options, (error, out, err) => {
      const code = error === null ? 0 : typeof error.code === 'number' ? error.code : -1;
      done({ code, out, err });
    });
  });
}
