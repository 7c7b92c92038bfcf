import { setTimeout as sleep } from 'node:timers/promises';
import { orderOfSession } from '@clairisque/contract/orders.ts';
import type { Pool } from 'pg';
import { freePort } from '../../../scripts/postgres.ts';
import { openCustomer, type Customer } from '../../../tests/harness/customer.ts';
import { payAt, refundAtStripe } from '../../../tests/harness/payment.ts';
import { startProgram, type Program } from '../../../tests/harness/program.ts';
import { createSimulators } from '../../../simulators/src/app.ts';
import { until } from '../../../tests/harness/until.ts';
import { createRandom, type Random } from '../../../tests/harness/seeded-random.ts';

type Options = { pool: Pool; env: NodeJS.ProcessEnv; purchases: number; buyers: number; seed: number };
export type Campaign = { simulatorsUrl: string; kills: number; close: () => Promise<void> };

const CODES = ['UN', 'PA1', 'PA2', 'PA5'] as const;

/**
 * Buyers who order, pay, come back, and sometimes get a refund, through the simulator, while the API and worker
 * processes are killed and restarted. Ends with both running, and with the state that killed processes leave after two
 * minutes.
 */
export async function buyUnderKills(options: Options): Promise<Campaign> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const simulators = createSimulators({ stripe: { webhookUrl: `${url}/api/v2/stripe/webhook/`, retryMs: 200 } });
  const simulatorsUrl = await simulators.listen({ host: '127.0.0.1', port: 0 });
  const env = {
    ...process.env,
    ...options.env,
    PORT: String(port),
    SIMULATORS_URL: simulatorsUrl,
    LOG_LEVEL: 'silent',
  };
  const random = createRandom(options.seed);
  const start = (name: string): Promise<Program> => startProgram({ command: ['server/src/main.ts', name], env });
  const [api, worker] = [await start('api'), await start('worker')];
  const programs = [api, worker];
  const progress = { done: 0 };
  const killer = startKilling(programs, { random, progress });
  let left = options.purchases;
  const buyer = async (): Promise<void> => {
    const customer = await openCustomer(options.pool, url);
    while (left > 0) {
      left -= 1;
      await purchase(customer, simulatorsUrl, random);
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
  return { simulatorsUrl, kills, close };
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

/** Retries an order until it succeeds; pays, returns or not, and sometimes gets a refund. */
async function purchase(customer: Customer, simulatorsUrl: string, random: Random): Promise<void> {
  const code = random.of(CODES) ?? 'UN';
  const { page, sessionId } = await retry(() => customer.order(code));
  await payAt(page);
  if (random.percent(60)) await customer.call(orderOfSession, { params: { session_id: sessionId } }).catch(() => null);
  if (random.percent(20)) await refundAtStripe(simulatorsUrl, sessionId);
}

async function retry<T>(work: () => Promise<T>): Promise<T> {
  return until(() => work().catch(() => null), { withinMs: 60_000, everyMs: 100 });
}
