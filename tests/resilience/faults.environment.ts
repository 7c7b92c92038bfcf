import { join } from 'node:path';
import { Pool } from 'pg';
import { ordinaryPlaces, type Places } from '../harness/places.ts';
import { createDb } from '../../server/src/platform/db/db.ts';
import { startCluster, type Cluster } from '../harness/cluster.ts';
import type { Stores } from './invariants.types.ts';
import type { Visitor } from './visitor.ts';
import { createFaultProxy, type FaultProxy } from '../harness/fault-proxy.ts';

/** Fault proxies: `visitors` before the balancer; the others between our processes and their dependencies. */
export type FaultProxies = Record<'visitors' | 'postgres' | 'smtp' | 'store' | 'suppliers', FaultProxy>;

/** The product on two API and two worker machines, with a fault proxy wherever something can fail. */
export type Environment = {
  cluster: Cluster;
  proxies: FaultProxies;
  /** Reached directly, without fault proxies. */
  stores: Stores;
  /** All virtual users so far. */
  everybody: Visitor[];
  /** Parcels not queried before. */
  places: Places;
  /** The site as visitors reach it. */
  url: string;
  close: () => Promise<void>;
};

/** Settings of the small PostgreSQL that simulates a large one. */
const SETTINGS = { max_connections: '100', superuser_reserved_connections: '5' };

/** With that environment, and database and bucket on that disk. */
export async function prepareSite({ env, disk }: { env: NodeJS.ProcessEnv; disk?: string }): Promise<Environment> {
  const proxies: Partial<FaultProxies> = {};
  const between = async (plain: NodeJS.ProcessEnv): Promise<NodeJS.ProcessEnv> => {
    const through = async (name: keyof FaultProxies, address = ''): Promise<string> => {
      const url = new URL(address);
      const proxy = await createFaultProxy(address);
      proxies[name] = proxy;
      url.port = String(proxy.port);
      return url.href.replace(/\/$/, '');
    };
    await through('visitors', plain['PUBLIC_URL']);
    return {
      DATABASE_URL: await through('postgres', plain['DATABASE_URL']),
      SMTP_URL: await through('smtp', plain['SMTP_URL']),
      S3_ENDPOINT: await through('store', plain['S3_ENDPOINT']),
      SIMULATORS_URL: await through('suppliers', plain['SIMULATORS_URL']),
      ...env,
    };
  };
  const cluster = await startCluster({ between, settings: SETTINGS, ...(disk !== undefined && { disk }) });
  const stores = openStores(cluster);
  const all = proxies as FaultProxies;
  return {
    cluster,
    proxies: all,
    stores,
    everybody: [],
    places: ordinaryPlaces(),
    url: `http://127.0.0.1:${all.visitors.port}`,
    close: async () => {
      await Promise.all([stores.pool.end(), stores.db.destroy()]);
      for (const proxy of Object.values(all)) proxy.close();
      await cluster.stop();
    },
  };
}

export function openStores({ databaseUrl, env, folder }: Cluster): Stores {
  const pool = new Pool({ connectionString: databaseUrl, max: 4 });
  // Idle connections end with PostgreSQL.
  pool.on('error', () => undefined);
  return {
    pool,
    db: createDb({ url: databaseUrl, poolSize: 2, onError: () => undefined }),
    storeDir: join(folder, 'store'),
    // Directly, without the fault proxy.
    simulatorsUrl: `http://127.0.0.1:${env['SIMULATORS_PORT']}`,
  };
}
