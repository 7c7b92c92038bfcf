import type { Pool } from 'pg';
import { hashOf } from '../tests/harness/accounts.ts';

/** Created with SQL: neither sign-up nor login is measured. Each has a full profile and two lots. */
export async function openAccounts(
  pool: Pool,
  { prefix, tokens }: { prefix: string; tokens: string[] },
): Promise<void> {
  const hashes = tokens.map(hashOf);
  await pool.query(
    `with given as (
       select $2 || '-' || n || '@exemple.fr' as email, hash from unnest($1::bytea[]) with ordinality as hashes (hash, n)
     ), owner as (
       insert into account (email, username, password_hash, activated_at, nom, prenom, telephone, adresse)
       select email, email, 'none', now(), 'Martin-Lefèvre', 'Élodie', '0123456789', '8 rue de la Paix 75002 Paris'
       from given returning id, email
     ), session as (
       insert into api_token (account_id, token_hash, expires_at)
       select id, hash, now() + interval '1 hour' from owner join given using (email)
     ), lot as (
       insert into credit_lot (account_id, product_code, label)
       select id, 'PA1', 'Banc d’essai' from owner, generate_series(1, 2) returning id, account_id
     )
     insert into ledger_entry (account_id, lot_id, kind, credits) select account_id, id, 'purchase', 5 from lot`,
    [hashes, prefix],
  );
  await pool.query('analyze');
}
