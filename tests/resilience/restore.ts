import { createHash } from 'node:crypto';
import { cpSync, rmSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { downloadStatement } from '@clairisque/contract/documents.ts';
import { listStatements } from '@clairisque/contract/statements.ts';
import { orderOfSession } from '@clairisque/contract/orders.ts';
import { userData } from '@clairisque/contract/profile.ts';
import { insertSession, queryOf } from '../harness/accounts.ts';
import { createCustomer, openCustomer, type Customer } from '../harness/customer.ts';
import { readMails } from '../harness/mailbox.ts';
import { payAt, refundAtStripe } from '../harness/payment.ts';
import { until } from '../harness/until.ts';
import { atMost, shown, timed, info, type Figure, type Part } from '../harness/report.ts';
import { richPlaces } from '../harness/places.ts';
import { takeBaseBackup } from '../../deploy/backup/base-backup.ts';
import type { Program } from '../harness/program.ts';
import { ledgerViolations } from '../../server/src/features/credits/ledger-invariants.service.ts';
import { createDb } from '../../server/src/platform/db/db.ts';
import { migrate } from '../../server/src/wiring/migrate.ts';
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
import { stateOf } from './restore.state.ts';

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
    const before = await runAndDestroy(environment, statements, running);
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
  url: string;
  emails: Record<'refunded' | 'opened' | 'late' | 'silent', string>;
  mails: number;
  figures: Figure[];
};
type Running = Set<{ stop: () => Promise<unknown> }>;

async function runAndDestroy(environment: Environment, statements: number, running: Running): Promise<Before> {
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
  const figures = [info('filling', seconds(filling.ms)), info('base backup, under writes', seconds(backup.ms))];
  return { ...life, until, figures };
}

type Life = { database: Database; writing: Writing; running: Running };

/** Activity of customers around the instant to restore. */
async function liveOn(
  environment: Environment,
  { database, writing, running }: Life,
): Promise<Omit<Before, 'until' | 'figures'>> {
  const { pool } = database;
  const url = environment.env['PUBLIC_URL'] ?? '';
  const customers = {
    refunded: await openCustomer(pool, url),
    opened: await openCustomer(pool, url),
    late: await openCustomer(pool, url),
    silent: await openCustomer(pool, url),
  };
  const paidBefore = await customers.refunded.buy();
  const openedBefore = await customers.opened.order();
  // The confirmation is in the outbox at that instant: no worker runs yet.
  await customers.silent.buy();
  await writing.pause();
  await sleep(STILL_MS);
  const noted = await stateOf(pool);
  const { rows } = await pool.query<{ at: Date }>('select clock_timestamp() as at');
  const at = rows[0]?.at ?? new Date();
  await sleep(STILL_MS);
  writing.resume();
  running.add(await startOn(environment, database, 'worker'));
  await payAt(openedBefore.page);
  await customers.opened.call(orderOfSession, { params: { session_id: openedBefore.sessionId } });
  await customers.late.buy();
  await refundAtStripe(environment.simulatorsUrl, paidBefore);
  const { refunded, opened, late, silent } = customers;
  const emails = { refunded: refunded.email, opened: opened.email, late: late.email, silent: silent.email };
  await until(async () => (await countMails(environment, emails)) >= 4, { withinMs: 600_000 });
  await sleep(1_000);
  return { at, noted, url, emails, mails: await countMails(environment, emails) };
}

async function countMails({ simulatorsUrl }: Environment, emails: Before['emails']): Promise<number> {
  const boxes = Object.values(emails).map((email) => readMails(simulatorsUrl, email));
  return (await Promise.all(boxes)).flat().length;
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
      info('documents brought back', seconds(files.ms)),
      info('base backup copied, WAL replayed to the instant', seconds(recovered.ms)),
      info('`support restored`: mails, sessions, payments since', seconds(settled.ms)),
      info('API ready', seconds(started.ms)),
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
  const db = createDb({ url, poolSize: 2, onError: () => undefined });
  const issued = await timed(() => issueOne(after));
  const lost = (await differences(pool, environment.simulatorsUrl)).filter((line) =>
    line.startsWith('at Stripe alone'),
  );
  const wrongCredits = await wrongBalances(after);
  const digests = await downloadSome(after);
  // Until pending mails have left.
  await sleep(5_000);
  const again = (await countMails(environment, after.emails)) - after.mails;
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
    atMost(`ledger invariants violated${rules.map(({ rule }) => ` ${rule}`).join()}`, rules.length, none('rules')),
    info('a new statement issued', `${seconds(issued.ms)}, ${issued.result}`),
    atMost('faults found by `support verify`', verified.result.ok ? 0 : 1, none('')),
    info('`support verify`, every file read', seconds(verified.ms)),
  ];
}

/** Its number is after those given and lost. */
async function issueOne({ database, url }: After): Promise<string> {
  const client = await openCustomer(database.pool, url, 1);
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
async function wrongBalances(after: After): Promise<string[]> {
  const wrong: string[] = [];
  for (const [name, email] of Object.entries(after.emails)) {
    const { nb_credits: credits } = await (await customerOf(after, email)).call(userData);
    if (credits !== (name === 'refunded' ? 0 : 5)) wrong.push(`${name}: ${credits}`);
  }
  if (wrong.length > 0) console.error(wrong);
  return wrong;
}

/** In a new session, as after a restore. */
const customerOf = async ({ database, url }: After, email: string): Promise<Customer> =>
  createCustomer({ url, token: await insertSession(queryOf(database.pool), email) });

type Edition = { email: string; id: number; sha256: string };

async function downloadSome(after: After): Promise<number> {
  const { rows } = await after.database.pool.query<Edition>(`
    select a.email, s.id::int, e.file_sha256 as sha256
    from statement s join statement_edition e on e.statement_id = s.id join account a on a.id = s.account_id
    where e.file_key not like '%-%' order by md5(s.id::text) limit 20`);
  let wrong = 0;
  for (const { email, id, sha256 } of rows) {
    const owner = await customerOf(after, email);
    await owner.call(listStatements);
    const bytes = await owner.file(downloadStatement, { params: { erp_id: id }, timeoutMs: 60_000 });
    if (createHash('sha256').update(bytes).digest('hex') !== sha256) wrong += 1;
  }
  return wrong + (20 - rows.length);
}

const none = (unit: string) => ({ value: 0, unit });
const seconds = (ms: number): string => `${shown(ms / 1000)} s`;
