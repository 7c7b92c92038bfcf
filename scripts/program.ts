import { fork, type ChildProcess } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';

/** One of our programs as a process that can be ended and started again. */
export type Program = {
  /** Of the process that runs, or ran last. */
  pid: () => number;
  isRunning: () => boolean;
  /** Resolves once it says that it is ready. */
  start: () => Promise<void>;
  /** Sends the signal, `SIGKILL` unless told, and waits for the end. */
  kill: (signal?: NodeJS.Signals) => Promise<void>;
  /** Ends it by the signal, `SIGTERM` unless told, and starts it again. */
  restart: (signal?: NodeJS.Signals) => Promise<void>;
  /** A clean stop. */
  stop: () => Promise<void>;
};

export type ProgramOptions = {
  /** The file, then its arguments. */
  command: [file: string, ...args: string[]];
  env: NodeJS.ProcessEnv;
  /** Where its words go, appended; to ours unless given. */
  log?: string;
};

/** Starts a program that tells its parent `{ready: true}` and that ends when its parent is gone. */
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
