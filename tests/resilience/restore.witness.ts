import { createHash, randomBytes, randomUUID } from 'node:crypto';
import type { Pool } from 'pg';

/** Tables that are compared row by row; ordered by their first column. */
const TABLES = [
  'account',
  'statement',
  'statement_edition',
  'credit_lot',
  'ledger_entry',
  'purchase_order',
  'invoice',
  'invoice_series',
  'order_refund',
  'payment_event',
];

/** The state of the database in words: rows and hash of each table; the sum of the ledger. */
export async function stateOf(pool: Pool): Promise<Record<string, string>> {
  const state: Record<string, string> = {};
  for (const table of TABLES) {
    const { rows } = await pool.query<{ count: string; hash: string }>(`
      select count(*) as count, md5(coalesce(string_agg(md5(t::text), '' order by md5(t::text)), '')) as hash from ${table} t`);
    state[table] = `${rows[0]?.count} rows, ${rows[0]?.hash}`;
  }
  const { rows } = await pool.query<{ credits: string }>(
    'select coalesce(sum(credits), 0) as credits from ledger_entry',
  );
  return { ...state, credits: String(rows[0]?.credits) };
}

export type Customer = { email: string; token: string; url: string; stripeUrl: string };

/** An account with a session, created with SQL; the rest is over HTTP. */
export async function openCustomer(
  pool: Pool,
  { url, stripeUrl }: Pick<Customer, 'url' | 'stripeUrl'>,
): Promise<Customer> {
  const customer = { email: `${randomUUID()}@exemple.fr`, token: '', url, stripeUrl };
  await pool.query(
    `insert into account (email, username, password_hash, activated_at) values ($1, $1, 'none', now())`,
    [customer.email],
  );
  return logIn(pool, customer);
}

/** A new session, as after a restore. */
export async function logIn(pool: Pool, customer: Customer): Promise<Customer> {
  const token = randomBytes(20).toString('hex');
  await pool.query(
    `insert into api_token (account_id, token_hash, expires_at)
     select id, $2, now() + interval '1 hour' from account where email = $1`,
    [customer.email, createHash('sha256').update(token).digest()],
  );
  return { ...customer, token };
}

export async function ask<T>({ url, token }: Customer, method: string, path: string): Promise<T> {
  const answer = await fetch(url + path, { method, headers: { authorization: `Token ${token}` } });
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
  return (await answer.json()) as T;
}

/** Opens the payment page of a pack of five credits; returns its URL. */
export async function order(customer: Customer): Promise<string> {
  return (await ask<{ url: string }>(customer, 'POST', '/api/v2/stripe/create/session/PA1/')).url;
}

const CARD = { number: '4242424242424242', expiry: '12/34', code: '123', name: 'Camille Essai' };

/** Pays, and comes back to the return page. */
export async function pay(customer: Customer, page: string): Promise<void> {
  await fetch(page, { method: 'POST', body: new URLSearchParams(CARD), redirect: 'manual' });
  await ask(customer, 'GET', `/api/v2/stripe/session/${page.split('/').at(-1)}/`);
}

/** The merchant refunds everything, on Stripe's own pages. */
export async function refund({ stripeUrl }: Customer, page: string): Promise<void> {
  const headers = { authorization: 'Bearer sk_test_simulated', accept: 'application/json' };
  const session = await fetch(`${stripeUrl}/v1/checkout/sessions/${page.split('/').at(-1)}?expand[]=payment_intent`, {
    headers,
  });
  const { payment_intent: intent } = (await session.json()) as { payment_intent: { latest_charge: string } };
  const path = `${stripeUrl}/stripe/controle/paiements/${intent.latest_charge}/rembourser`;
  const answer = await fetch(path, { method: 'POST', headers, body: new URLSearchParams() });
  if (!answer.ok) throw new Error(`refund: ${answer.status}`);
}

export async function creditsOf(customer: Customer): Promise<number> {
  return (await ask<{ nb_credits: number }>(customer, 'GET', '/api/v2/user_data/me/')).nb_credits;
}

/** Number of mails in the simulator's mailbox for them. */
export async function mailsTo(stripeUrl: string, customers: readonly Customer[]): Promise<number> {
  let count = 0;
  for (const { email } of customers) {
    const answer = await fetch(`${stripeUrl}/mailbox/messages?to=${encodeURIComponent(email)}`);
    count += ((await answer.json()) as unknown[]).length;
  }
  return count;
}
