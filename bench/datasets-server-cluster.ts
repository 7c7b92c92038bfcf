import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Pool } from 'pg';
import { readConfig } from '../server/src/config.ts';
import { createFiles } from '../server/src/deps.ts';
import { S3_CREDENTIALS } from '../server/test/s3.ts';
import { startCluster } from '../tests/harness/cluster.ts';
import { openCustomer, type Point } from '../tests/harness/customer.ts';
import { createFaultProxy, type FaultProxy } from '../tests/harness/fault-proxy.ts';
import { ordinaryPlaces, richPlaces } from '../tests/harness/places.ts';
import { createTestReleases } from '../tests/harness/releases/releases.ts';
import { atLeast, info, percentile, shown, timed, type Part } from '../tests/harness/report.ts';
import { RISK_SERVICES } from '../tests/harness/suppliers.ts';
import { changingReleases, type Machines } from './datasets-server-activation.ts';

/** Releases that change under load. */
export const datasetsActivation = (): Promise<Part> => withCluster(changingReleases);
export const datasetsSilence = (): Promise<Part> => withCluster(silentSuppliers);

/** Two API processes and a worker over one bucket, with a fault proxy before the suppliers. */
async function withCluster(measure: (machines: Machines, proxies: FaultProxy[]) => Promise<Part>): Promise<Part> {
  const folder = mkdtempSync(join(tmpdir(), 'clairisque-bench-releases-'));
  const proxies: FaultProxy[] = [];
  const between = async ({ SIMULATORS_URL = '' }: NodeJS.ProcessEnv): Promise<NodeJS.ProcessEnv> => {
    const suppliers = await createFaultProxy(SIMULATORS_URL);
    proxies.push(suppliers);
    return { SIMULATORS_URL: suppliers.url };
  };
  const env = { CLAIRISQUE_SOURCES: 'simulated-datasets', DATASETS_DIR: join(folder, 'cluster-copies') };
  const cluster = await startCluster({ apis: 2, workers: 1, env, between });
  const pool = new Pool({ connectionString: cluster.databaseUrl, max: 4 });
  try {
    // The SDK reads its credentials in the environment of this process.
    Object.assign(process.env, S3_CREDENTIALS);
    const files = createFiles(readConfig(cluster.env));
    const releases = createTestReleases({ files, folder: join(folder, 'cluster-work') });
    await releases.activateAll();
    return await measure({ cluster, pool, releases }, proxies);
  } finally {
    await pool.end();
    await cluster.stop();
    for (const proxy of proxies) proxy.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

const ORDINARY = 25;
/**
 * What no release says there: zones of the coast in the communes that a decree lists, and the plans of mines and plants
 * of Mayotte.
 */
const NOT_COVERED = /\b(?:33214|33514|35288|40046|80182|97611)\b/;

type Issued = { references: string[]; refused: string[]; durations: number[] };

/** Statements at places that were never asked before, while every service about risks resets its connections. */
async function silentSuppliers(machines: Machines, proxies: FaultProxy[]): Promise<Part> {
  const all = [...richPlaces(), ...ordinaryPlaces().take(ORDINARY)];
  const places = all.filter(({ address }) => !NOT_COVERED.test(address));
  const silence = proxies.map((proxy) => proxy.every({ fault: { kind: 'reset' }, about: RISK_SERVICES }));
  const { references, refused, durations } = await issueAt(machines, places);
  for (const { lift } of silence) lift();
  const percentiles = [0.5, 0.95].map((share) => `${shown(percentile(durations, share))} ms`);
  return {
    title: 'datasets: every supplier of risks down',
    notes: [
      `${places.length} places that no process was asked about before; connections to Géorisques, noise plans and the Géoportail de l’urbanisme are reset. Addresses, cadastre and tiles answer. Left out, since the releases do not cover them: five listed communes of the coast, whose zones no file has, and Mayotte.`,
    ],
    figures: [
      atLeast('statements issued', (100 * references.length) / places.length, { value: 100, unit: '%' }),
      ...refused.slice(0, 5).map((why) => info('refused', why)),
      info('facts of a statement', await statesOf(machines.pool, references)),
      info('PATCH generate, median and 95 %', percentiles.join(', ')),
    ],
  };
}

async function issueAt({ cluster, pool }: Machines, places: readonly Point[]): Promise<Issued> {
  const customer = await openCustomer(pool, cluster.url, places.length);
  const done: Issued = { references: [], refused: [], durations: [] };
  for (const place of places) {
    const id = await customer.draft(place);
    try {
      const { ms, result } = await timed(() => customer.generate(id));
      done.references.push(result);
      done.durations.push(ms);
    } catch (error) {
      done.refused.push(`${place.address}: ${String(error)}`);
    }
  }
  return done;
}

/** « 14 from releases; not obtained: report ». */
async function statesOf(pool: Pool, references: string[]): Promise<string> {
  const { rows } = await pool.query<{ name: string; state: string; local: boolean; count: number }>(
    `select fact.key as name, fact.value ->> 'state' as state,
       fact.value -> 'provenance' ->> 'source' ~ '^(edition|law)-' as local, count(*)::int as count
     from statement_edition, jsonb_each(facts) as fact
     where reference = any($1)
     group by 1, 2, 3 order by 1`,
    [references],
  );
  const local = rows.filter((row) => row.local).reduce((sum, row) => sum + row.count, 0) / references.length;
  const missing = rows.filter(({ state }) => state === 'not-obtained').map(({ name, count }) => `${name} ${count}`);
  return `${shown(local)} from releases; not obtained: ${missing.join(', ')}`;
}
