import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, inject, it, vi } from 'vitest';
import { freePort } from '../../../scripts/postgres.ts';
import { startProgram, type Program } from '../../../tests/harness/program.ts';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';
import { S3_BUCKET, S3_CREDENTIALS, startS3 } from '#test/s3.ts';
import { createPdfPages } from '#adapters/pdf/pdf-pages.ts';
import { createTypst } from '#adapters/pdf/typst.ts';
import { createBucketFiles } from '#adapters/files/files-s3.ts';
import { createMetrics } from '#platform/observability/metrics.ts';
import { watchReadiness } from './readiness.ts';

/** Run by every process of ours before its own code. */
const preloaded = (code: string): string => `--import=data:text/javascript,${encodeURIComponent(code)}`;

let database: TestDatabase;
let folder: string;
const running: Program[] = [];
beforeAll(async () => {
  database = await createTestDatabase();
  folder = mkdtempSync(join(tmpdir(), 'clairisque-readiness-'));
});
afterEach(async () => {
  vi.unstubAllEnvs();
  for (const program of running.splice(0)) await program.stop();
});
afterAll(async () => {
  await database.drop();
  rmSync(folder, { recursive: true });
});

type Serving = { readyz: () => Promise<[number, unknown]>; metrics: () => Promise<string>; log: () => string };

async function serve(more: NodeJS.ProcessEnv): Promise<Serving> {
  const [port, metricsPort] = [await freePort(), await freePort()];
  const log = join(folder, `${port}.log`);
  const env = {
    ...process.env,
    DATABASE_URL: database.serviceUrl,
    SIMULATORS_URL: inject('simulatorsUrl'),
    HOST: '127.0.0.1',
    PORT: String(port),
    METRICS_PORT: String(metricsPort),
    TYPST_PROCESSES: '1',
    FILES_DIR: join(folder, 'files'),
    ...more,
  };
  running.push(await startProgram({ command: ['server/src/main.ts', 'api'], env, log }));
  return {
    readyz: async () => {
      const answer = await fetch(`http://127.0.0.1:${port}/readyz`);
      return [answer.status, await answer.json()];
    },
    metrics: async () => (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text(),
    log: () => readFileSync(log, 'utf8'),
  };
}

it.each([
  ['typst-child', 'renderers', 'impression des documents impossible'],
  ['pdf-pages-child', 'reader', 'lecture des documents officiels impossible'],
])(
  'a machine where %s cannot start → not ready, says why, alerts; ready once it starts',
  async (file, part, sentence) => {
    const broken = join(folder, `${part}-broken`);
    writeFileSync(broken, '');
    const refusal = `if (process.argv[1]?.includes('${file}') && (await import('node:fs')).existsSync('${broken}'))
    throw new Error('no ${part} on this machine')`;
    const { readyz, metrics, log } = await serve({
      NODE_OPTIONS: `${process.env['NODE_OPTIONS'] ?? ''} ${preloaded(refusal)}`,
    });
    expect(await readyz()).toEqual([503, { etat: sentence }]);
    expect(await metrics()).toContain(`clairisque_part_down{of="${part}"} 1`);
    expect(log()).toMatch(new RegExp(`"part":"${part}","why":"Error: no ${part} on this machine`));
    rmSync(broken);
    await expect.poll(readyz).toEqual([200, { etat: 'prêt' }]);
    expect(await metrics()).toContain(`clairisque_part_down{of="${part}"} 0`);
  },
);

it('a priority that may not be changed stops no renderer', async () => {
  const refusal = `import os from 'node:os';
    import { syncBuiltinESMExports } from 'node:module';
    os.setPriority = () => { throw Object.assign(new Error('EACCES'), { code: 'ERR_SYSTEM_ERROR' }); };
    syncBuiltinESMExports();`;
  vi.stubEnv('NODE_OPTIONS', `${process.env['NODE_OPTIONS'] ?? ''} ${preloaded(refusal)}`);
  const typst = createTypst({ children: 1 });
  expect(await typst.check()).toBeNull();
  await typst.close();
});

it('a store that never answered as it must → not ready, and the log has its own words', async () => {
  const store = await startS3({ folder: join(folder, 'store') });
  const bucket = { FILES_DIR: '', S3_ENDPOINT: store.url, S3_REGION: 'us-east-1', ...S3_CREDENTIALS };
  for (const [given, words] of [
    [{ S3_BUCKET: 'absent' }, 'stockage: refused: NoSuchBucket: The specified bucket does not exist'],
    [{ S3_BUCKET }, 'stockage: refused: kept without AES256 (S3_ENCRYPTION)'],
  ] as const) {
    const { readyz, log } = await serve({ ...bucket, ...given });
    expect(await readyz()).toEqual([503, { etat: 'stockage des documents injoignable' }]);
    expect(log()).toContain(`"part":"store","why":"${words}"`);
  }
  await store.stop();
});

it('a store that is silent after it worked → the process goes on serving, and tells', async () => {
  for (const [name, value] of Object.entries(S3_CREDENTIALS)) vi.stubEnv(name, value);
  const store = await startS3({ folder: join(folder, 'silent') });
  const settings = { endpoint: store.url, region: 'us-east-1', prefix: '', pathStyle: true, encryptionKey: null };
  const files = createBucketFiles(
    { bucket: S3_BUCKET, encryption: 'none', ...settings },
    { connectMs: 500, silenceMs: 500, withinMs: 2_000, page: 10 },
  );
  const [typst, pdfPages] = [createTypst({ children: 1 }), createPdfPages()];
  const said: string[] = [];
  const say = (line: object): void => void said.push(JSON.stringify(line));
  const log = { error: say, info: say } as unknown as Parameters<typeof watchReadiness>[0]['log'];
  const telemetry = { metrics: createMetrics() } as Parameters<typeof watchReadiness>[0]['telemetry'];
  const readiness = watchReadiness({ typst, pdfPages, files, telemetry, log }, { well: 20, ill: 20 });
  await readiness.look();
  expect(readiness.state()).toEqual({ obstacle: null, faults: [] });
  await store.stop();
  await expect.poll(() => readiness.state().faults).toEqual(['stockage des documents injoignable']);
  expect(readiness.state().obstacle).toBeNull();
  const again = await startS3({ folder: join(folder, 'silent'), port: store.port });
  await expect.poll(() => readiness.state()).toEqual({ obstacle: null, faults: [] });
  expect(said[0]).toContain('"part":"store"');
  readiness.stop();
  await Promise.all([typst.close(), pdfPages.close(), again.stop()]);
});
