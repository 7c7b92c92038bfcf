import { randomBytes } from 'node:crypto';
import { Pool } from 'pg';
import { hashOf } from '../tests/harness/accounts.ts';
import { DJANGO_WORKERS, findPython, startDjango } from './peers/django.ts';
import { atLeast, median, shown, info, type Figure, type Part } from '../tests/harness/report.ts';
import { getRequest, load, type Load } from './load.ts';
import type { Bench } from './bench.ts';

const PATH = '/api/v2/user_data/me/';
const ACCOUNTS = 200;
const CONNECTIONS = 32;
const ROUNDS = 3;
const DATABASE = 'django_peer';
const INSTALL = 'apt-get install python3-django python3-djangorestframework gunicorn python3-psycopg2';
type Pair = { ours: Load; theirs: Load };

/**
 * The profile read with a token: one process of ours against the same endpoint in Django REST, over the same
 * PostgreSQL.
 */
export async function accounts(bench: Bench): Promise<Part> {
  const found = await findPython();
  if (found === null) return notMeasured();
  const tokens = Array.from({ length: ACCOUNTS }, () => randomBytes(20).toString('hex'));
  await openAccounts(bench.pool, { prefix: 'accounts', tokens });
  const requests = tokens.map((token) => getRequest(PATH, token));
  await bench.pool.query(`create database ${DATABASE}`);
  const databaseUrl = bench.product.databaseUrl.replace(/[^/]*$/, DATABASE);
  const django = await startDjango(found.python, databaseUrl);
  try {
    await openPeerAccounts(databaseUrl, tokens);
    const pairs: Pair[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const ours = await measured(Number(new URL(bench.product.url).port), requests);
      pairs.push({ ours, theirs: await measured(django.port, requests) });
    }
    return partOf(pairs, found.versions);
  } finally {
    await django.stop();
  }
}

async function measured(port: number, requests: string[]): Promise<Load> {
  const done = await load({
    port,
    requests,
    connections: CONNECTIONS,
    warmUpMs: 2_000,
    measuredMs: 6_000,
  });
  if (done.refused > 0) throw new Error(`${done.refused} answers were no 200 on port ${port}`);
  return done;
}

function partOf(pairs: Pair[], versions: string): Part {
  const of = (pick: (pair: Pair) => number): number => median(pairs.map(pick));
  const highest = of(({ ours }) => ours.p99);
  const usual = of(({ theirs }) => theirs.p50);
  return {
    title: 'accounts',
    notes: [
      `\`GET ${PATH}\` with a token: one process of ours, workers of its jobs included, against Django REST TokenAuthentication under gunicorn with ${DJANGO_WORKERS} synchronous workers (${versions}; no middleware, connections to the database kept). Same PostgreSQL, same rows, ${ACCOUNTS} accounts asked in turn; the two are measured one after the other, ${ROUNDS} times, and the ratio is taken pair by pair.`,
      `A separate process asks over ${CONNECTIONS} connections, on the same two cores as the servers and PostgreSQL: it reads no more than the status and the length, for both. Synchronous workers close the connection after each answer, so it is opened again.`,
    ],
    figures: [
      atLeast(
        'times the requests a second of Django, median',
        of(({ ours, theirs }) => ours.perSecond / theirs.perSecond),
        {
          value: 10,
          unit: '×',
        },
      ),
      info('requests a second, ours', `${shown(of(({ ours }) => ours.perSecond))} /s`),
      info('requests a second, Django', `${shown(of(({ theirs }) => theirs.perSecond))} /s`),
      {
        name: 'our 99 % under load, against the median of Django under the same',
        measured: `${shown(highest)} ms`,
        target: `< ${shown(usual)} ms`,
        met: highest < usual,
      },
      info('our median', `${shown(of(({ ours }) => ours.p50))} ms`),
      info('99 % of Django', `${shown(of(({ theirs }) => theirs.p99))} ms`),
    ],
  };
}

function notMeasured(): Part {
  const missing: Figure = {
    name: 'times the requests a second of Django',
    measured: 'non mesuré',
    target: '≥ 10 ×',
    met: null,
  };
  return {
    title: 'accounts',
    notes: [`No Python here has Django REST, gunicorn and psycopg2: install them (Debian: \`${INSTALL}\`).`],
    figures: [missing],
  };
}

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

/** The peer's tables get the rows that ours have. */
async function openPeerAccounts(databaseUrl: string, tokens: string[]): Promise<void> {
  const pool = new Pool({ connectionString: databaseUrl, max: 1 });
  await pool.query(
    `with given as (
       select 'accounts-' || n || '@exemple.fr' as email, key from unnest($1::text[]) with ordinality as keys (key, n)
     ), owner as (
       insert into auth_user (username, email, password, first_name, last_name, is_superuser, is_staff, is_active, date_joined)
       select email, email, '!', '', '', false, false, true, now() from given returning id, email
     ), session as (
       insert into authtoken_token (user_id, key, created) select id, key, now() from owner join given using (email)
     ), profile as (
       insert into account_profile (user_id, statut, nom, prenom, telephone, adresse)
       select id, 'PAR', 'Martin-Lefèvre', 'Élodie', '0123456789', '8 rue de la Paix 75002 Paris' from owner
     ), lot as (
       insert into account_creditlot (user_id) select id from owner, generate_series(1, 2) returning id
     )
     insert into account_ledgerentry (lot_id, credits) select id, 5 from lot`,
    [tokens],
  );
  await pool.query('analyze');
  await pool.end();
}
