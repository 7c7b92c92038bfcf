import { fork, type ChildProcess } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';

/** One of our programs as a process that can be killed and restarted. */
export type Program = {
  /** Number of the running, or last, process. */
  pid: () => number;
  isRunning: () => boolean;
  /** Resolves once it is ready. */
  start: () => Promise<void>;
  /** Sends the signal, `SIGKILL` by default, and waits for the end. */
  kill: (signal?: NodeJS.Signals) => Promise<void>;
  /** Ends it with the signal, `SIGTERM` by default, and starts it again. */
  restart: (signal?: NodeJS.Signals) => Promise<void>;
  /** A clean stop. */
  stop: () => Promise<void>;
};

export type ProgramOptions = {
  /** The file, then its arguments. */
  command: [file: string, ...args: string[]];
  env: NodeJS.ProcessEnv;
  /** File to append its output to; this process's by default. */
  log?: string;
};

/** Starts a program that sends its parent `{ready: true}` and ends with its parent. */
export async function startProgram(options: ProgramOptions): Promise<Program> {
  let child = launch(options);
  let ended = endOf(child);
  const program: Program = {
    pid: () => child.pid ?? 0,
    isRunning: () => isRunning(child),
    start: async () => {
      if (!isRunning(child)) {
        child = launch(options);
        ended = endOf(child);
      }
      await readiness(child, options);
    },
    kill: async (signal = 'SIGKILL') => {
      child.kill(signal);
      await ended;
    },
    restart: async (signal = 'SIGTERM') => {
      await program.kill(signal);
      await program.start();
    },
    stop: () => program.kill('SIGTERM'),
  };
  await program.start();
  return program;
}

function launch({ command: [file, ...args], env, log }: ProgramOptions): ChildProcess {
  if (log === undefined) return fork(file, args, { env, execArgv: [] });
  const words = openSync(log, 'a');
  const child = fork(file, args, { env, execArgv: [], stdio: ['ignore', words, words, 'ipc'] });
  closeSync(words);
  return child;
}

const isRunning = (child: ChildProcess): boolean => child.exitCode === null && child.signalCode === null;

const endOf = (child: ChildProcess): Promise<void> => new Promise((done) => child.once('exit', () => done()));

function readiness(child: ChildProcess, { command }: ProgramOptions): Promise<void> {
  return new Promise((ready, fail) => {
    child.once('message', () => ready());
    child.once('error', fail);
    child.once('exit', (code, signal) => fail(new Error(`${command.join(' ')} ended with ${code ?? signal}`)));
  });
}
