import { createHash } from 'node:crypto';
import { cpSync, rmSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { createClient } from '../harness/customer.ts';
import { atMost, shown, timed, told, type Figure, type Part } from '../harness/figures.ts';
import { richPlaces } from '../harness/places.ts';
import { takeBaseBackup } from '../../deploy/backup/base-backup.ts';
import type { Program } from '../harness/program.ts';
import { ledgerViolations } from '../../server/src/features/credits/ledger-invariants.service.ts';
import { createDb } from '../../server/src/platform/db/db.ts';
import { migrate } from '../../server/src/migrate.ts';
import { differences } from '../../server/test/ledger/stripe.ts';
import { fill, startWriting, type Writing } from './restore.fill.ts';
import {
  archived,
  openDatabase,
  prepareEnvironment,
  recover,
  startOn,
  support,
  type Database,
  type Environment,
} from './restore.environment.ts';
import {
  ask,
  creditsOf,
  logIn,
  mailsTo,
  openCustomer,
  order,
  pay,
  refund,
  stateOf,
  type Customer,
} from './restore.witness.ts';

const STATEMENTS = 100_000;
/** From « restore » to the first response. */
const WITHIN_S = 300;
/** A commit is before or after an instant only within the clocks' precision. */
const STILL_MS = 1_100;

/**
 * `npm run trials -- restore [STATEMENTS]`: a running database is backed up, emptied by an accident, and restored, with
 * its documents, to the instant before; then every promise of the runbook is checked (deploy/backup/README.md).
 */
export async function run([count]: string[]): Promise<Part[]> {
  const statements = count === undefined ? STATEMENTS : Number(count);
  const environment = await prepareEnvironment();
  const running = new Set<{ stop: () => Promise<unknown> }>();
  try {
    const before = await liveAndLose(environment, statements, running);
    const restored = await restore(environment, before, running);
    const proofs = await prove(environment, { ...before, ...restored });
    return [
      { title: 'restore', notes: [noteOn(statements)], figures: [...before.figures, ...restored.figures, ...proofs] },
    ];
  } finally {
    for (const one of [...running].toReversed()) await one.stop().catch(() => undefined);
    await environment.stop();
  }
}

const noteOn = (statements: number): string =>
  `${statements.toLocaleString('en')} statements with editions, debits, orders, invoices and files; base backup and archived WAL of PostgreSQL's own means, documents in a folder with their former versions. Writes go on throughout.`;

type Before = {
  at: Date;
  until: Date;
  noted: Record<string, string>;
  customers: Record<'refunded' | 'opened' | 'late' | 'silent', Customer>;
  mails: number;
  figures: Figure[];
};
type Running = Set<{ stop: () => Promise<unknown> }>;

async function liveAndLose(environment: Environment, statements: number, running: Running): Promise<Before> {
  const { folders } = environment;
  const database = await openDatabase(folders.data, environment.settings);
  running.add(database);
  await migrate(database.url);
  const filled = { pool: database.pool, filesDir: folders.files, statements };
  const filling = await timed(() => fill(filled));
  const api = await startOn(environment, database, 'api');
  running.add(api);
  const writing = startWriting(filled);
  const backup = await timed(() => takeBaseBackup({ url: database.url, data: folders.data, to: folders.backup }));
  const life = await liveOn(environment, { database, writing, running });
  // The bucket keeps former versions of removed objects.
  cpSync(folders.files, folders.versions, { recursive: true });
  await writing.stop();
  await database.pool.query('truncate statement cascade');
  rmSync(folders.files, { recursive: true });
  await archived(database);
  for (const one of running) if (one !== database) await one.stop();
  const until = new Date();
  await database.kill();
  await database.pool.end().catch(() => undefined);
  running.clear();
  const figures = [told('filling', seconds(filling.ms)), told('base backup, under writes', seconds(backup.ms))];
  return { ...life, until, figures };
}

type Life = { database: Database; writing: Writing; running: Running };

/** Activity of customers around the instant to restore. */
async function liveOn(
  environment: Environment,
  { database, writing, running }: Life,
): Promise<Omit<Before, 'until' | 'figures'>> {
  const { pool } = database;
  const where = { url: environment.env['PUBLIC_URL'] ?? '', stripeUrl: environment.simulatorsUrl };
  const customers = {
    refunded: await openCustomer(pool, where),
    opened: await openCustomer(pool, where),
    late: await openCustomer(pool, where),
    silent: await openCustomer(pool, where),
  };
  const paidBefore = await order(customers.refunded);
  await pay(customers.refunded, paidBefore);
  const openedBefore = await order(customers.opened);
  // The confirmation is in the outbox at that instant: no worker runs yet.
  await pay(customers.silent, await order(customers.silent));
  await writing.pause();
  await sleep(STILL_MS);
  const noted = await stateOf(pool);
  const { rows } = await pool.query<{ at: Date }>('select clock_timestamp() as at');
  const at = rows[0]?.at ?? new Date();
  await sleep(STILL_MS);
  writing.resume();
  running.add(await startOn(environment, database, 'worker'));
  await pay(customers.opened, openedBefore);
  await pay(customers.late, await order(customers.late));
  await refund(customers.refunded, paidBefore);
  const four = Object.values(customers);
  while ((await mailsTo(environment.simulatorsUrl, four)) < four.length) await sleep(100);
  await sleep(1_000);
  return { at, noted, customers, mails: await mailsTo(environment.simulatorsUrl, four) };
}

type Restored = { database: Database; api: Program; isSame: boolean; figures: Figure[] };

async function restore(environment: Environment, { at, until, noted }: Before, running: Running): Promise<Restored> {
  const { folders } = environment;
  const files = await timed(async () => cpSync(folders.versions, folders.files, { recursive: true }));
  const recovered = await timed(() => recover(environment, at));
  const database = recovered.result;
  running.add(database);
  const state = await stateOf(database.pool);
  const interval = `${at.toISOString()}/${until.toISOString()}`;
  const by = ['--by', 'essai', '--reason', 'restauration répétée', '--yes'];
  const settled = await timed(() => support(environment, database, ['restored', interval, ...by]));
  if (!settled.result.ok) throw new Error(settled.result.text);
  const started = await timed(() => startOn(environment, database, 'api'));
  const api = started.result;
  running.add(api);
  running.add(await startOn(environment, database, 'worker'));
  const steps = [files.ms, recovered.ms, settled.ms, started.ms];
  const total = steps.reduce((sum, ms) => sum + ms, 0) / 1000;
  const different = Object.keys(noted).filter((table) => noted[table] !== state[table]);
  return {
    database,
    api,
    isSame: different.length === 0,
    figures: [
      told('documents brought back', seconds(files.ms)),
      told('base backup copied, WAL replayed to the instant', seconds(recovered.ms)),
      told('`support restored`: mails, sessions, payments since', seconds(settled.ms)),
      told('API ready', seconds(started.ms)),
      atMost('restore, from its start to answers', total, { value: WITHIN_S, unit: 's' }),
      atMost(
        `tables that are not as noted${different.map((name) => ` ${name}`).join('')}`,
        different.length,
        none('tables'),
      ),
    ],
  };
}

type After = Before & Restored;

async function prove(environment: Environment, after: After): Promise<Figure[]> {
  const { pool, url } = after.database;
  const stripeUrl = environment.simulatorsUrl;
  const db = createDb({ url, poolSize: 2, onError: () => undefined });
  const issued = await timed(() => issueOne(after));
  const lost = (await differences(pool, stripeUrl)).filter((line) => line.startsWith('at Stripe alone'));
  const wrongCredits = await wrongBalances(after);
  const digests = await downloadSome(after);
  // Until pending mails have left.
  await sleep(5_000);
  const again = (await mailsTo(stripeUrl, Object.values(after.customers))) - after.mails;
  const rules = await ledgerViolations({ db, clock: () => new Date() });
  await db.destroy();
  const verified = await timed(() => support(environment, after.database, ['verify']));
  if (!verified.result.ok) console.error(verified.result.text);
  await pool.end();
  return [
    atMost('downloads that are not the bytes issued, of 20', digests, none('files')),
    atMost('orders and refunds at Stripe that are not here', lost.length, none('orders')),
    atMost('balances of customers that are wrong', wrongCredits.length, none('balances')),
    atMost('mails sent twice', again, none('mails')),
    atMost(`rules of the books broken${rules.map(({ rule }) => ` ${rule}`).join()}`, rules.length, none('rules')),
    told('a new statement issued', `${seconds(issued.ms)}, ${issued.result}`),
    atMost('faults found by `support verify`', verified.result.ok ? 0 : 1, none('')),
    told('`support verify`, every file read', seconds(verified.ms)),
  ];
}

/** Its number is after those given and lost. */
async function issueOne({ database, customers }: After): Promise<string> {
  const client = await createClient(database.pool, customers.late.url, 1);
  const [place] = richPlaces();
  if (place === undefined) throw new Error('no place');
  const id = await client.draft(place);
  await client.generate(id);
  const { rows } = await database.pool.query<{ reference: string }>(
    'select reference from statement_edition where statement_id = $1',
    [id],
  );
  return rows[0]?.reference ?? 'none';
}

/** Five credits each, except for the refunded customer. */
async function wrongBalances({ database, customers }: After): Promise<string[]> {
  const wrong: string[] = [];
  for (const [name, customer] of Object.entries(customers)) {
    const credits = await creditsOf(await logIn(database.pool, customer));
    if (credits !== (name === 'refunded' ? 0 : 5)) wrong.push(`${name}: ${credits}`);
  }
  if (wrong.length > 0) console.error(wrong);
  return wrong;
}

type Edition = { email: string; id: number; sha256: string };

async function downloadSome({ database, customers }: After): Promise<number> {
  const { rows } = await database.pool.query<Edition>(`
    select a.email, s.id::int, e.file_sha256 as sha256
    from statement s join statement_edition e on e.statement_id = s.id join account a on a.id = s.account_id
    where e.file_key not like '%-%' order by md5(s.id::text) limit 20`);
  let wrong = 0;
  for (const { email, id, sha256 } of rows) {
    const owner = await logIn(database.pool, { ...customers.late, email });
    await ask(owner, 'GET', '/api/v2/erps/with-regeneration/');
    const headers = { authorization: `Token ${owner.token}` };
    const answer = await fetch(`${owner.url}/api/v2/download_pdf_proxy/${id}/`, { headers });
    const digest = createHash('sha256')
      .update(Buffer.from(await answer.arrayBuffer()))
      .digest('hex');
    if (digest !== sha256) wrong += 1;
  }
  return wrong + (20 - rows.length);
}

const none = (unit: string) => ({ value: 0, unit });
const seconds = (ms: number): string => `${shown(ms / 1000)} s`;
