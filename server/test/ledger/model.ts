import { setTimeout as sleep } from 'node:timers/promises';
import { ledgerViolations } from '../../src/features/credits/ledger-invariants.service.ts';
import { attempt, createHistory, endHistory, EVENTS, WORKS, type Environment, type History } from './history.ts';
import { paidBack, type Payment, type Session } from './provider.ts';

type Order = {
  id: string;
  hasAccount: boolean;
  status: string;
  credits: number;
  price: number;
  invoices: number;
  bought: number | null;
  spent: number;
  taken: number;
  expired: number;
  remaining: number;
  refunds: string;
  unpaidRefundRequests: number;
};

type Rules = Record<string, boolean>;

/** Expected state of each order, from its provider's state: everything about money and credits. */
function rulesOf(order: Order, session: Session, payment: Payment | undefined): Rules {
  const isPaid = session.state === 'paid' && session.amountCents === order.price;
  return {
    'paid here if and only if it is paid there, with one invoice': // never lost, never doubled
      (order.status === 'paid') === isPaid && order.invoices === (isPaid ? 1 : 0),
    'the credits bought, once': order.bought === (isPaid && order.hasAccount ? order.credits : null),
    'each credit is spent, taken back, expired or left': // never negative
      (order.bought ?? 0) === order.spent + order.taken + order.expired + order.remaining && order.remaining >= 0,
    ...(isPaid && payment && refundRules(order, payment)),
  };
}

function refundRules(order: Order, payment: Payment): Rules {
  const failed = payment.given.some((one) => one.kind === 'refund' && one.undone);
  const due = Math.round((order.credits * paidBack(payment)) / order.price);
  const foreign = payment.given.filter((one) => one.ourKey === null);
  const expected = foreign.map((one) => `${one.id}${one.undone ? ' undone' : ''}`).toSorted();
  const takenEnough = order.taken === due || (order.taken < due && order.remaining === 0);
  return {
    'refunds and disputes are those of the provider': order.refunds === expected.join(),
    'credits are taken for the money refunded, as far as they were left':
      failed || order.bought === null || takenEnough,
    'promised money was paid': order.unpaidRefundRequests === 0 || payment.given.some((one) => one.kind === 'dispute'),
  };
}

const SQL = `
  select o.id, o.account_id is not null as "hasAccount", o.status, o.credits, o.amount_cents as price,
    (select count(*)::int from invoice where order_id = o.id and kind = 'invoice') as invoices,
    e.bought, coalesce(e.spent, 0) as spent, coalesce(e.taken, 0) as taken, coalesce(e.expired, 0) as expired,
    coalesce(e.remaining, 0) as remaining,
    (select coalesce(string_agg(r.id || case when r.undone_at is null then '' else ' undone' end, ',' order by r.id collate "C"), '')
      from order_refund r where r.order_id = o.id and r.kind in ('refund', 'dispute')) as refunds,
    (select count(*)::int from order_refund r where r.order_id = o.id and r.kind in ('withdrawal', 'undelivered')
      and r.paid_back_at is null) as "unpaidRefundRequests"
  from purchase_order o
  left join lateral (
    select sum(credits) filter (where kind = 'purchase')::int as bought, -sum(credits) filter (where kind = 'debit')::int as spent,
      -sum(credits) filter (where kind in ('refund', 'restore'))::int as taken,
      -sum(credits) filter (where kind = 'expiry')::int as expired, sum(credits)::int as remaining
    from ledger_entry where lot_id = (select id from credit_lot where order_id = o.id)
  ) e on true
  where o.id = any($1)`;

async function verify({ environment, provider }: History): Promise<string[]> {
  const sessions = new Map([...provider.sessions.values()].map((session) => [session.orderId, session]));
  const { rows } = await environment.pool.query<Order>(SQL, [[...sessions.keys()]]);
  const missing = sessions.size === rows.length ? [] : [`${sessions.size} sessions, ${rows.length} orders`];
  const faults = rows.flatMap((order) => {
    const session = sessions.get(order.id);
    if (session === undefined) return [];
    const payment = provider.payments.get(session.paymentId ?? '');
    const broken = Object.entries(rulesOf(order, session, payment)).filter(([, holds]) => !holds);
    return broken.map(([rule]) => `${rule}: ${JSON.stringify({ order, session, payment })}`);
  });
  return [...missing, ...faults];
}

export type Account = { histories: number; steps: number; cuts: number; payments: number; faults: string[] };

/**
 * Runs seeded random histories of accounts one after the other: up to eight concurrent steps, interrupted anywhere,
 * while buyers, the bank and the merchant act at random. At the end of each, compares the ledger with the provider and
 * checks all invariants.
 */
export async function runHistories(
  environment: Environment,
  { seed, goOn, steps }: { seed: number; goOn: (done: number) => boolean; steps: number },
): Promise<Account> {
  const account: Account = { histories: 0, steps: 0, cuts: 0, payments: 0, faults: [] };
  for (; goOn(account.histories) && account.faults.length === 0; account.histories += 1) {
    const history = await createHistory(environment, seed + account.histories);
    for (let step = 0; step < steps; step += 1) account.steps += await takeStep(history);
    await endHistory(history);
    const surprises = history.surprises.map((error) =>
      error instanceof Error ? (error.stack ?? error.message) : String(error),
    );
    const faults = [...surprises, ...(await verify(history))];
    account.faults.push(...faults.map((fault) => `seed ${seed + account.histories}: ${fault}`));
    account.cuts += history.cuts;
    account.payments += history.provider.payments.size;
  }
  for (const { rule, what } of await ledgerViolations(environment.deps))
    account.faults.push(`${rule}: ${what.join(', ')}`);
  return account;
}

/** Weight of each draw. */
const WEIGHTS = {
  works: { order: 4, returnPage: 3, webhook: 5, spend: 4, withdraw: 1, reconcile: 1, expireLots: 1, job: 8, erase: 1 },
  events: {
    pay: 6,
    bankAnswers: 2,
    expirePage: 1,
    refund: 2,
    failRefund: 1,
    dispute: 1,
    closeDispute: 1,
    timePasses: 3,
  },
};
const drawn = (weights: Record<string, number>): string[] =>
  Object.entries(weights).flatMap(([name, weight]) => Array.from({ length: weight }, () => name));
const WORK_NAMES = drawn(WEIGHTS.works);
const EVENT_NAMES = drawn(WEIGHTS.events);

async function takeStep(history: History): Promise<number> {
  const { random } = history;
  const works = Array.from({ length: 1 + random.below(8) }, () => WORKS[random.of(WORK_NAMES) ?? ''] ?? failing);
  const under = Promise.all(works.map((work) => attempt(history, work)));
  const events = 1 + random.below(4);
  for (let count = events; count > 0; count -= 1) {
    EVENTS[random.of(EVENT_NAMES) ?? '']?.(history);
    await sleep(random.below(4));
  }
  await under;
  return works.length + events;
}

function failing(): never {
  throw new Error('no such work');
}
