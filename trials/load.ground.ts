import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Pool } from 'pg';
import { createParts } from '../bench/issued-document.ts';
import { brokenInvariants } from '../bench/ledger-invariants.ts';
import { ordinaryPlaces } from '../bench/places.ts';
import { watchUsage, type Usage } from '../bench/processes.ts';
import { startProduct, type Product } from '../scripts/product.ts';
import { gatherCrowd, type Crowd } from './load.crowd.ts';

/** The product in one process (`all`), which refuses calls as in production, with its crowd. */
export type Ground = {
  crowd: Crowd;
  /** Memory and processor of the server, and milliseconds that `/healthz` takes, which is never refused and does nothing: how late its event loop comes. */
  watch: () => { stop: () => Promise<{ usage: Usage[]; loopMs: number[] }> };
  /** What is wrong in the books and among the files; nothing when all is well. */
  broken: () => Promise<string[]>;
  stop: () => Promise<void>;
};

/** `drawn`: of so many places to come the simulators draw the tiles beforehand, as the real services have theirs. */
export async function openGround({ drawn }: { drawn: number }): Promise<Ground> {
  const filesDir = mkdtempSync(join(tmpdir(), 'clairisque-load-'));
  const product = await startProduct({ env: { FILES_DIR: filesDir, OVERLOAD_FACTOR: '1' } });
  const pool = new Pool({ connectionString: product.databaseUrl, max: 1 });
  const stop = async (): Promise<void> => {
    await pool.end();
    await product.stop();
    rmSync(filesDir, { recursive: true, force: true });
  };
  try {
    await drawTiles({ ...product, filesDir }, drawn);
    const crowd = await gatherCrowd(product);
    return {
      crowd,
      watch: () => watch(product.serverPid, product.url),
      broken: () => broken(pool, filesDir),
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function drawTiles(product: Product & { filesDir: string }, count: number): Promise<void> {
  const { deps, close } = createParts(product);
  for (const { longitude, latitude, address } of ordinaryPlaces().take(count)) {
    const place = { longitude, latitude, address, postcode: null, inseeCodes: [], communeName: '', parcels: [] };
    await deps.staticMap.draw(place);
  }
  await close();
}

function watch(pid: number, url: string): ReturnType<Ground['watch']> {
  const usage = watchUsage(pid);
  const loopMs: number[] = [];
  const timer = setInterval(async () => {
    const asked = performance.now();
    const answer = await fetch(`${url}/healthz`).catch(() => null);
    await answer?.text().catch(() => null);
    loopMs.push(performance.now() - asked);
  }, 250);
  return {
    stop: async () => {
      clearInterval(timer);
      return { usage: await usage.stop(), loopMs };
    },
  };
}

async function broken(pool: Pool, filesDir: string): Promise<string[]> {
  const { rows } = await pool.query<{ count: number }>(
    `select count(*)::int as count from statement where status = 'issued'`,
  );
  const issued = rows[0]?.count ?? 0;
  return brokenInvariants(pool, filesDir, issued);
}
