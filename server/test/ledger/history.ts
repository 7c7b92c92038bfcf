import { randomUUID } from 'node:crypto';
import { CompiledQuery } from 'kysely';
import type { Pool } from 'pg';
import type { Deps } from '../../src/deps.ts';
import { eraseAccount } from '../../src/features/accounts/deletion.service.ts';
import { debitCredit, expireLots, lockLedger } from '../../src/features/credits/credits.ts';
import { buyBespoke, buyPack } from '../../src/features/orders/checkout.service.ts';
import { receiveEvent, reconcile, settleObject } from '../../src/features/orders/events.service.ts';
import { createRefund } from '../../src/features/orders/refund-requests.service.ts';
import { readOrder } from '../../src/features/orders/orders.ts';
import { listWithdrawable, withdraw } from '../../src/features/orders/withdrawal.service.ts';
import { transact } from '../../src/platform/db/db.ts';
import { AppError } from '../../src/platform/app-error.ts';
import { insertAccount, queryOf } from '../../../tests/harness/accounts.ts';
import { ANY_DRAFT, issueEdition } from '../issued.ts';
import { createRandom, type Random } from '../../../tests/harness/seeded-random.ts';
import { createFuse, Cut, fusedDb } from './cuts.ts';
import { createProvider, Refused, SIGNATURE, type Payment, type Provider } from './provider.ts';

/** Shared by all histories: a database, and a clock that only goes forward. `deps` lack database and payments. */
export type Environment = { pool: Pool; now: { ms: number }; deps: Deps };

/** Buyers, their provider, and their events. */
export type History = {
  environment: Environment;
  random: Random;
  provider: Provider;
  accounts: number[];
  erased: Set<number>;
  cuts: number;
  /** Errors that are neither a refusal nor an injected cut. */
  surprises: unknown[];
};

const ORIGIN = { ip: '192.0.2.1', requestId: 'books' };
const HOUR_MS = 3_600_000;

export async function createHistory(environment: Environment, seed: number): Promise<History> {
  const random = createRandom(seed);
  const clock = (): Date => new Date(environment.now.ms);
  const provider = createProvider(`${seed}${randomUUID().slice(0, 8)}`, clock);
  const accounts = [await openAccount(environment), await openAccount(environment)];
  return { environment, random, provider, accounts, erased: new Set(), cuts: 0, surprises: [] };
}

async function openAccount({ pool }: Environment): Promise<number> {
  return (await insertAccount(queryOf(pool), { passwordHash: 'right' })).id;
}

type Work = (deps: Deps, history: History) => Promise<unknown>;

/** One piece of work, cut one time in three at one of its statements or calls. */
export async function attempt(history: History, work: Work, cutPercent = 33): Promise<boolean> {
  const { random, environment, provider } = history;
  const at = random.percent(cutPercent) ? random.below(random.percent(50) ? 8 : 40) : null;
  const fuse = createFuse(at, random.percent(50));
  const deps = { ...environment.deps, db: fusedDb(environment.pool, fuse), payments: provider.port(fuse) };
  try {
    await work(deps, history);
    return true;
  } catch (error) {
    const isExpected = fuse.isBlown() || error instanceof AppError || error instanceof Cut || error instanceof Refused;
    if (!isExpected) history.surprises.push(error);
    return false;
  } finally {
    if (fuse.isBlown()) history.cuts += 1;
  }
}

/** Work of the product, each run at a random moment. */
export const WORKS: Record<string, Work> = {
  async order(deps, { accounts, random }) {
    const account = random.of(accounts) ?? 0;
    if (random.percent(40)) await buyBespoke(deps, account, { quantity: 200 + random.below(50), months: 2 });
    else await buyPack(deps, account, random.of(['UN', 'PA1', 'PA2', 'PA5'] as const) ?? 'UN');
  },
  async returnPage(deps, { accounts, random, provider }) {
    const pageId = random.of([...provider.sessions.keys()]) ?? 'cs_none';
    for (const accountId of accounts) await readOrder(deps, { accountId, pageId }).catch(unlessRefusal);
  },
  async webhook(deps, { random, provider }) {
    const event = random.of(provider.events);
    const headers = { signature: random.percent(10) ? 'forged' : SIGNATURE };
    await receiveEvent(deps, { body: Buffer.from(event?.id ?? 'evt_none'), headers, origin: ORIGIN });
  },
  async spend(deps, { accounts, random }) {
    const account = random.of(accounts) ?? 0;
    const failing = random.percent(20);
    for (let count = 1 + random.below(4); count > 0; count -= 1) await issueStatement(deps, account, failing);
  },
  async withdraw(deps, { accounts, random }) {
    const accountId = random.of(accounts) ?? 0;
    const offer = random.of(await listWithdrawable(deps, accountId));
    if (offer !== undefined) await withdraw(deps, { accountId, orderId: offer.commande, name: 'Camille Essai' });
  },
  reconcile: (deps) => reconcile(deps),
  expireLots: (deps) => expireLots(deps),
  job: (deps, history) => runJob(deps, history),
  async erase(deps, { accounts, random, erased }) {
    const accountId = random.of(accounts) ?? 0;
    if (!random.percent(8)) return;
    const caller = { accountId, tokenHash: Buffer.alloc(32) };
    await eraseAccount(deps, { caller, current_password: 'right' }, ORIGIN).finally(() => erased.add(accountId));
  },
};

/** Events outside the product. */
export const EVENTS: Record<string, (history: History) => void> = {
  pay({ random, provider }) {
    const session = random.of([...provider.sessions.values()].filter((one) => one.state === 'open'));
    if (session === undefined) return;
    const wrongPrice = random.percent(4) ? [1] : [];
    provider.move(session, random.percent(80) ? 'paid' : 'pending', ...wrongPrice);
  },
  bankAnswers({ random, provider }) {
    const session = random.of([...provider.sessions.values()].filter((one) => one.state === 'pending'));
    if (session) provider.move(session, random.percent(70) ? 'paid' : 'failed');
  },
  expirePage({ random, provider }) {
    const session = random.of([...provider.sessions.values()].filter((one) => one.state === 'open'));
    if (session && random.percent(30)) provider.move(session, 'expired');
  },
  refund({ random, provider }) {
    const payment = aPayment(random, provider);
    if (payment === undefined) return;
    const share = random.percent(40) ? 1 : random.below(100) / 100;
    provider.refund(payment, Math.max(1, Math.round(payment.amountCents * share)));
  },
  failRefund({ random, provider }) {
    const payment = aPayment(random, provider);
    const given = payment?.given.find((one) => one.kind === 'refund' && !one.undone && one.ourKey === null);
    if (payment && given && random.percent(50)) provider.undo(payment, given);
  },
  dispute({ random, provider }) {
    const payment = aPayment(random, provider);
    if (payment && random.percent(60)) provider.dispute(payment);
  },
  closeDispute({ random, provider }) {
    const payment = aPayment(random, provider);
    const dispute = payment?.given.find((one) => one.kind === 'dispute' && !one.undone);
    if (!payment || !dispute) return;
    if (random.percent(60)) provider.undo(payment, dispute);
    else provider.lose(payment);
  },
  timePasses({ random, environment }) {
    environment.now.ms += random.percent(90) ? random.below(3 * HOUR_MS) : random.below(12 * 24 * HOUR_MS);
  },
};

/** Usually the newest, so that events meet on the same payment. */
function aPayment(random: Random, { payments }: Provider): Payment | undefined {
  const all = [...payments.values()];
  return random.percent(70) ? all.at(-1) : random.of(all);
}

/**
 * Stands for a generation, which takes minutes of suppliers: its transaction, with the same locks in the same order.
 */
async function issueStatement(deps: Deps, accountId: number, failing: boolean): Promise<void> {
  const { id } = await deps.db
    .insertInto('statement')
    .values({ ...ANY_DRAFT, account_id: accountId })
    .returning('id')
    .executeTakeFirstOrThrow()
    .catch((error: unknown) => {
      throw isGone(error) ? new AppError('not_found', 'erased') : error;
    });
  await transact(deps, async (deps) => {
    if (!(await lockLedger(deps, accountId))) throw new AppError('not_found', 'erased');
    await deps.db.selectFrom('statement').select('id').where('id', '=', id).forUpdate().execute();
    await debitCredit(deps, { accountId, statementId: id, at: deps.clock() });
    await issueEdition(deps.db, { id, edition: 1, date: deps.clock() });
    if (failing) throw new AppError('facts_not_obtained', 'failed');
  });
}

const isGone = (error: unknown): boolean => (error as { code?: string }).code === '23503';

function unlessRefusal(error: unknown): void {
  if (!(error instanceof AppError)) throw error;
}

type Job = { id: string; name: string; data: Record<string, string> };

/** Any waiting job; sometimes one runs again although it has ended, as when its worker dies right then. */
async function runJob(deps: Deps, { random, environment }: History): Promise<void> {
  const { rows } = await environment.pool.query<Job>(
    `select id, name, data from pgboss.job where state = 'created' and name like 'payments.%'`,
  );
  const job = random.of(rows);
  if (job === undefined) return;
  await perform(deps, job);
  if (random.percent(80))
    await deps.db.executeQuery(CompiledQuery.raw('delete from pgboss.job where id = $1', [job.id]));
}

async function perform(deps: Deps, { name, data }: Job): Promise<void> {
  if (name === 'payments.pay-back') await createRefund(deps, data['refundId'] ?? '');
  else if (data['about'] === 'payment')
    await settleObject(deps, { about: 'payment', objectId: data['objectId'] ?? '' });
  else await settleObject(deps, { about: 'checkout', objectId: data['objectId'] ?? '' });
}

/** Ends everything without a cut: pages close, banks answer, jobs run until none waits. */
export async function endHistory(history: History): Promise<void> {
  const { provider, environment } = history;
  for (const session of provider.sessions.values()) {
    provider.move(session, session.state === 'pending' ? 'failed' : 'expired');
  }
  // Old enough for the reconciliation; the second round retries what was withheld.
  for (const hours of [2, 25]) {
    environment.now.ms += hours * HOUR_MS;
    await attempt(history, (deps) => reconcile(deps, ALL), 0);
    await drain(history);
  }
  await attempt(history, (deps) => expireLots(deps), 0);
}

/** Months may pass in one step. */
const ALL = { eventsMs: 1_000 * 24 * HOUR_MS, ordersMs: 1_000 * 24 * HOUR_MS };

async function drain(history: History): Promise<void> {
  const waiting = `from pgboss.job where state = 'created'`;
  await history.environment.pool.query(`delete ${waiting} and name not like 'payments.%'`);
  for (;;) {
    const { rows } = await history.environment.pool.query<Job>(
      `select id, name, data ${waiting} order by created_on limit 1`,
    );
    const [job] = rows;
    if (job === undefined) return;
    await attempt(history, (deps) => perform(deps, job), 0);
    // Refused by the provider, as while the bank withholds the money: the reconciliation retries.
    await history.environment.pool.query('delete from pgboss.job where id = $1', [job.id]);
  }
}
