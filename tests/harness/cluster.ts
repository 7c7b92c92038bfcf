import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { freePort } from '../../scripts/postgres.ts';
import { startProgram, type Program, type ProgramOptions } from './program.ts';
import { createService, serviceUrlOf } from '../../server/test/database.ts';
import { S3_BUCKET, S3_CREDENTIALS } from '../../server/test/s3.ts';
import { startDatabase } from './database.ts';
import { chooseEnvironment, type Environment } from './environment.ts';

const run = promisify(execFile);

type Api = Program & { url: string };

/** The whole product as on several machines, each part a process that can be killed, stopped and restarted. */
export type Cluster = {
  /** The balancer's. */
  url: string;
  /** The owner's; the processes only have the service's rights. */
  databaseUrl: string;
  simulatorsUrl: string;
  /** Environment of every process, to start another one, or to read documents through `createBucketFiles`. */
  env: NodeJS.ProcessEnv;
  /** PostgreSQL's data in `postgres`, the bucket's objects in `store`. Removed by `stop`. */
  folder: string;
  postgres: Program;
  store: Program;
  simulators: Program;
  apis: Api[];
  workers: Program[];
  balancer: Program;
  /** `main.ts migrate` as a process; resolves once it has succeeded. */
  migrate: () => Promise<void>;
  stop: () => Promise<void>;
};

type Options = {
  apis?: number;
  workers?: number;
  /** Added to every process's environment. */
  env?: NodeJS.ProcessEnv;
  /** Receives the addresses and returns their replacements: the proxies in between. */
  between?: (env: NodeJS.ProcessEnv) => Promise<NodeJS.ProcessEnv>;
  /** PostgreSQL's. */
  settings?: Record<string, string>;
  /** Location of database and bucket; a folder of the cluster by default. */
  disk?: string;
};

/** Starts one of the processes; its output goes to `NAME.log`. */
type Starter = (name: string, command: ProgramOptions['command'], more?: NodeJS.ProcessEnv) => Promise<Program>;

export async function startCluster(options: Options = {}): Promise<Cluster> {
  // Outside the disk under test: the simulators' state and all logs.
  const words = mkdtempSync(join(tmpdir(), 'clairisque-cluster-'));
  const folder = options.disk ?? words;
  const stops: (() => Promise<void>)[] = [async () => rmSync(words, { recursive: true, force: true })];
  const stop = async (): Promise<void> => {
    for (const one of stops.toReversed()) await one();
  };
  try {
    const settings = options.settings ?? {};
    const postgres = await startDatabase({ dataDir: join(folder, 'postgres'), settings });
    stops.push(postgres.stop);
    const { url, env: direct } = await environment(postgres.url, options.env);
    const env = { ...direct, ...(await options.between?.(direct)) };
    const migrate = async (): Promise<void> => {
      await run(process.execPath, ['server/src/main.ts', 'migrate'], { env });
    };
    await migrate();
    await createService(postgres.url);
    const served = { ...env, DATABASE_URL: serviceUrlOf(env['DATABASE_URL'] ?? '') };
    const starter: Starter = async (name, command, more = {}) => {
      const program = await startProgram({ command, env: { ...served, ...more }, log: join(words, `${name}.log`) });
      stops.push(program.stop);
      return program;
    };
    const ports = { balancer: Number(env['PORT']), store: Number(new URL(direct['S3_ENDPOINT'] ?? '').port) };
    const parts = await startParts(starter, { ports, folder, words, ...options });
    const simulatorsUrl = env['SIMULATORS_URL'] ?? '';
    return { url, databaseUrl: postgres.url, simulatorsUrl, env, folder, postgres, ...parts, migrate, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

type Parts = Pick<Cluster, 'store' | 'simulators' | 'apis' | 'workers' | 'balancer'>;

async function startParts(
  start: Starter,
  { ports, folder, words, apis = 2, workers = 2 }: Options & { ports: Ports; folder: string; words: string },
): Promise<Parts> {
  const store = await start('store', ['tests/harness/store.ts', String(ports.store), join(folder, 'store')]);
  const stripe = { SIMULATORS_STRIPE_FILE: join(words, 'stripe.jsonl') };
  const simulators = await start('simulators', ['simulators/src/main.ts'], stripe);
  const startApi = async (n: number): Promise<Api> => {
    const port = await freePort();
    const program = await start(`api-${n}`, ['server/src/main.ts', 'api'], { PORT: String(port) });
    return { ...program, url: `http://127.0.0.1:${port}` };
  };
  const started = {
    apis: await Promise.all(numbers(apis).map(startApi)),
    workers: await Promise.all(numbers(workers).map((n) => start(`worker-${n}`, ['server/src/main.ts', 'worker']))),
  };
  const urls = started.apis.map(({ url }) => url);
  const balancer = await start('balancer', ['tests/harness/balancer.ts', String(ports.balancer), ...urls]);
  return { store, simulators, ...started, balancer };
}

type Ports = Record<'balancer' | 'store', number>;

/** `PORT` is the balancer's. */
async function environment(databaseUrl: string, given: NodeJS.ProcessEnv = {}): Promise<Environment> {
  const { url, env, simulatorsUrl } = await chooseEnvironment();
  const more = {
    ...S3_CREDENTIALS,
    PUBLIC_URL: url,
    TRUSTED_PROXIES: '1',
    DATABASE_URL: databaseUrl,
    // Two APIs, two workers and the trial itself share the hundred connections of a small PostgreSQL.
    DATABASE_POOL: '12',
    S3_BUCKET,
    S3_ENCRYPTION: 'none',
    S3_ENDPOINT: `http://127.0.0.1:${await freePort()}`,
    TYPST_PROCESSES: '1',
    DRAIN_SECONDS: '1',
    LOG_LEVEL: 'warn',
    ...given,
  };
  return { url, simulatorsUrl, env: { ...env, ...more } };
}

const numbers = (count: number): number[] => Array.from({ length: count }, (_, n) => n + 1);
