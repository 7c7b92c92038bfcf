import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { limitWork, PATIENCE, startChild, whyNotStarted } from './child-request.ts';

const LIMIT_MS = 200;
let child: ChildProcess;
const onKilled = vi.fn<() => void>();
beforeEach(() => onKilled.mockClear());
afterEach(async () => {
  vi.useRealTimers();
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
});

it('a process that works without end → killed', async () => {
  child = spawn(process.execPath, ['--eval', 'for (;;);']);
  limitWork(child, LIMIT_MS, onKilled);
  expect(await once(child, 'exit')).toEqual([null, 'SIGKILL']);
  expect(onKilled).toHaveBeenCalledOnce();
});

it('a process that the machine leaves hardly any time → waits several times as long, not for ever', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] });
  child = spawn('sleep', ['600']);
  await once(child, 'spawn');
  limitWork(child, LIMIT_MS, onKilled);
  vi.advanceTimersByTime(LIMIT_MS * (PATIENCE - 1));
  expect(onKilled).not.toHaveBeenCalled();
  vi.advanceTimersByTime(LIMIT_MS * 2);
  expect(onKilled).toHaveBeenCalledOnce();
  expect(await once(child, 'exit')).toEqual([null, 'SIGKILL']);
});

it('a process that answered in time → never killed', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] });
  child = spawn('sleep', ['600']);
  limitWork(child, LIMIT_MS, onKilled)();
  vi.advanceTimersByTime(LIMIT_MS * 100);
  expect(onKilled).not.toHaveBeenCalled();
});

it('a living process asked again and again whether it started → nothing is left behind on it', async () => {
  child = startChild(join(import.meta.dirname, 'pdf-pages-child.ts'), [], {});
  expect(await whyNotStarted(child, 20_000)).toBeNull();
  const listening = child.eventNames().map((name) => [name, child.listenerCount(name)]);
  for (let asked = 0; asked < 3; asked += 1) expect(await whyNotStarted(child, 20_000)).toBeNull();
  expect(child.eventNames().map((name) => [name, child.listenerCount(name)])).toEqual(listening);
});
