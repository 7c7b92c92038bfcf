import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { startPostgres } from './postgres.ts';
import { StartFailure } from './start-failure.ts';

let folder: string;
let dataDir: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'clairisque-pg-'));
  dataDir = join(folder, 'data');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

async function answers(url: string): Promise<boolean> {
  const client = new Client({ connectionString: url });
  await client.connect();
  const { rowCount } = await client.query('select 1');
  await client.end();
  return rowCount === 1;
}

/** Starts as in another container, with other process numbers. */
const NO_PROCESS = 4_000_000;

it.each([
  ['its socket is seen', false],
  ['only its port is', true],
])(
  'a lock whose process is none of ours, and a server that lives (%s) → refused, nothing removed',
  async (_, hidden) => {
    const first = await startPostgres({ dataDir });
    const lock = join(dataDir, 'postmaster.pid');
    const written = readFileSync(lock, 'utf8');
    const lines = written.split('\n').with(0, String(NO_PROCESS));
    expect(lines[4]).toBe(dataDir);
    writeFileSync(lock, (hidden ? lines.with(4, '') : lines).join('\n'));
    const again = await startPostgres({ dataDir }).catch((error: unknown) => error);
    expect(again).toBeInstanceOf(StartFailure);
    expect(again).toMatchObject({ message: expect.stringContaining('Une autre session utilise déjà') });
    expect(existsSync(lock)).toBe(true);
    expect(await answers(first.url)).toBe(true);
    writeFileSync(lock, written);
    await first.stop();
  },
);

it('a stale lock → removed, and the database starts', async () => {
  const first = await startPostgres({ dataDir });
  const lock = join(dataDir, 'postmaster.pid');
  const written = readFileSync(lock, 'utf8');
  await first.stop();
  writeFileSync(lock, written.replace(/^\d+/, String(NO_PROCESS)));
  const second = await startPostgres({ dataDir });
  expect(await answers(second.url)).toBe(true);
  await second.stop();
});
