import { insertKey, queryOf } from '../tests/harness/accounts.ts';
import { openCustomer } from '../tests/harness/customer.ts';
import { atMost, percentile, timed, type Part } from '../tests/harness/report.ts';
import type { Bench } from './bench.ts';

const STATEMENTS = 100_000;
const ROUNDS = 40;
const GOAL = { value: 50, unit: 'ms' } as const;

/** Each asks for a page of twenty; those that few or none meet are the hardest. */
const QUERIES = {
  'no filter': '',
  'status=failed, a hundred': 'status=failed',
  'status=processing, none': 'status=processing',
  'a reference': 'reference=LIST-00050000',
  'a parcel': 'parcel=383-AB-0042@69383',
  'a commune that none has': 'commune=48095',
  'created before the oldest': 'created_before=2000-01-01',
  'valid until before, the oldest ten': 'valid_until_before=2025-06-30',
  'a label of one': 'metadata[file]=50000',
  'a label of all': 'metadata[source]=crm',
  'labels of all, and of none': 'metadata[source]=crm&metadata[file]=none',
} as const;

/** `GET /statements` with each filter, over a hundred thousand statements of one account. */
export async function apiV3List(bench: Bench): Promise<Part> {
  const customer = await openCustomer(bench.pool, bench.product.url, 0);
  const key = await insertKey(queryOf(bench.pool), { email: customer.email });
  await fill(bench, customer.email);
  const figures = [];
  for (const [name, query] of Object.entries(QUERIES)) {
    const ms: number[] = [];
    const ask = async (): Promise<void> => {
      const url = `${bench.product.url}/api/v3/statements?${query}`;
      const answer = await fetch(url, { headers: { authorization: `Bearer ${key}` } });
      await answer.arrayBuffer();
      if (answer.status !== 200) throw new Error(`${name}: ${answer.status}`);
    };
    await ask();
    for (let round = 0; round < ROUNDS; round += 1) ms.push((await timed(ask)).ms);
    figures.push(atMost(`${name}, 95th percentile`, percentile(ms, 0.95), GOAL));
  }
  return {
    title: 'api-v3-list',
    notes: [
      `\`GET /statements\` by a key, over ${STATEMENTS.toLocaleString('en')} statements of its account, of which a hundred failed; ${ROUNDS} calls of each, one after the other.`,
    ],
    figures,
  };
}

async function fill({ pool }: Bench, email: string): Promise<void> {
  await pool.query(
    `insert into statement (account_id, status, adresse, cadastre, code_parcelle, commune_nom, latitude, longitude,
       type_de_transaction, vendeur_nom, acheteur_nom, created_at, issued_at, by_program, metadata)
     select a.id, case when n % 1000 = 0 then 'draft' else 'issued' end, '4 rue des Lilas', '383-AB-0001',
       '383-AB-' || lpad((n % 10000)::text, 4, '0') || '@69383', 'Lyon', 45.76, 4.85, 'Vente', '-', '-',
       timestamptz '2025-01-01' + n * interval '8 minutes',
       case when n % 1000 = 0 then null else timestamptz '2025-01-01' + n * interval '8 minutes' end, true,
       jsonb_build_object('source', 'crm', 'file', n::text)
     from account a, generate_series(1, ${STATEMENTS}) n where a.email = $1`,
    [email],
  );
  await pool.query(
    `insert into statement_edition (statement_id, edition, reference, issued_at, expires_on, specimen, file_key,
       file_sha256, facts, template_version)
     select id, 1, 'LIST-' || lpad((metadata->>'file'), 8, '0'), issued_at, (issued_at + interval '180 days')::date,
       true, 'statements/none.pdf', repeat('0', 64), '{}', '1'
     from statement where issued_at is not null and metadata->>'source' = 'crm'`,
  );
  await pool.query(
    `insert into statement_label (account_id, digest, statement_id)
     select s.account_id, sha256(convert_to(l.key || '=' || l.value, 'utf8')), s.id
     from statement s cross join lateral jsonb_each_text(s.metadata) l where s.metadata->>'source' = 'crm'`,
  );
  // The state after many issues, before the next vacuum.
  for (const table of ['statement', 'statement_edition', 'statement_label']) await pool.query(`analyze ${table}`);
}
