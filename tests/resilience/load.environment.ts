import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Pool } from 'pg';
import { createParts } from '../../bench/issued-document.ts';
import { ordinaryPlaces } from '../harness/places.ts';
import { watchUsage, type Usage } from '../harness/process-usage.ts';
import { freePort } from '../../scripts/postgres.ts';
import { startProduct, type Product } from '../harness/product.ts';
import { createDb } from '../../server/src/platform/db/db.ts';
import { brokenAfterSales } from '../../server/test/ledger/sales.ts';
import { gatherVirtualUsers, type VirtualUsers } from './load.virtual-users.ts';

const COUNTS_EVERY_MS = 3_000;

/** The product in one process (`all`), with production load shedding, and its virtual users. */
export type Environment = {
  url: string;
  users: VirtualUsers;
  watch: () => { stop: () => Promise<Resources> };
  /** Differences between what users were confirmed, the ledger and the files; empty when there are none. */
  broken: () => Promise<string[]>;
  stop: () => Promise<void>;
};

export type Resources = {
  /** Memory and processor of the server and its renderers: one sample a second. */
  usage: Usage[];
  /** Response times of `/healthz` in milliseconds, which is never refused and does nothing: the event loop's lag. */
  loopMs: number[];
  /** Memory of the server's objects outside the heap, from its metrics; the lowest are those after a collection. */
  objectsMb: number[];
};

/**
 * `drawn`: the number of future places whose tiles the simulators draw beforehand, as the real services have theirs.
 */
export async function openEnvironment({ drawn }: { drawn: number }): Promise<Environment> {
  const filesDir = mkdtempSync(join(tmpdir(), 'clairisque-load-'));
  const metricsPort = await freePort();
  // Users come from many addresses: each client has its own share of the places.
  const env = { FILES_DIR: filesDir, OVERLOAD_FACTOR: '1', TRUSTED_PROXIES: '1', METRICS_PORT: String(metricsPort) };
  const product = await startProduct({ env });
  const pool = new Pool({ connectionString: product.databaseUrl, max: 1 });
  const db = createDb({ url: product.databaseUrl, poolSize: 1, onError: () => undefined });
  const stop = async (): Promise<void> => {
    await Promise.all([pool.end(), db.destroy()]);
    await product.stop();
    rmSync(filesDir, { recursive: true, force: true });
  };
  try {
    await drawTiles({ ...product, filesDir }, drawn);
    const users = await gatherVirtualUsers(product);
    return {
      url: product.url,
      users,
      watch: () => watch(product, `http://127.0.0.1:${metricsPort}/metrics`),
      broken: () => broken({ pool, db, filesDir }, users),
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

function watch({ serverPid, url }: Product, metricsUrl: string): ReturnType<Environment['watch']> {
  const usage = watchUsage(serverPid);
  const objectsMb: number[] = [];
  const counting = setInterval(async () => objectsMb.push(...(await readObjects(metricsUrl))), COUNTS_EVERY_MS);
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
      clearInterval(counting);
      return { usage: await usage.stop(), loopMs, objectsMb };
    },
  };
}

/** None while it does not respond. */
async function readObjects(metricsUrl: string): Promise<number[]> {
  const text = await fetch(metricsUrl).then(
    (answer) => answer.text(),
    () => '',
  );
  const bytes = [...text.matchAll(/^nodejs_(?:heap_size_used|external_memory)_bytes (\S+)/gm)].map(([, value]) =>
    Number(value),
  );
  return bytes.length === 2 ? [bytes.reduce((sum, one) => sum + one, 0) / 2 ** 20] : [];
}

async function broken(
  stores: Parameters<typeof brokenAfterSales>[0],
  { references, samples }: VirtualUsers,
): Promise<string[]> {
  const unanswered = samples.filter(({ kind, outcome }) => kind === 'generation' && outcome === 'failed').length;
  return brokenAfterSales(stores, { already: 0, references: references(), unanswered });
}
