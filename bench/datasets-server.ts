import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Pool } from 'pg';
import { createFiles } from '../server/src/deps.ts';
import { freePort } from '../scripts/postgres.ts';
import { startProduct } from '../tests/harness/product.ts';
import { createTestReleases } from '../tests/harness/releases/releases.ts';
import type { Part } from '../tests/harness/report.ts';
import type { Bench } from './bench.ts';
import type { Server, Servers } from './datasets-server-sides.ts';
import { oneByOne } from './datasets-server-speed.ts';
import { sustainedRates } from './datasets-server-sustained.ts';

/** Statements with facts from releases made for tests, against the same with the live adapters. */
export const datasetsSpeed = (bench: Bench): Promise<Part> => withReleases(bench, oneByOne);
export const datasetsSustained = (bench: Bench): Promise<Part> => withReleases(bench, sustainedRates);

/** Two products over the simulators of the bench; each has its own database, so that nothing is cached for the other. */
async function withReleases(bench: Bench, measure: (bench: Bench, servers: Servers) => Promise<Part>): Promise<Part> {
  const folder = mkdtempSync(join(tmpdir(), 'clairisque-bench-releases-'));
  const filesDir = join(folder, 'files');
  const { simulatorsUrl } = bench.product;
  const started: Stoppable[] = [];
  const start = async (env: NodeJS.ProcessEnv): Promise<Server> => {
    const server = await startServer({ ...env, SIMULATORS_URL: simulatorsUrl });
    started.push(server);
    return server;
  };
  try {
    await createTestReleases({
      files: createFiles({ files: { folder: filesDir } }),
      folder: join(folder, 'work'),
    }).activateAll();
    const live = await start({ FILES_DIR: join(folder, 'live-files') });
    const local = await start({
      FILES_DIR: filesDir,
      DATASETS_DIR: join(folder, 'copies'),
      CLAIRISQUE_SOURCES: 'simulated-datasets',
    });
    return await measure(bench, { live, local });
  } finally {
    for (const { stop } of started.toReversed()) await stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

type Stoppable = Server & { stop: () => Promise<void> };

async function startServer(env: NodeJS.ProcessEnv): Promise<Stoppable> {
  const port = await freePort();
  const product = await startProduct({ env: { ...env, METRICS_PORT: String(port) } });
  const pool = new Pool({ connectionString: product.databaseUrl, max: 4 });
  return {
    product: { ...product, filesDir: env['FILES_DIR'] ?? '' },
    pool,
    metricsUrl: `http://127.0.0.1:${port}`,
    stop: async () => {
      await pool.end();
      await product.stop();
    },
  };
}
