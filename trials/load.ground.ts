import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Pool } from 'pg';
import { createParts } from '../bench/issued-document.ts';
import { ordinaryPlaces } from '../bench/places.ts';
import { watchUsage, type Usage } from '../bench/processes.ts';
import { startProduct, type Product } from '../scripts/product.ts';
import { createDb } from '../server/src/platform/db.ts';
import { brokenAfterSales } from '../server/test/books/sales.ts';
import { gatherCrowd, type Crowd } from './load.crowd.ts';

/** The product in one process (`all`), which refuses calls as in production, with its crowd. */
export type Ground = {
  crowd: Crowd;
  /** Memory and processor of the server, and milliseconds that `/healthz` takes, which is never refused and does nothing: how late its event loop comes. */
  watch: () => { stop: () => Promise<{ usage: Usage[]; loopMs: number[] }> };
  /** What is wrong in the books, among the files, or with what the crowd was told; nothing when all is well. */
  broken: () => Promise<string[]>;
  stop: () => Promise<void>;
};

/** `drawn`: of so many places to come the simulators draw the tiles beforehand, as the real services have theirs. */
export async function openGround({ drawn }: { drawn: number }): Promise<Ground> {
  const filesDir = mkdtempSync(join(tmpdir(), 'clairisque-load-'));
  const product = await startProduct({ env: { FILES_DIR: filesDir, OVERLOAD_FACTOR: '1' } });
  const pool = new Pool({ connectionString: product.databaseUrl, max: 1 });
  const db = createDb({ url: product.databaseUrl, poolSize: 1, onError: () => undefined });
  const stop = async (): Promise<void> => {
    await Promise.all([pool.end(), db.destroy()]);
    await product.stop();
    rmSync(filesDir, { recursive: true, force: true });
  };
  try {
    await drawTiles({ ...product, filesDir }, drawn);
    const crowd = await gatherCrowd(product);
    return {
      crowd,
      watch: () => watch(product.serverPid, product.url),
      broken: () => broken({ pool, db, filesDir }, crowd),
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

async function broken(books: Parameters<typeof brokenAfterSales>[0], { told, heard }: Crowd): Promise<string[]> {
  const unheard = heard.filter(({ kind, outcome }) => kind === 'generation' && outcome === 'failed').length;
  return brokenAfterSales(books, { already: 0, references: told(), unheard });
}
