import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';

const run = promisify(execFile);
type Process = { pid: number; parent: number; rssMb: number; processorSeconds: number };
/** The server, and its Typst children together: resident memory (shared pages count in each), processor time so far. */
export type Usage = { serverMb: number; rendererMb: number; serverSeconds: number; rendererSeconds: number };

export async function usageOf(serverPid: number): Promise<Usage> {
  const all = await listProcesses();
  const sum = (chosen: Process[], of: 'rssMb' | 'processorSeconds'): number =>
    chosen.reduce((total, one) => total + one[of], 0);
  const server = all.filter(({ pid }) => pid === serverPid);
  const renderer = all.filter(({ parent }) => parent === serverPid);
  return {
    serverMb: sum(server, 'rssMb'),
    rendererMb: sum(renderer, 'rssMb'),
    serverSeconds: sum(server, 'processorSeconds'),
    rendererSeconds: sum(renderer, 'processorSeconds'),
  };
}

/** One sample a second until `stop`. */
export function watchUsage(serverPid: number): { stop: () => Promise<Usage[]> } {
  const samples: Promise<Usage>[] = [];
  const timer = setInterval(() => samples.push(usageOf(serverPid)), 1000);
  return {
    stop: () => {
      clearInterval(timer);
      return Promise.all(samples);
    },
  };
}

/** A tick of the processor's accounting (proc(5)): `ps` counts whole seconds, which short work seldom reaches. */
const TICK_SECONDS = 0.01;

/** User and system time of these running processes and of all below them. */
export async function processorSeconds(roots: readonly number[]): Promise<number> {
  const all = await listProcesses();
  const below = (pid: number): number[] => [
    pid,
    ...all.filter(({ parent }) => parent === pid).flatMap((child) => below(child.pid)),
  ];
  return new Set(roots.flatMap(below)).values().reduce((sum, pid) => sum + ticksOf(pid), 0) * TICK_SECONDS;
}

/** 0 for a process that has just ended. */
function ticksOf(pid: number): number {
  try {
    const [, ...fields] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
    return Number(fields[10]) + Number(fields[11]);
  } catch {
    return 0;
  }
}

async function listProcesses(): Promise<Process[]> {
  const { stdout } = await run('ps', ['-A', '-o', 'pid=,ppid=,rss=,time=']);
  return stdout
    .trim()
    .split('\n')
    .map((line) => {
      const [pid, parent, kilobytes, time = ''] = line.trim().split(/\s+/);
      // `hh:mm:ss`, or `mm:ss.cc`.
      const processorSeconds = time.split(':').reduce((seconds, part) => seconds * 60 + Number(part), 0);
      return { pid: Number(pid), parent: Number(parent), rssMb: Number(kilobytes) / 1024, processorSeconds };
    });
}
