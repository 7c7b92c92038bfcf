import { createHash, randomBytes, randomUUID } from 'node:crypto';
import type { KeyMode } from '@clairisque/contract/common/route.ts';
import type { Pool } from 'pg';
import { newKey, shownPart } from '../../server/src/features/api-keys/secret.rules.ts';

export type Query = (text: string, values: unknown[]) => Promise<{ rows: unknown[] }>;
export const queryOf =
  (pool: Pool): Query =>
  (text, values) =>
    pool.query(text, values);

export type Account = { id: number; email: string };

type NewAccount = { email?: string; passwordHash?: string; credits?: number; activated?: boolean; disabled?: boolean };

/** Inserts an account, active by default, with one lot of credits unless there are none. */
export async function insertAccount(query: Query, given: NewAccount = {}): Promise<Account> {
  const { email = `${randomUUID()}@exemple.fr`, passwordHash = 'none', credits = 0 } = given;
  const { activated = true, disabled = false } = given;
  const { rows } = await query(
    `with owner as (
       insert into account (email, username, password_hash, activated_at, disabled_at)
       values ($1, $1, $2, case when $4 then now() end, case when $5 then now() end) returning id
     ), lot as (
       insert into credit_lot (account_id, product_code, label)
       select id, 'PA1', 'Essai' from owner where $3::int > 0 returning id, account_id
     ), entry as (
       insert into ledger_entry (account_id, lot_id, kind, credits) select account_id, id, 'purchase', $3::int from lot
     ) select id::int from owner`,
    [email, passwordHash, credits, activated, disabled],
  );
  return { id: (rows[0] as { id: number }).id, email };
}

/** Opens a session of an hour for that account; returns its token. */
export async function insertSession(query: Query, email: string): Promise<string> {
  const token = randomBytes(20).toString('hex');
  await query(
    `insert into api_token (account_id, token_hash, expires_at)
     select id, $2, now() + interval '1 hour' from account where email = $1`,
    [email, hashOf(token)],
  );
  return token;
}

type NewKey = { email: string; scopes?: readonly string[] | undefined; mode?: KeyMode };

/** A key of API v3 of that account, for an hour. */
export async function insertKey(
  query: Query,
  { email, scopes = ['read', 'issue', 'batch', 'webhooks'], mode = 'live' }: NewKey,
): Promise<string> {
  const key = newKey(mode);
  await query(
    `with owner as (
       insert into space (account_id) select id from account where email = $1
       on conflict (account_id) do update set account_id = excluded.account_id returning id
     ) insert into api_key (space_id, name, prefix, key_hash, scopes, created_at, expires_at)
       select id, 'Essai', $2, $3, $4, now(), now() + interval '1 hour' from owner`,
    [email, shownPart(key), hashOf(key), scopes],
  );
  return key;
}

/** The session of a new account with that many credits: its token. */
export async function openAccount(pool: Pool, credits: number): Promise<string> {
  const { email } = await insertAccount(queryOf(pool), { credits });
  return insertSession(queryOf(pool), email);
}

/** The database keeps this hash of a token. */
export const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest();
