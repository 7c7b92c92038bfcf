import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPostgres } from '../../scripts/postgres.ts';
import { chooseEnvironment } from './environment.ts';
import { startProgram } from './program.ts';
import { buildWeb } from '../../scripts/web-build.ts';

export type Product = {
  url: string;
  databaseUrl: string;
  simulatorsUrl: string;
  serverPid: number;
  stop: () => Promise<void>;
};

/**
 * The real product on its own ports and folder, for journeys and benchmarks; `settings` are PostgreSQL's, `log` a file
 * for the server's output.
 */
export async function startProduct(
  options: { settings?: Record<string, string>; env?: NodeJS.ProcessEnv; log?: string } = {},
): Promise<Product> {
  const folder = mkdtempSync(join(tmpdir(), 'clairisque-'));
  const [postgres, webDir] = await Promise.all([
    startPostgres({ dataDir: join(folder, 'data'), settings: options.settings ?? {} }),
    buildWeb(),
  ]);
  const { url, simulatorsUrl, env } = await chooseEnvironment({
    DATABASE_URL: postgres.url,
    FILES_DIR: join(folder, 'files'),
    WEB_DIR: webDir,
    ...options.env,
  });
  const stops = [async () => rmSync(folder, { recursive: true, force: true }), postgres.stop];
  const stop = async (): Promise<void> => {
    for (const one of stops.toReversed()) await one();
  };
  try {
    const simulators = await startProgram({ command: ['simulators/src/main.ts'], env });
    stops.push(simulators.stop);
    const server = await startProgram({
      command: ['server/src/main.ts', 'all'],
      env,
      ...(options.log !== undefined && { log: options.log }),
    });
    stops.push(server.stop);
    return { url, databaseUrl: postgres.url, simulatorsUrl, serverPid: server.pid(), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
