import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from 'pg';

export type Filled = { pool: Pool; filesDir: string; statements: number };
export type Writing = { pause: () => Promise<void>; resume: () => void; stop: () => Promise<void> };

const OF_EACH_ACCOUNT = 50;
const AT_ONCE = 64;

/** Content of a statement's file, derived from its number: SQL makes the same. */
const documentOf = (id: number): string => `%PDF-1.7 ${id} `.repeat(200);
const DOCUMENT = `repeat('%PDF-1.7 ' || id || ' ', 200)`;
const DIGEST = `encode(sha256(convert_to(${DOCUMENT}, 'UTF8')), 'hex')`;
const KEY = `'statements/' || account_id || '/' || id || '.pdf'`;

/**
 * Customers with a pack and some fifty statements each, inserted with SQL, with orders, invoices and files; small
 * documents, and about 1.5 kB of incompressible facts per edition. None expires soon: no reminder is due.
 */
export async function fill({ pool, filesDir, statements }: Filled): Promise<void> {
  const accounts = Math.ceil(statements / OF_EACH_ACCOUNT);
  await pool.query(customers(accounts));
  await pool.query(`
    insert into statement (account_id, status, adresse, cadastre, code_parcelle, commune_nom, latitude, longitude,
      type_de_transaction, vendeur_nom, acheteur_nom, issued_at)
    select owner.id, 'issued', n || ' avenue du Maréchal de Lattre de Tassigny 69003 Lyon', '383-AB-0001',
      '383-AB-0001@69383', 'Lyon', 45.76, 4.85, case when n % 3 = 0 then 'Location' else 'Vente' end,
      'Élodie Martin-Lefèvre', 'SCI des Trois Fontaines', now() - interval '140 days' + (n % 190000) * interval '1 minute'
    from generate_series(1, ${statements}) n
    join (select id, row_number() over (order by id) as rank from account) owner on owner.rank = 1 + n % ${accounts}`);
  await pool.query(editionsOf('true'));
  await pool.query(debitsOf('true'));
  await pool.query('vacuum analyze');
  const { rows } = await pool.query<{ id: number; key: string }>(`select id::int, ${KEY} as key from statement`);
  for (let at = 0; at < rows.length; at += AT_ONCE) {
    await Promise.all(rows.slice(at, at + AT_ONCE).map(({ id, key }) => keep(join(filesDir, key), id)));
  }
}

async function keep(path: string, id: number): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, documentOf(id));
}

const customers = (accounts: number): string => `
  with owner as (
    insert into account (email, username, password_hash, activated_at)
    select n || '-restauration@exemple.fr', n || '-restauration@exemple.fr', 'none', now()
    from generate_series(1, ${accounts}) n returning id, email
  ), bought as (
    insert into purchase_order (account_id, buyer_email, product_code, label, credits, amount_cents, status, paid_at, session_id)
    select id, email, 'PAS', 'Formule sur mesure de 200 crédits', 200, 20000, 'paid', now(), 'cs_filled_' || id
    from owner returning id, account_id
  ), numbered as (
    select id, account_id, row_number() over (order by account_id) as rank, extract(year from now() at time zone 'Europe/Paris') as year
    from bought
  ), invoiced as (
    insert into invoice (account_id, order_id, kind, number, issued_at, label, amount_cents, document)
    select account_id, id, 'invoice', 'F-' || year || '-' || lpad(rank::text, 6, '0'), now(), 'Formule', 20000, '{}'
    from numbered
  ), series as (
    insert into invoice_series (series, last_number) select 'invoice-' || year, count(*) from numbered group by year
  ), lot as (
    insert into credit_lot (account_id, product_code, label, order_id)
    select account_id, 'PAS', 'Formule', id from numbered returning id, account_id
  )
  insert into ledger_entry (account_id, lot_id, kind, credits) select account_id, id, 'purchase', 200 from lot`;

const editionsOf = (which: string): string => `
  insert into statement_edition (statement_id, edition, reference, issued_at, expires_on, specimen, file_key, file_sha256,
    facts, template_version)
  select id, 1, 'ERP-2026-' || lpad(id::text, 6, '0'), issued_at, (issued_at + interval '179 days')::date, true, ${KEY}, ${DIGEST},
    (select jsonb_agg(md5((id * 100 + k)::text)) from generate_series(1, 40) k), '1'
  from statement where ${which}`;

const debitsOf = (which: string): string => `
  insert into ledger_entry (account_id, lot_id, kind, credits, statement_id)
  select s.account_id, l.id, 'debit', -1, s.id from statement s join credit_lot l on l.account_id = s.account_id
  where ${which} and l.product_code = 'PAS'`;

/** Issues statements endlessly, as the product does: the file, then everything in one transaction. */
export function startWriting(filled: Filled): Writing {
  const state = { isPaused: false, isOver: false, isIdle: false };
  const writing = (async (): Promise<void> => {
    while (!state.isOver) {
      state.isIdle = state.isPaused;
      if (!state.isPaused) await issue(filled);
      await sleep(20);
    }
  })();
  return {
    pause: async () => {
      state.isPaused = true;
      while (!state.isIdle) await sleep(5);
    },
    resume: () => (state.isPaused = false),
    stop: async () => {
      state.isOver = true;
      await writing;
    },
  };
}

async function issue({ pool, filesDir, statements }: Filled): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    const { rows } = await client.query<{ id: number; key: string }>(`
      with issued as (
        insert into statement (account_id, status, adresse, cadastre, code_parcelle, latitude, longitude, type_de_transaction,
          vendeur_nom, acheteur_nom, issued_at)
        select account_id, 'issued', adresse, cadastre, code_parcelle, latitude, longitude, type_de_transaction, vendeur_nom,
          acheteur_nom, now() from statement where id = (select 1 + floor(random() * ${statements}))
        returning id, account_id
      ) select id::int, ${KEY} as key from issued`);
    const [made] = rows;
    if (made === undefined) throw new Error('nothing to write');
    await keep(join(filesDir, made.key), made.id);
    await client.query(editionsOf(`id = ${made.id}`));
    await client.query(debitsOf(`s.id = ${made.id}`));
    await client.query('commit');
  } finally {
    client.release();
  }
}
