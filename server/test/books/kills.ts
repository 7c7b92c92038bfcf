import { fork, type ChildProcess } from 'node:child_process';
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from 'pg';
import { freePort } from '../../../scripts/postgres.ts';
import { createSimulators } from '../../../simulators/src/app.ts';
import { createChance, type Chance } from './chance.ts';

type Options = { pool: Pool; env: NodeJS.ProcessEnv; purchases: number; buyers: number; seed: number };
/** `PUBLIC_URL` of the product, and the simulator of its payments. */
type Shop = { url: string; stripeUrl: string; pool: Pool; chance: Chance };
export type Campaign = { stripeUrl: string; kills: number; paid: number; close: () => Promise<void> };

const CODES = ['UN', 'PA1', 'PA2', 'PA5'] as const;
const CARD = { number: '4242424242424242', expiry: '12/34', code: '123', name: 'Camille Essai' };

/**
 * Buyers who order, pay, come back, and are sometimes paid back, through the simulator, while the API and the worker, each
 * a process, are killed without notice and started again. Ends with both running, and what their dead left behind in the
 * state in which it is two minutes later.
 */
export async function buyUnderKills(options: Options): Promise<Campaign> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const simulators = createSimulators({ stripe: { webhookUrl: `${url}/api/v2/stripe/webhook/`, retryMs: 200 } });
  const stripeUrl = await simulators.listen({ host: '127.0.0.1', port: 0 });
  const env = { ...process.env, ...options.env, PORT: String(port), SIMULATORS_URL: stripeUrl, LOG_LEVEL: 'silent' };
  const chance = createChance(options.seed);
  const programs = [await startProgram('api', env), await startProgram('worker', env)];
  const progress = { done: 0 };
  const killer = startKilling(programs, { chance, progress });
  const shop = { url, stripeUrl, pool: options.pool, chance };
  let left = options.purchases;
  const buyer = async (): Promise<void> => {
    const token = await openAccount(options.pool);
    while (left > 0) {
      left -= 1;
      await purchase(shop, token);
      progress.done += 1;
    }
  };
  await Promise.all(Array.from({ length: options.buyers }, buyer));
  const kills = await killer.stop();
  // A dead worker's job is taken again when its time is over: that time passes.
  await programs[1]?.kill();
  await options.pool.query(`update pgboss.job set started_on = started_on - interval '1 hour' where state = 'active'`);
  await programs[1]?.restart();
  const close = async (): Promise<void> => {
    for (const program of programs) await program.kill();
    await simulators.close();
  };
  return { stripeUrl, kills, paid: options.purchases, close };
}

type Program = { kill: () => Promise<void>; restart: () => Promise<void> };

async function startProgram(name: 'api' | 'worker', env: NodeJS.ProcessEnv): Promise<Program> {
  let child: ChildProcess | null = null;
  const start = async (): Promise<void> => {
    const started = fork('server/src/main.ts', [name], { env, execArgv: [] });
    child = started;
    await new Promise<void>((ready, fail) => {
      started.once('message', () => ready());
      started.once('exit', (code) => fail(new Error(`${name} ended with ${code}`)));
    });
  };
  const kill = async (): Promise<void> => {
    if (child === null || child.exitCode !== null || child.signalCode !== null) return;
    const ended = new Promise((done) => child?.once('exit', done));
    child.kill('SIGKILL');
    await ended;
  };
  const restart = async (): Promise<void> => {
    await kill();
    await start();
  };
  await start();
  return { kill, restart };
}

/** One of the two dies every few purchases, at any moment. */
function startKilling(
  programs: Program[],
  { chance, progress }: { chance: Chance; progress: { done: number } },
): { stop: () => Promise<number> } {
  const state = { kills: 0, isOver: false };
  const killing = (async (): Promise<void> => {
    for (let next = 1; !state.isOver; await sleep(10)) {
      if (progress.done < next) continue;
      await sleep(chance.below(120));
      await chance.of(programs)?.restart();
      state.kills += 1;
      next = progress.done + 4 + chance.below(5);
    }
  })();
  return {
    stop: async () => {
      state.isOver = true;
      await killing;
      return state.kills;
    },
  };
}

async function openAccount(pool: Pool): Promise<string> {
  const token = randomBytes(20).toString('hex');
  await pool.query(
    `with owner as (
       insert into account (email, username, password_hash, activated_at) values ($1, $1, 'none', now()) returning id
     )
     insert into api_token (account_id, token_hash, expires_at) select id, $2, now() + interval '1 hour' from owner`,
    [`${randomUUID()}@exemple.fr`, createHash('sha256').update(token).digest()],
  );
  return token;
}

/** As a buyer does: what fails is tried again, until the page is paid. */
async function purchase({ url, stripeUrl, chance }: Shop, token: string): Promise<void> {
  const authorization = `Token ${token}`;
  const code = chance.of(CODES) ?? 'UN';
  const page = await insist(async () => {
    const path = `${url}/api/v2/stripe/create/session/${code}/`;
    const answer = await fetch(path, {
      method: 'POST',
      headers: { authorization },
      signal: AbortSignal.timeout(5_000),
    });
    return answer.ok ? ((await answer.json()) as { url: string }).url : null;
  });
  await fetch(page, { method: 'POST', body: new URLSearchParams(CARD), redirect: 'manual' });
  const sessionId = page.split('/').at(-1) ?? '';
  if (chance.percent(60)) {
    const path = `${url}/api/v2/stripe/session/${sessionId}/`;
    await fetch(path, { headers: { authorization }, signal: AbortSignal.timeout(5_000) }).catch(() => undefined);
  }
  if (chance.percent(20)) await payBack(stripeUrl, sessionId);
}

async function payBack(stripeUrl: string, sessionId: string): Promise<void> {
  const session = await readStripe<StripeSession>(stripeUrl, `checkout/sessions/${sessionId}?expand[]=payment_intent`);
  const charge = (session.payment_intent as { latest_charge: string }).latest_charge;
  const form = { method: 'POST', headers: { accept: 'application/json' }, body: new URLSearchParams() };
  await fetch(`${stripeUrl}/stripe/controle/paiements/${charge}/rembourser`, form);
}

async function insist<T>(work: () => Promise<T | null>): Promise<T> {
  for (let tries = 0; tries < 300; tries += 1) {
    const result = await work().catch(() => null);
    if (result !== null) return result;
    await sleep(100);
  }
  throw new Error('tried in vain');
}

type StripeSession = { id: string; amount_total: number; payment_status: string; payment_intent: unknown };
type StripeRefund = { amount: number; payment_intent: string };
type StripeList<T> = { data: T[]; has_more: boolean };

async function readStripe<T>(stripeUrl: string, path: string): Promise<T> {
  const answer = await fetch(`${stripeUrl}/v1/${path}`, { headers: { authorization: 'Bearer sk_test_simulated' } });
  return (await answer.json()) as T;
}

async function listStripe<T extends { id?: string }>(stripeUrl: string, kind: string): Promise<T[]> {
  const all: T[] = [];
  for (let after = ''; ;) {
    const { data, has_more } = await readStripe<StripeList<T>>(stripeUrl, `${kind}?limit=100${after}`);
    all.push(...data);
    if (!has_more) return all;
    after = `&starting_after=${data.at(-1)?.id ?? ''}`;
  }
}

/**
 * Each paid session, with its credits there (erased with their account), its invoice and what was given back: what differs,
 * in words.
 */
export async function differences(pool: Pool, stripeUrl: string): Promise<string[]> {
  const sessions = await listStripe<StripeSession>(stripeUrl, 'checkout/sessions');
  const refunds = await listStripe<StripeRefund & { id: string }>(stripeUrl, 'refunds');
  const paid = sessions.filter((one) => one.payment_status === 'paid');
  const theirs = paid.map((one) => {
    const given = refunds.filter((refund) => refund.payment_intent === one.payment_intent);
    const refunded = given.reduce((sum, { amount }) => sum + amount, 0);
    return `${one.id} paid ${one.amount_total}, refunded ${refunded}, 1 lot, 1 invoice`;
  });
  const { rows } = await pool.query<{ line: string }>(`
    select o.session_id || ' paid ' || o.amount_cents
      || ', refunded ' || (select coalesce(-sum(amount_cents), 0) from invoice where order_id = o.id and kind = 'credit_note')
      || ', ' || (select case when o.account_id is null then 1 - count(*) else count(*) end from credit_lot l
        where l.order_id = o.id and o.credits =
          (select sum(credits) from ledger_entry where lot_id = l.id and kind = 'purchase')) || ' lot'
      || ', ' || (select count(*) from invoice i where i.order_id = o.id and i.kind = 'invoice') || ' invoice' as line
    from purchase_order o where o.status = 'paid'`);
  const ours = new Set(rows.map(({ line }) => line));
  const lost = theirs.filter((line) => !ours.has(line));
  const invented = [...ours].filter((line) => !theirs.includes(line));
  return [...lost.map((line) => `at Stripe alone: ${line}`), ...invented.map((line) => `here alone: ${line}`)];
}
