import { fork } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort, startPostgres } from '../scripts/postgres.ts';
import { buildWeb } from '../scripts/web-build.ts';

/** The real product, as `npm start` makes it, on ports and in a folder of its own. */
export default async function setup(): Promise<() => Promise<void>> {
  const folder = mkdtempSync(join(tmpdir(), 'clairisque-e2e-'));
  const [postgres, webDir] = await Promise.all([
    startPostgres({ dataDir: join(folder, 'data'), settings: { fsync: 'off' } }),
    buildWeb(),
  ]);
  const [port, simulatorsPort, smtpPort] = [await freePort(), await freePort(), await freePort()];
  const env = {
    ...process.env,
    DATABASE_URL: postgres.url,
    FILES_DIR: join(folder, 'files'),
    WEB_DIR: webDir,
    HOST: '127.0.0.1',
    PORT: String(port),
    SIMULATORS_URL: `http://127.0.0.1:${simulatorsPort}`,
    SIMULATORS_PORT: String(simulatorsPort),
    SIMULATORS_SMTP_PORT: String(smtpPort),
    LOG_LEVEL: 'error',
  };
  const simulators = await started('simulators/src/main.ts', [], env);
  const server = await started('server/src/main.ts', ['all'], env);
  process.env['E2E_URL'] = `http://localhost:${port}`;
  process.env['E2E_DATABASE_URL'] = postgres.url;
  return async () => {
    await Promise.all([server(), simulators()]);
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  };
}

async function started(program: string, args: string[], env: NodeJS.ProcessEnv): Promise<() => Promise<void>> {
  const child = fork(program, args, { env });
  const ended = new Promise<void>((done) => child.once('exit', () => done()));
  await new Promise<void>((ready, fail) => {
    child.once('message', () => ready());
    child.once('exit', (code) => fail(new Error(`${program} ended with ${code}`)));
  });
  return async () => {
    child.kill('SIGTERM');
    await ended;
  };
}
