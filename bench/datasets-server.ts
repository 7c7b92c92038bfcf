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
import { datasetsCluster } from './datasets-server-cluster.ts';
import { datasetsSpeed, type Server } from './datasets-server-speed.ts';

/**
 * Statements with facts from releases made for tests, against the same with the live adapters; then releases that change
 * under load, and silent suppliers.
 */
export async function datasetsServer(bench: Bench): Promise<Part[]> {
  const folder = mkdtempSync(join(tmpdir(), 'clairisque-bench-releases-'));
  try {
    return [await withReleases(bench, folder), ...(await datasetsCluster(folder))];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Two products over the simulators of the bench; each has its own database, so that nothing is cached for the other. */
async function withReleases(bench: Bench, folder: string): Promise<Part> {
  const filesDir = join(folder, 'files');
  const files = createFiles({ files: { folder: filesDir } });
  await createTestReleases({ files, folder: join(folder, 'work') }).activateAll();
  const { simulatorsUrl } = bench.product;
  const live = await startServer({ FILES_DIR: join(folder, 'live-files'), SIMULATORS_URL: simulatorsUrl });
  try {
    const local = await startServer({
      FILES_DIR: filesDir,
      DATASETS_DIR: join(folder, 'copies'),
      CLAIRISQUE_SOURCES: 'simulated-datasets',
      SIMULATORS_URL: simulatorsUrl,
    });
    try {
      return await datasetsSpeed(bench, { live, local });
    } finally {
      await local.stop();
    }
  } finally {
    await live.stop();
  }
}

async function startServer(env: NodeJS.ProcessEnv): Promise<Server & { stop: () => Promise<void> }> {
  const port = await freePort();
  const product = await startProduct({ env: { ...env, METRICS_PORT: String(port) } });
  const pool = new Pool({ connectionString: product.databaseUrl, max: 4 });
  const stop = async (): Promise<void> => {
    await pool.end();
    await product.stop();
  };
  return {
    product: { ...product, filesDir: env['FILES_DIR'] ?? '' },
    pool,
    metricsUrl: `http://127.0.0.1:${port}`,
    stop,
  };
}
