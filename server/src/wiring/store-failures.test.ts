import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { createTestApp, type TestApp } from '#test/app.ts';
import { S3_CREDENTIALS, startS3 } from '#test/s3.ts';

const folder = mkdtempSync(join(tmpdir(), 'clairisque-store-'));
const lines: string[] = [];
let store: Awaited<ReturnType<typeof startS3>>;
let app: TestApp;

beforeAll(async () => {
  for (const [name, value] of Object.entries(S3_CREDENTIALS)) vi.stubEnv(name, value);
  store = await startS3({ folder });
  const env = { FILES_DIR: '', S3_BUCKET: 'absent', S3_ENDPOINT: store.url, S3_REGION: 'us-east-1', LOG_LEVEL: 'warn' };
  app = await createTestApp({ env, logTo: { write: (line) => void lines.push(line) } });
});
afterAll(async () => {
  await app.close();
  await store.stop();
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true, force: true });
});

it('a store that refuses every call → its own words in the log, once for each cause', async () => {
  const { files } = app.deps;
  for (let call = 0; call < 3; call += 1) {
    await expect(files.put('statements/1/a.pdf', Buffer.from('a'))).rejects.toThrow('NoSuchBucket');
    await expect(files.size('statements/1/a.pdf')).rejects.toThrow('NoSuchBucket');
  }
  await store.stop();
  await expect(files.put('statements/1/a.pdf', Buffer.from('a'))).rejects.toThrow('unavailable');
  const said = lines.map((line) => JSON.parse(line) as { msg: string; cause: string });
  const causes = said.filter(({ msg }) => msg === 'the document store fails').map(({ cause }) => cause);
  expect(causes).toEqual([
    'stockage: refused: NoSuchBucket: The specified bucket does not exist',
    expect.stringMatching(/^stockage: unavailable: .*ECONNREFUSED/),
  ]);
});
