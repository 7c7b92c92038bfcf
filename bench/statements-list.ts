import { createHash, randomBytes } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Pool } from 'pg';
import { countIssued, issuedRows } from '../server/src/features/statements/statements.queries.ts';
import { atMost, median, percentile, shown, timed, info, type Part } from '../tests/harness/report.ts';
import { usageOf } from '../tests/harness/process-usage.ts';
import type { Bench } from './bench.ts';

const STATEMENTS = 1_000_000;
const OF_ONE = 5_000;
const OTHERS = 20_000;
const ROUNDS = 50;
const WINDOW = { first: 0, last: 199 };
const LAST_WINDOW = { first: OF_ONE - 200, last: OF_ONE - 1 };
const PATH = '/api/v2/erps/with-regeneration/';
const PLAN = fileURLToPath(new URL('plans/statements-list.txt', import.meta.url));
/** A statement of twelve pages has this size. */
const PDF_BYTES = 420_000;

/** « Mes états des risques » of a user with five thousand, among a million; then the export of the documents. */
export async function statementsList(bench: Bench): Promise<Part> {
  const token = randomBytes(20).toString('hex');
  const filling = await timed(() => fill(bench, token));
  const accountId = filling.result;
  const first = await explained(bench, accountId, WINDOW);
  const last = await explained(bench, accountId, LAST_WINDOW);
  writePlans(first, last);
  const asked = await repeated(() => issuedRows(bench.deps.db, accountId, WINDOW).execute());
  const counted = await repeated(() => countIssued(bench.deps.db, accountId));
  const window = await repeated(() => read(bench, token, 'items=0-199'));
  const whole = await repeated(() => read(bench, token));
  const archive = await exported(bench, token);
  return {
    title: 'list',
    notes: [
      `${STATEMENTS.toLocaleString('en')} statements of ${(OTHERS + 1).toLocaleString('en')} accounts, one in five renewed; those of the account that is asked, ${OF_ONE.toLocaleString('en')}, lie evenly among the others, as those of somebody who came every day. Filled in ${Math.round(filling.ms / 1000)} s by SQL, then vacuumed as autovacuum does. Each figure is of ${ROUNDS} calls, one after the other; plans are in \`plans/statements-list.txt\`.`,
      `The export is of ${OF_ONE.toLocaleString('en')} documents of ${PDF_BYTES / 1000} ko, read by one client.`,
    ],
    figures: [
      atMost('query of the first 200 rows in PostgreSQL, median', median(first.ms), { value: 10, unit: 'ms' }),
      atMost('query of the last 200 of 5 000, median', median(last.ms), { value: 10, unit: 'ms' }),
      info('95th percentile of both', `${shown(percentile([...first.ms, ...last.ms], 0.95))} ms`),
      info('first 200 rows as the server asks for them, median', `${shown(median(asked))} ms`),
      info('number of statements of the account, median', `${shown(median(counted))} ms`),
      atMost('GET of the first 200 rows, median', median(window), { value: 100, unit: 'ms' }),
      info('GET of all 5 000 at once, as prescribed, median', `${shown(median(whole))} ms`),
      info('export', `${shown(archive.megabytes)} Mo in ${shown(archive.seconds)} s`),
      atMost('growth of the server’s memory meanwhile', archive.growthMb, { value: 100, unit: 'MB' }),
    ],
  };
}

const repeated = async (work: () => Promise<unknown>): Promise<number[]> => {
  await work();
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) times.push((await timed(work)).ms);
  return times;
};

async function read({ product }: Bench, token: string, range?: string): Promise<void> {
  const headers = { authorization: `Token ${token}`, ...(range !== undefined && { range }) };
  const answer = await fetch(product.url + PATH, { headers });
  const rows = (await answer.json()) as unknown[];
  const expected = range === undefined ? OF_ONE : 200;
  if (rows.length !== expected) throw new Error(`${answer.status}: ${rows.length} rows, not ${expected}`);
}

async function exported({ product }: Bench, token: string) {
  const before = await usageOf(product.serverPid);
  let [bytes, highestMb] = [0, before.serverMb];
  const { ms } = await timed(async () => {
    const answer = await fetch(`${product.url}/api/v2/erps/export/`, { headers: { authorization: `Token ${token}` } });
    let sampledAt = performance.now();
    for await (const chunk of answer.body ?? []) {
      bytes += chunk.length;
      if (performance.now() - sampledAt < 1_000) continue;
      sampledAt = performance.now();
      highestMb = Math.max(highestMb, (await usageOf(product.serverPid)).serverMb);
    }
    if (Number(answer.headers.get('content-length')) !== bytes) throw new Error(`${bytes} bytes, not as announced`);
  });
  return { megabytes: bytes / 1e6, seconds: ms / 1000, growthMb: highestMb - before.serverMb };
}

type Explained = { ms: number[]; plan: string };

/** From PostgreSQL: planning and execution times of each round, and the last plan. */
async function explained({ deps, pool }: Bench, accountId: number, window: typeof WINDOW): Promise<Explained> {
  const { sql, parameters } = issuedRows(deps.db, accountId, window).compile();
  const ms: number[] = [];
  let plan = '';
  for (let round = 0; round < ROUNDS; round += 1) {
    const text = `explain (analyze, buffers) ${sql}`;
    const { rows } = await pool.query<{ 'QUERY PLAN': string }>(text, [...parameters]);
    plan = rows.map((row) => row['QUERY PLAN']).join('\n');
    const [planning = 0, execution = 0] = [...plan.matchAll(/ Time: ([\d.]+) ms/g)].map(([, time]) => Number(time));
    ms.push(planning + execution);
  }
  return { ms, plan };
}

function writePlans(first: Explained, last: Explained): void {
  const among = `of ${OF_ONE}, among ${STATEMENTS}`;
  mkdirSync(dirname(PLAN), { recursive: true });
  writeFileSync(PLAN, `First 200 rows ${among}\n${first.plan}\n\nLast 200 rows ${among}\n${last.plan}\n`);
}

/** Id of the account with five thousand, whose session has that token. */
async function fill({ pool, product }: Bench, token: string): Promise<number> {
  const owner = await openAccounts(pool, createHash('sha256').update(token).digest());
  const others = `${owner} + 1 + n % ${OTHERS}`;
  await pool.query(`
    insert into statement (account_id, status, adresse, cadastre, code_parcelle, commune_nom, latitude, longitude,
      type_de_transaction, vendeur_nom, acheteur_nom, issued_at, renewed_at)
    select case when n % ${STATEMENTS / OF_ONE} = 0 then ${owner} else ${others} end, 'issued',
      n || ' avenue du Maréchal de Lattre de Tassigny 69003 Lyon', '383-AB-' || lpad((n % 10000)::text, 4, '0'),
      '383-AB-' || lpad((n % 10000)::text, 4, '0') || '@69383', 'Lyon', 45.76, 4.85,
      case when n % 3 = 0 then 'Location' else 'Vente' end, 'Élodie Martin-Lefèvre', 'SCI des Trois Fontaines',
      now() - interval '400 days' + n * interval '30 seconds', case when n / ${STATEMENTS / OF_ONE} % 5 = 0 then now() end
    from generate_series(1, ${STATEMENTS}) n`);
  await pool.query(`
    insert into statement_edition (statement_id, edition, reference, issued_at, expires_on, specimen, file_key,
      file_sha256, facts, template_version)
    select s.id, e, 'ERP-2026-' || lpad(s.id::text, 7, '0') || case when e = 2 then '-R1' else '' end,
      case when e = 1 then s.issued_at else s.renewed_at end, current_date, true, 'statements/same.pdf',
      repeat('0', 64), '{}', '1'
    from statement s, generate_series(1, 2) e where e = 1 or s.renewed_at is not null`);
  // One file for all: the server is measured, not the disk.
  mkdirSync(join(product.filesDir, 'statements'), { recursive: true });
  writeFileSync(join(product.filesDir, 'statements/same.pdf'), randomBytes(PDF_BYTES));
  await pool.query('vacuum analyze statement');
  await pool.query('vacuum analyze statement_edition');
  return owner;
}

async function openAccounts(pool: Pool, tokenHash: Buffer): Promise<number> {
  const { rows } = await pool.query<{ id: number }>(
    `with owner as (
       insert into account (email, username, password_hash, activated_at)
       select n || '-liste@exemple.fr', n || '-liste@exemple.fr', 'none', now() from generate_series(0, ${OTHERS}) n
       returning id
     ), session as (
       insert into api_token (account_id, token_hash, expires_at)
       select min(id), $1, now() + interval '1 hour' from owner
     )
     select min(id)::int as id from owner`,
    [tokenHash],
  );
  const [first] = rows;
  if (first === undefined) throw new Error('no account');
  return first.id;
}
