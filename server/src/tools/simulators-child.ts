import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const MAIN = fileURLToPath(new URL('../../../simulators/src/main.ts', import.meta.url));

/** The simulators over a folder of recordings, as a separate process on a free port, used over HTTP only. */
export async function startSimulators(recordings: string): Promise<{ url: string; stop: () => Promise<void> }> {
  const child = spawn(process.execPath, [MAIN, '--recordings', recordings], {
    env: { ...process.env, SIMULATORS_PORT: '0', SIMULATORS_SMTP_PORT: '0', HOST: '127.0.0.1' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = once(child, 'exit');
  const stop = async (): Promise<void> => {
    child.kill();
    await exited;
  };
  for await (const line of createInterface({ input: child.stdout })) {
    const url = /http:\/\/[\w.]+:\d+/u.exec(line)?.[0];
    if (url !== undefined) return { url, stop };
  }
  throw new Error('the simulators did not start');
}
