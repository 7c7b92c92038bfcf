import { fork } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort, startPostgres } from './postgres.ts';
import { buildWeb } from './web-build.ts';

export type Product = {
  url: string;
  databaseUrl: string;
  simulatorsUrl: string;
  serverPid: number;
  stop: () => Promise<void>;
};

/** The real product on ports and in a folder of its own, for journeys and benchmarks; `settings` are PostgreSQL's. */
export async function startProduct(
  options: { settings?: Record<string, string>; env?: NodeJS.ProcessEnv } = {},
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
    DATABASE_URL: postgres.url,
    FILES_DIR: join(folder, 'files'),
    WEB_DIR: webDir,
    SIMULATORS_URL: simulatorsUrl,
    RATE_LIMIT_FACTOR: '1000',
    SMTP_URL: `smtp://127.0.0.1:${ports.smtp}`,
    STRIPE_WEBHOOK_URL: `http://127.0.0.1:${ports.server}/api/v2/stripe/webhook/`,
    STRIPE_WEBHOOK_SECRET: 'whsec_simulation',
    LOG_LEVEL: 'error',
    ...options.env,
  };
  const stops = [async () => rmSync(folder, { recursive: true, force: true }), postgres.stop];
  const stop = async (): Promise<void> => {
    for (const one of stops.toReversed()) await one();
  };
  try {
    const simulators = await start('simulators/src/main.ts', [], env);
    stops.push(simulators.stop);
    const server = await start('server/src/main.ts', ['all'], env);
    stops.push(server.stop);
    const url = `http://127.0.0.1:${ports.server}`;
    return { url, databaseUrl: postgres.url, simulatorsUrl, serverPid: server.pid, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

function addresses(ports: { server: number; simulators: number; smtp: number }): NodeJS.ProcessEnv {
  return {
    HOST: '127.0.0.1',
    PORT: String(ports.server),
    SIMULATORS_PORT: String(ports.simulators),
    SIMULATORS_SMTP_PORT: String(ports.smtp),
  };
}

async function start(
  program: string,
  args: string[],
  env: NodeJS.ProcessEnv,
): Promise<{ pid: number; stop: () => Promise<void> }> {
  const child = fork(program, args, { env, execArgv: [] });
  const ended = new Promise<void>((done) => child.once('exit', () => done()));
  await new Promise<void>((ready, fail) => {
    child.once('message', () => ready());
    child.once('exit', (code) => fail(new Error(`${program} ended with ${code}`)));
  });
  const stop = async (): Promise<void> => {
    child.kill('SIGTERM');
    await ended;
  };
  return { pid: child.pid ?? 0, stop };
}
