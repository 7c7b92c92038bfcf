import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';

/** Duration and highest resident memory of a process. */
export type Watched = { ms: number; highestMb: number };

const EVERY_MS = 50;

/** Runs a program to its end. @throws Error with what it wrote, when it fails */
export async function runWatched(program: string, args: string[], env: NodeJS.ProcessEnv = {}): Promise<Watched> {
  const from = performance.now();
  const child = spawn(program, args, { env: { ...process.env, ...env }, stdio: ['ignore', 'ignore', 'pipe'] });
  let complaint = '';
  child.stderr.on('data', (chunk: Buffer) => (complaint += chunk.toString()));
  let highestMb = 0;
  const timer = setInterval(() => (highestMb = Math.max(highestMb, highestOf(child.pid ?? 0))), EVERY_MS);
  try {
    const [code] = (await once(child, 'close')) as [number | null];
    if (code !== 0) throw new Error(`${program} ${args[0] ?? ''}: ${complaint}`);
    return { ms: performance.now() - from, highestMb };
  } finally {
    clearInterval(timer);
  }
}

/** The system's own record (`VmHWM`), which only grows; 0 once the process is gone. */
function highestOf(pid: number): number {
  try {
    const kilobytes = /^VmHWM:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
    return Number(kilobytes ?? 0) / 1024;
  } catch {
    return 0;
  }
}
