import type { ChildProcess, Serializable } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** The process was dead, or died, with the request in it. */
export class LostChild extends Error {}
/** The process worked longer than the limit, and was killed. */
export class TooSlow extends Error {}

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
