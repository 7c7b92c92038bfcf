import { childrenOf, isAlive } from '../../scripts/processes.ts';
import { freePort, startPostgres, type Postgres } from '../../scripts/postgres.ts';
import type { Program } from './program.ts';
import { failureOf } from '../../server/src/platform/mistake.ts';

/** The embedded server on a fixed port. A kill ends all its processes at once, as a power failure. */
export async function startDatabase(options: {
  dataDir: string;
  settings: Record<string, string>;
}): Promise<Program & { url: string }> {
  const port = await freePort();
  const launch = (): Promise<Postgres> => startPostgres({ ...options, port });
  let server = await launch();
  let isRunning = true;
  const program: Program = {
    pid: () => server.pid,
    isRunning: () => isRunning && isAlive(server.pid),
    start: async () => {
      server = await launch();
      isRunning = true;
    },
    kill: async (signal = 'SIGKILL') => {
      const pids = signal === 'SIGKILL' ? [server.pid, ...childrenOf(server.pid)] : [server.pid];
      for (const pid of pids) killIfThere(pid, signal);
      await server.ended;
      isRunning = false;
    },
    restart: async (signal = 'SIGINT') => {
      await program.kill(signal);
      await program.start();
    },
    stop: async () => {
      if (program.isRunning()) await server.stop();
      isRunning = false;
    },
  };
  return { ...program, url: server.url };
}

/** A child, such as one that archives, may end by itself after it was listed. */
function killIfThere(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if (failureOf(error).code !== 'ESRCH') throw error;
  }
}
