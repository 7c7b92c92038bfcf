import { execFile } from 'node:child_process';
import { globSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Pool } from 'pg';
import { openCustomer } from '../harness/customer.ts';
import { shown, info, type Figure, type Part } from '../harness/report.ts';
import { ordinaryPlaces } from '../harness/places.ts';
import { processorSeconds, usageOf } from '../harness/process-usage.ts';
import { startProduct } from '../harness/product.ts';
import { unpackAnswers } from '../../server/src/features/documents/supplier-answers.rules.ts';

const execute = promisify(execFile);
const WARM_UP = 5;

type State = {
  server: number;
  printer: number;
  database: number;
  rows: Map<string, number>;
  bytes: Map<string, number>;
};

/**
 * `npm run trials -- cost [STATEMENTS=100]`: processor time, rows, bytes and calls of one statement (docs/growth.md).
 */
export async function run([statements = '100']: string[]): Promise<Part[]> {
  const count = Number(statements);
  const filesDir = mkdtempSync(join(tmpdir(), 'clairisque-cost-'));
  const product = await startProduct({ env: { FILES_DIR: filesDir } });
  const pool = new Pool({ connectionString: product.databaseUrl, max: 1 });
  try {
    const client = await openCustomer(pool, product.url, count + WARM_UP);
    const places = ordinaryPlaces();
    const issue = async (): Promise<string> => client.generate(await client.draft(places.next().value ?? fail()));
    for (let n = 0; n < WARM_UP; n += 1) await issue();
    const before = await stateOf(pool, product.serverPid);
    for (let n = 0; n < count; n += 1) await issue();
    const after = await stateOf(pool, product.serverPid);
    return [
      partOf(count, [
        ...time(before, after, count),
        ...stored(filesDir),
        ...calls(filesDir),
        ...rows(before, after, count),
      ]),
    ];
  } finally {
    await pool.end();
    await product.stop();
    rmSync(filesDir, { recursive: true, force: true });
  }
}

const fail = (): never => {
  throw new Error('no place left');
};

async function stateOf(pool: Pool, serverPid: number): Promise<State> {
  const usage = await usageOf(serverPid);
  const { rows } = await pool.query<{ name: string; bytes: number }>(
    `select relname as name, pg_total_relation_size(oid)::float8 as bytes from pg_class
     where relkind = 'r' and relnamespace = 'public'::regnamespace`,
  );
  const counts = rows.map(async ({ name }) => {
    const found = await pool.query<{ count: number }>(`select count(*)::int as count from ${name}`);
    return [name, found.rows[0]?.count ?? 0] as const;
  });
  return {
    server: usage.serverSeconds,
    printer: usage.rendererSeconds,
    database: await databaseSeconds(pool),
    rows: new Map(await Promise.all(counts)),
    bytes: new Map(rows.map(({ name, bytes }) => [name, bytes])),
  };
}

/** All running processes of PostgreSQL: those of the product's connections stay. */
async function databaseSeconds(pool: Pool): Promise<number> {
  const { rows } = await pool.query<{ pid: number }>('select pg_backend_pid() as pid');
  const backend = rows[0]?.pid ?? 0;
  const { stdout } = await execute('ps', ['-o', 'ppid=', '-p', String(backend)]);
  return processorSeconds([Number(stdout)]);
}

function time(before: State, after: State, count: number): Figure[] {
  return (['server', 'printer', 'database'] as const).map((part) =>
    info(`processor, ${part}`, `${shown(((after[part] - before[part]) * 1000) / count)} ms`),
  );
}

function stored(filesDir: string): Figure[] {
  return ['.pdf', '.inputs.gz', '.answers.jsonl.gz'].map((end) => {
    const paths = globSync(`statements/**/*${end}`, { cwd: filesDir });
    const bytes = paths.reduce((sum, path) => sum + statSync(join(filesDir, path)).size, 0);
    return info(`stored file ${end}`, `${shown(bytes / paths.length / 1000)} kB`);
  });
}

function calls(filesDir: string): Figure[] {
  const kept = globSync('statements/**/*.answers.jsonl.gz', { cwd: filesDir }).map((path) =>
    unpackAnswers(readFileSync(join(filesDir, path))),
  );
  const each = (sum: number): string => shown(sum / kept.length);
  const questions = kept.flatMap((one) => one.questions);
  return [
    info('questions to suppliers', each(questions.length)),
    ...[
      ...Map.groupBy(
        questions.flatMap(({ exchanges }) => exchanges),
        ({ service }) => service,
      ),
    ].map(([service, made]) => info(`calls of ${service}`, each(made.length))),
  ];
}

function rows(before: State, after: State, count: number): Figure[] {
  return [...after.rows].flatMap(([table, total]) => {
    const more = total - (before.rows.get(table) ?? 0);
    if (more < count / 20) return [];
    const bytes = (after.bytes.get(table) ?? 0) / Math.max(1, total);
    return [info(`rows in ${table}`, `${shown(more / count)}, of ${shown(bytes)} bytes with their indexes`)];
  });
}

const partOf = (count: number, figures: Figure[]): Part => ({
  title: `cost of a statement, ${count} of them`,
  notes: ['One client, one statement after the other, each at another parcel; parcel, draft and generation.'],
  figures,
});
