import { spawn, type ChildProcess } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { generationProgress } from '../contract/src/issuance.ts';
import { GOUSSAINVILLE, openDemo } from '../tests/harness/customer.ts';
import { freePort, startPostgres } from './postgres.ts';
import { commandOf, isAlive } from './processes.ts';

let folder: string;
let env: NodeJS.ProcessEnv;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'clairisque-start-'));
  env = {
    ...process.env,
    DATA_DIR: join(folder, 'data'),
    PORT: String(await freePort()),
    SIMULATORS_PORT: String(await freePort()),
    SIMULATORS_SMTP_PORT: String(await freePort()),
  };
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

type Run = {
  child: ChildProcess;
  output: () => string;
  ended: Promise<number | null>;
  says: (text: string) => Promise<void>;
};

function npmStart(): Run {
  const child = spawn(process.execPath, ['scripts/start.mjs'], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  const waiting: (() => void)[] = [];
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      for (const check of waiting) check();
    });
  }
  const ended = new Promise<number | null>((done) => child.once('exit', done));
  const says = (text: string): Promise<void> =>
    new Promise((done, fail) => {
      const check = (): void => void (output.includes(text) && done());
      waiting.push(check);
      void ended.then(() => fail(new Error(output)));
      check();
    });
  return { child, output: () => output, ended, says };
}

const site = (): string => `http://127.0.0.1:${env['PORT']}`;

it('npm start: serves, keeps what was written through kill -9, and stops cleanly on SIGTERM', async () => {
  const first = npmStart();
  await first.says('Prêt en');
  const customer = await openDemo(site());
  const id = await customer.draft(GOUSSAINVILLE);
  first.child.kill('SIGKILL');
  await first.ended;

  const second = npmStart();
  await second.says('Prêt en');
  // The token and the draft from before the restart.
  await customer.call(generationProgress, { params: { erp_id: id } });
  const third = npmStart();
  expect(await third.ended).toBe(1);
  expect(third.output()).toContain('tourne déjà');
  second.child.kill('SIGTERM');
  expect(await second.ended).toBe(0);
  await expect(openDemo(site())).rejects.toThrow('fetch failed');
});

it('npm start on a busy port: one sentence, exit 1', async () => {
  const occupant = createServer().listen(Number(env['PORT']));
  const run = npmStart();
  expect(await run.ended).toBe(1);
  expect(run.output()).toMatch(/^Le port \d+ est déjà pris : .*PORT=….\n$/);
  occupant.close();
});

it('npm start in a foreign data folder: one sentence, nothing touched', async () => {
  mkdirSync(join(folder, 'data', 'postgres'), { recursive: true });
  writeFileSync(join(folder, 'data', 'postgres', 'photo.jpg'), '');
  const run = npmStart();
  expect(await run.ended).toBe(1);
  expect(run.output()).toContain('contient autre chose que notre base');
});

it('a PostgreSQL left by a killed parent is stopped, and its data kept', async () => {
  const dataDir = join(folder, 'pg', 'data');
  const script = `import { Client } from 'pg';
    import { startPostgres } from './scripts/postgres.ts';
    const { url } = await startPostgres({ dataDir: ${JSON.stringify(dataDir)} });
    const client = new Client({ connectionString: url });
    await client.connect();
    await client.query('create table kept as select 42 as answer');
    process.kill(process.pid, 'SIGKILL');`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', script], { stdio: 'ignore' });
  await new Promise((done) => child.once('exit', done));
  const orphan = Number(readFileSync(join(dataDir, 'postmaster.pid'), 'utf8').split('\n')[0]);
  expect(commandOf(orphan)).toContain(dataDir);

  const again = await startPostgres({ dataDir });
  expect(isAlive(orphan)).toBe(false);
  const client = new Client({ connectionString: again.url });
  await client.connect();
  expect((await client.query('select answer from kept')).rows).toEqual([{ answer: 42 }]);
  await client.end();
  await again.stop();
});
