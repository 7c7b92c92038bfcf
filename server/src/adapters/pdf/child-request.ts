import { fork, type ChildProcess, type ForkOptions, type Serializable } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';

/** The process was dead, or died, with the request in it. */
export class LostChild extends Error {}
/** The process worked longer than the limit, and was killed. */
export class TooSlow extends Error {}

/** A request that a child which has started answers with itself. */
const HELLO = 'hello';
export const isHello = (request: unknown): boolean =>
  typeof request === 'object' && request !== null && HELLO in request;

/** What a child wrote last on its error output. */
const lastWords = new WeakMap<ChildProcess, string>();
const WORDS_KEPT = 8_000;

/** A child process that is asked by `ask`; its error output is ours, and its end tells why it could not start. */
export function startChild(file: string, args: string[], options: ForkOptions): ChildProcess {
  const child = fork(file, args, {
    serialization: 'advanced',
    ...options,
    stdio: ['inherit', 'inherit', 'pipe', 'ipc'],
  });
  child.stderr?.on('data', (chunk: Buffer) => {
    process.stderr.write(chunk);
    lastWords.set(child, `${lastWords.get(child) ?? ''}${chunk.toString()}`.slice(-WORDS_KEPT));
  });
  return child;
}

/** Null once the child answers; otherwise why it did not start, in one line. */
export async function whyNotStarted(child: ChildProcess, limitMs: number): Promise<string | null> {
  const answered = new AbortController();
  const closed = once(child, 'close', { signal: answered.signal });
  closed.catch(() => undefined);
  try {
    await ask(child, { [HELLO]: true }, limitMs);
    return null;
  } catch (error) {
    if (!(error instanceof LostChild) || error.cause instanceof Error) return reasonOf(error);
    // Its last words may come after its end.
    await closed;
    return `${sentenceIn(lastWords.get(child) ?? '') ?? 'it'} (${error.message})`;
  } finally {
    // A living child is asked this for ever: nothing of it is left behind.
    answered.abort();
  }
}

const reasonOf = (error: unknown): string =>
  error instanceof Error
    ? `${error.message}${error.cause instanceof Error ? `: ${error.cause.message}` : ''}`
    : String(error);

/** The error that ended a program, or else its last line. */
function sentenceIn(words: string): string | undefined {
  const lines = words.split('\n').filter((line) => line.trim() !== '');
  return lines.find((line) => /^(?:Uncaught )?\w*Error\b/.test(line)) ?? lines.at(-1);
}

/** False as soon as the process has ended: its channel is closed somewhat later. */
export const isUsable = (child: ChildProcess): boolean =>
  child.connected && !child.killed && child.exitCode === null && child.signalCode === null;

/**
 * Sends a request to a child process; its next message is the reply. A child that works longer than `limitMs` is killed.
 * @throws LostChild when it dies or cannot be reached, TooSlow
 */
export async function ask<Reply>(child: ChildProcess, request: object, limitMs: number): Promise<Reply> {
  const { promise, resolve, reject } = Promise.withResolvers<Reply>();
  const onMessage = (reply: Serializable): void => resolve(reply as Reply);
  const onExit = (code: number | null, signal: string | null): void =>
    reject(new LostChild(`lost its process (${signal ?? code})`));
  const onError = (error: Error | null): void => {
    if (error) reject(new LostChild('has no process', { cause: error }));
  };
  const stopLimit = limitWork(child, limitMs, () => reject(new TooSlow(`took more than ${limitMs} ms`)));
  child.once('message', onMessage);
  child.once('exit', onExit);
  child.once('error', onError);
  child.send(request, onError);
  return promise.finally(() => {
    stopLimit();
    child.off('message', onMessage);
    child.off('exit', onExit);
    child.off('error', onError);
  });
}

/** A process that hardly works, or waits for ever, is killed after that many times its limit. */
export const PATIENCE = 6;

/**
 * Kills a process that has had `limitMs` of processor time. On a busy machine that takes longer: what it has done would
 * be lost, and asked again. Without `/proc` the limit is the time elapsed.
 */
export function limitWork(child: ChildProcess, limitMs: number, onKilled: () => void): () => void {
  const began = performance.now();
  const workedBefore = workedMs(child);
  const timer = setInterval(
    () => {
      const elapsedMs = performance.now() - began;
      const hasWorkedMs = Math.min(workedMs(child) - workedBefore, elapsedMs);
      if (Number.isNaN(hasWorkedMs) ? elapsedMs < limitMs : hasWorkedMs < limitMs && elapsedMs < PATIENCE * limitMs)
        return;
      clearInterval(timer);
      onKilled();
      child.kill('SIGKILL');
    },
    Math.ceil(limitMs / 20),
  );
  return () => clearInterval(timer);
}

/** Linux counts a hundred ticks a second on every machine. */
const TICK_MS = 10;

/** Processor time of a process, of all its threads; not a number when the system does not tell. */
function workedMs({ pid }: ChildProcess): number {
  try {
    // After the program's name: user and system time are the fields 14 and 15 of the line (proc(5)).
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /su, '')
      .split(' ');
    return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
  } catch {
    return Number.NaN;
  }
}
