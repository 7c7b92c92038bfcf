import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { shown, timed, told, type Figure, type Part } from '../bench/figures.ts';
import { startPostgres } from '../scripts/postgres.ts';
import { RULES } from '../server/src/features/credits/credits.rules.ts';
import { countIssued } from '../server/src/features/statistics/statistics.queries.ts';
import { createDb, type Db } from '../server/src/platform/db.ts';
import { migrate } from '../server/src/platform/migrate.ts';

const OF_EACH_ACCOUNT = 50;

/** `npm run trials -- growth [STATEMENTS=1000000]`: what reads whole tables, on so many rows (docs/growth.md). */
export async function run([statements = '1000000']: string[]): Promise<Part[]> {
  const count = Number(statements);
  const folder = mkdtempSync(join(tmpdir(), 'clairisque-growth-'));
  const postgres = await startPostgres({ dataDir: join(folder, 'data'), settings: { max_wal_size: '4GB' } });
  const url = `${postgres.url}${postgres.url.includes('?') ? '&' : '?'}options=-c%20synchronous_commit%3Doff`;
  const db = createDb({ url: postgres.url, poolSize: 1, onError: () => undefined });
  try {
    await migrate(postgres.url);
    const filler = createDb({ url, poolSize: 1, onError: () => undefined });
    const filling = await timed(() => fill(filler, count));
    await filler.destroy();
    return [
      {
        title: `growth, ${count.toLocaleString('en')} statements`,
        notes: [
          `Of accounts of ${OF_EACH_ACCOUNT} statements each, filled in ${Math.round(filling.ms / 1000)} s by SQL, then vacuumed.`,
        ],
        figures: [...(await sizes(db)), ...(await times(db))],
      },
    ];
  } finally {
    await db.destroy();
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

const FILL = [
  (count: number) => sql`insert into account (email, username, password_hash, activated_at)
    select n || '@exemple.fr', n || '@exemple.fr', 'none', now() from generate_series(1, ${count / OF_EACH_ACCOUNT}::int) n`,
  () => sql`insert into purchase_order (account_id, buyer_email, product_code, label, credits, amount_cents, status, paid_at, session_id)
    select id, email, 'PAS', 'Formule', ${OF_EACH_ACCOUNT}::int, 20000, 'paid', now(), 'cs_' || id from account`,
  () => sql`insert into invoice (account_id, order_id, kind, number, issued_at, label, amount_cents, document)
    select account_id, id, 'invoice', 'F-2026-' || lpad(account_id::text, 6, '0'), now(), 'Formule', 20000, '{}' from purchase_order`,
  () => sql`insert into invoice_series (series, last_number) select 'invoice-2026', count(*) from account`,
  () => sql`insert into credit_lot (account_id, product_code, label, order_id)
    select account_id, 'PAS', 'Formule', id from purchase_order`,
  () => sql`insert into ledger_entry (account_id, lot_id, kind, credits)
    select account_id, id, 'purchase', ${OF_EACH_ACCOUNT}::int from credit_lot`,
  (
    count: number,
  ) => sql`insert into statement (account_id, status, adresse, cadastre, code_parcelle, commune_nom, latitude, longitude,
      type_de_transaction, vendeur_nom, acheteur_nom, issued_at)
    select 1 + n % ${count / OF_EACH_ACCOUNT}::int, 'issued', n || ' avenue du Maréchal de Lattre de Tassigny 69003 Lyon', '383-AB-0001',
      '383-AB-0001@69383', 'Lyon', 45.76, 4.85, 'Vente', 'Élodie Martin-Lefèvre', 'SCI des Trois Fontaines', now()
    from generate_series(1, ${count}::int) n`,
  // Facts that are not looked at: their own weight is told by trials cost.
  () => sql`insert into statement_edition (statement_id, edition, reference, issued_at, expires_on, specimen, file_key, file_sha256,
      facts, template_version)
    select id, 1, 'ERP-2026-' || lpad(id::text, 9, '0'), issued_at, current_date + 179, true, 'statements/' || id || '.pdf', md5(id::text),
      '{}', '1' from statement`,
  () => sql`insert into ledger_entry (account_id, lot_id, kind, credits, statement_id)
    select s.account_id, l.id, 'debit', -1, s.id from statement s join credit_lot l using (account_id)`,
];

/** In PostgreSQL alone; the ledger's own check of each entry runs as in life. */
async function fill(db: Db, count: number): Promise<void> {
  await sql`set statement_timeout = 0`.execute(db);
  for (const step of FILL) await step(count).execute(db);
  await sql`vacuum analyze`.execute(db);
}

async function sizes(db: Db): Promise<Figure[]> {
  const { rows } = await sql<{ name: string; rows: number; bytes: number }>`
    select relname as name, reltuples::float8 as rows, pg_total_relation_size(oid)::float8 as bytes from pg_class
    where relkind = 'r' and relnamespace = 'public'::regnamespace and reltuples > 1000 order by bytes desc`.execute(db);
  return rows.map(({ name, rows: count, bytes }) =>
    told(`${name}, a row with its indexes`, `${shown(bytes / count)} bytes, ${shown(bytes / 1e6)} MB in all`),
  );
}

async function times(db: Db): Promise<Figure[]> {
  await sql`set statement_timeout = 0`.execute(db);
  const { ms } = await timed(() => countIssued(db));
  const figures = [told('count of issued statements', `${shown(ms)} ms`)];
  for (const [rule, broken] of Object.entries(RULES)) {
    const checked = await timed(() => sql`${broken(new Date())} limit 20`.execute(db));
    if (checked.ms > 50) figures.push(told(`books: ${rule}`, `${shown(checked.ms)} ms`));
  }
  return figures;
}
