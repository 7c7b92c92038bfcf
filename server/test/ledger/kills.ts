import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from 'pg';
import { freePort } from '../../../scripts/postgres.ts';
import { startProgram, type Program } from '../../../tests/harness/program.ts';
import { createSimulators } from '../../../simulators/src/app.ts';
import { createRandom, type Random } from '../../../tests/harness/seeded-random.ts';
import { readStripe, type StripeSession } from './stripe.ts';

type Options = { pool: Pool; env: NodeJS.ProcessEnv; purchases: number; buyers: number; seed: number };
/** `PUBLIC_URL` of the product, and its payment simulator. */
type Shop = { url: string; stripeUrl: string; pool: Pool; random: Random };
export type Campaign = { stripeUrl: string; kills: number; paid: number; close: () => Promise<void> };

const CODES = ['UN', 'PA1', 'PA2', 'PA5'] as const;
const CARD = { number: '4242424242424242', expiry: '12/34', code: '123', name: 'Camille Essai' };

/**
 * Buyers who order, pay, come back, and sometimes get a refund, through the simulator, while the API and worker
 * processes are killed and restarted. Ends with both running, and with the state that killed processes leave after two
 * minutes.
 */
export async function buyUnderKills(options: Options): Promise<Campaign> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const simulators = createSimulators({ stripe: { webhookUrl: `${url}/api/v2/stripe/webhook/`, retryMs: 200 } });
  const stripeUrl = await simulators.listen({ host: '127.0.0.1', port: 0 });
  const env = { ...process.env, ...options.env, PORT: String(port), SIMULATORS_URL: stripeUrl, LOG_LEVEL: 'silent' };
  const random = createRandom(options.seed);
  const start = (name: string): Promise<Program> => startProgram({ command: ['server/src/main.ts', name], env });
  const [api, worker] = [await start('api'), await start('worker')];
  const programs = [api, worker];
  const progress = { done: 0 };
  const killer = startKilling(programs, { random, progress });
  const shop = { url, stripeUrl, pool: options.pool, random };
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
  // A dead worker's job is retried after its timeout: lets that time pass.
  await worker.kill();
  await options.pool.query(`update pgboss.job set started_on = started_on - interval '1 hour' where state = 'active'`);
  await worker.start();
  const close = async (): Promise<void> => {
    for (const program of programs) await program.kill();
    await simulators.close();
  };
  return { stripeUrl, kills, paid: options.purchases, close };
}

/** Kills one of the two every few purchases, at any moment. */
function startKilling(
  programs: Program[],
  { random, progress }: { random: Random; progress: { done: number } },
): { stop: () => Promise<number> } {
  const state = { kills: 0, isOver: false };
  const killing = (async (): Promise<void> => {
    for (let next = 1; !state.isOver; await sleep(10)) {
      if (progress.done < next) continue;
      await sleep(random.below(120));
      await random.of(programs)?.restart('SIGKILL');
      state.kills += 1;
      next = progress.done + 4 + random.below(5);
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

/** Like a buyer: retries what fails, until the page is paid. */
async function purchase({ url, stripeUrl, random }: Shop, token: string): Promise<void> {
  const authorization = `Token ${token}`;
  const code = random.of(CODES) ?? 'UN';
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
  if (random.percent(60)) {
    const path = `${url}/api/v2/stripe/session/${sessionId}/`;
    await fetch(path, { headers: { authorization }, signal: AbortSignal.timeout(5_000) }).catch(() => undefined);
  }
  if (random.percent(20)) await payBack(stripeUrl, sessionId);
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
  throw new Error('all attempts failed');
}
