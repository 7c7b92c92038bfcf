import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Pool } from 'pg';
import { shown, timed, info, type Figure, type Part } from '../harness/report.ts';
import { startPostgres } from '../../scripts/postgres.ts';
import { RULES } from '../../server/src/features/credits/ledger-invariants.queries.ts';
import { countIssued } from '../../server/src/features/statistics/statistics.queries.ts';
import { createDb, type Db } from '../../server/src/platform/db/db.ts';
import { migrate } from '../../server/src/wiring/migrate.ts';

const OF_EACH_ACCOUNT = 50;

/**
 * `npm run trials -- growth [STATEMENTS=1000000]`: queries that read whole tables, on that many rows (docs/growth.md).
 */
export async function run([statements = '1000000']: string[]): Promise<Part[]> {
  const count = Number(statements);
  const folder = mkdtempSync(join(tmpdir(), 'clairisque-growth-'));
  const postgres = await startPostgres({ dataDir: join(folder, 'data'), settings: { max_wal_size: '4GB' } });
  const pool = new Pool({ connectionString: postgres.url, max: 1 });
  const db = createDb({ url: postgres.url, poolSize: 1, onError: () => undefined });
  try {
    await migrate(postgres.url);
    const filling = await timed(() => fill(pool, count));
    const notes = `Of accounts of ${OF_EACH_ACCOUNT} statements each, filled in ${Math.round(filling.ms / 1000)} s by SQL, then vacuumed.`;
    const figures = [...(await sizes(pool)), ...(await times(db))];
    return [{ title: `growth, ${count.toLocaleString('en')} statements`, notes: [notes], figures }];
  } finally {
    await db.destroy();
    await pool.end();
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

const fillings = (count: number): string[] => [
  `insert into account (email, username, password_hash, activated_at)
    select n || '@exemple.fr', n || '@exemple.fr', 'none', now() from generate_series(1, ${count / OF_EACH_ACCOUNT}) n`,
  `insert into purchase_order (account_id, buyer_email, product_code, label, credits, amount_cents, status, paid_at, session_id)
    select id, email, 'PAS', 'Formule', ${OF_EACH_ACCOUNT}, 20000, 'paid', now(), 'cs_' || id from account`,
  `insert into invoice (account_id, order_id, kind, number, issued_at, label, amount_cents, document)
    select account_id, id, 'invoice', 'F-2026-' || lpad(account_id::text, 6, '0'), now(), 'Formule', 20000, '{}' from purchase_order`,
  `insert into invoice_series (series, last_number) select 'invoice-2026', count(*) from account`,
  `insert into credit_lot (account_id, product_code, label, order_id)
    select account_id, 'PAS', 'Formule', id from purchase_order`,
  `insert into ledger_entry (account_id, lot_id, kind, credits)
    select account_id, id, 'purchase', ${OF_EACH_ACCOUNT} from credit_lot`,
  `insert into statement (account_id, status, adresse, cadastre, code_parcelle, commune_nom, latitude, longitude,
      type_de_transaction, vendeur_nom, acheteur_nom, issued_at)
    select 1 + n % ${count / OF_EACH_ACCOUNT}, 'issued', n || ' avenue du Maréchal de Lattre de Tassigny 69003 Lyon', '383-AB-0001',
      '383-AB-0001@69383', 'Lyon', 45.76, 4.85, 'Vente', 'Élodie Martin-Lefèvre', 'SCI des Trois Fontaines', now()
    from generate_series(1, ${count}) n`,
  // Facts are not read here: the cost trial measures their size.
  `insert into statement_edition (statement_id, edition, reference, issued_at, expires_on, specimen, file_key, file_sha256,
      facts, template_version)
    select id, 1, 'ERP-2026-' || lpad(id::text, 9, '0'), issued_at, current_date + 179, true, 'statements/' || id || '.pdf',
      md5(id::text), '{}', '1' from statement`,
  `insert into ledger_entry (account_id, lot_id, kind, credits, statement_id)
    select s.account_id, l.id, 'debit', -1, s.id from statement s join credit_lot l using (account_id)`,
];

/** In PostgreSQL alone; the ledger's own check of each entry runs as in production. */
async function fill(pool: Pool, count: number): Promise<void> {
  await pool.query('set synchronous_commit = off');
  for (const step of fillings(count)) await pool.query(step);
  await pool.query('vacuum analyze');
}

async function sizes(pool: Pool): Promise<Figure[]> {
  const { rows } = await pool.query<{ name: string; rows: number; bytes: number }>(`
    select relname as name, reltuples::float8 as rows, pg_total_relation_size(oid)::float8 as bytes from pg_class
    where relkind = 'r' and relnamespace = 'public'::regnamespace and reltuples > 1000 order by bytes desc`);
  return rows.map(({ name, rows: count, bytes }) =>
    info(`${name}, a row with its indexes`, `${shown(bytes / count)} bytes, ${shown(bytes / 1e6)} MB in all`),
  );
}

async function times(db: Db): Promise<Figure[]> {
  const { ms } = await timed(() => countIssued(db));
  const figures = [info('count of issued statements', `${shown(ms)} ms`)];
  for (const [rule, broken] of Object.entries(RULES)) {
    const checked = await timed(() => broken(new Date()).execute(db));
    if (checked.ms > 50) figures.push(info(`ledger: ${rule}`, `${shown(checked.ms)} ms`));
  }
  return figures;
}
