import { execFile } from 'node:child_process';
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
