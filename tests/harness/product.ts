import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort, startPostgres } from '../../scripts/postgres.ts';
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
  const ports = { server: await freePort(), simulators: await freePort(), smtp: await freePort() };
  const simulatorsUrl = `http://127.0.0.1:${ports.simulators}`;
  const env = {
    ...process.env,
    ...addresses(ports),
    ...WIDE,
    DATABASE_URL: postgres.url,
    FILES_DIR: join(folder, 'files'),
    WEB_DIR: webDir,
    ...options.env,
  };
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
    const url = `http://127.0.0.1:${ports.server}`;
    return { url, databaseUrl: postgres.url, simulatorsUrl, serverPid: server.pid(), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Many users call from one address here, concurrently. */
const WIDE = { RATE_LIMIT_FACTOR: '1000', OVERLOAD_FACTOR: '1000', LOG_LEVEL: 'error' };

function addresses(ports: { server: number; simulators: number; smtp: number }): NodeJS.ProcessEnv {
  return {
    HOST: '127.0.0.1',
    PORT: String(ports.server),
    SIMULATORS_PORT: String(ports.simulators),
    SIMULATORS_SMTP_PORT: String(ports.smtp),
    SIMULATORS_URL: `http://127.0.0.1:${ports.simulators}`,
    SMTP_URL: `smtp://127.0.0.1:${ports.smtp}`,
    STRIPE_WEBHOOK_URL: `http://127.0.0.1:${ports.server}/api/v2/stripe/webhook/`,
    STRIPE_WEBHOOK_SECRET: 'whsec_simulation',
  };
}
