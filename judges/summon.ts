import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { descendantsOf, signal } from '../tests/harness/workspace.ts';
import type { Verdict } from './judge.ts';

/** Each is a file of this folder that exports `judge`. */
export const JUDGES = [
  'verapdf',
  'mustang',
  'reading',
  'schemathesis',
  'clients',
  'html',
  'geometry',
  'webhooks',
  'deploy',
];

const BENCH = fileURLToPath(new URL('bench.ts', import.meta.url));
/** Started within it, whatever the machine does. */
const START_MINUTES = 2;
const CLEANING_MS = 15_000;

const Message = z.union([
  z.object({ minutes: z.number().positive() }),
  z.object({ verdict: z.object({ judge: z.string().min(1), what: z.string().min(1), findings: z.array(z.string()) }) }),
  z.object({ none: z.string().min(1) }),
]);
export type Ended = { verdict: Verdict } | { none: string };

/** Without a verdict nothing is valid. */
export const codeOf = (ended: Ended): number => ('none' in ended ? 2 : Math.sign(ended.verdict.findings.length));

/** Runs the judge of a file in another process: one that dies or hangs gives no verdict. */
export async function summon(file: string): Promise<Ended> {
  const child = fork(BENCH, [file], { execArgv: [], stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  let ended: Ended | undefined;
  let late = endIn(START_MINUTES);
  function endIn(minutes: number): NodeJS.Timeout {
    return setTimeout(() => {
      ended ??= { none: `It did not end within ${minutes} minutes.` };
      const started = descendantsOf(child.pid ?? 0);
      child.kill('SIGTERM');
      late = setTimeout(() => {
        signal(started, 'SIGKILL');
        child.kill('SIGKILL');
      }, CLEANING_MS);
    }, minutes * 60_000);
  }
  child.on('message', (message) => {
    const { data } = Message.safeParse(message);
    if (data === undefined) ended ??= { none: 'Its verdict is not one.' };
    else if ('minutes' in data) {
      clearTimeout(late);
      late = endIn(data.minutes);
    } else ended ??= data;
  });
  const code = await new Promise<number>((done) => child.once('exit', (status) => done(status ?? -1)));
  clearTimeout(late);
  return ended ?? { none: `It ended with ${code}, without a verdict.` };
}
