import { setTimeout as sleep } from 'node:timers/promises';
import { askCheck } from '@clairisque/contract/checks.ts';
import { readConfig } from '../../server/src/config/config.ts';
import { createDeps } from '../../server/src/deps.ts';
import { runCheck } from '../../server/src/features/checks/run.service.ts';
import { createHttp } from '../../server/src/platform/http/fastify.ts';
import { insertSession, queryOf } from '../harness/accounts.ts';
import { createCustomer } from '../harness/customer.ts';
import { atMost, info, shown, type Part } from '../harness/report.ts';
import type { Calls } from './watch.calls.ts';
import type { World } from './watch.world.ts';

const CHECKS = 12;
/** As the worker. */
const AT_ONCE = 2;

/** Some checks within the paces of the live services, by a worker of this process: the simulators have none. */
export async function paceOfChecks(world: World, calls: Calls, statements: readonly number[]): Promise<Part> {
  const { cluster, pool } = world;
  await cluster.workers[0]?.stop();
  // This process has the machine's clock; the API reads its own ten times a second.
  world.shiftClock(0);
  await sleep(1_000);
  const asked = await ask(world, statements.slice(0, CHECKS));
  const env = { ...cluster.env, LOG_LEVEL: 'silent', CLAIRISQUE_SOURCES: 'simulated' };
  const config = { ...readConfig(env), sources: 'live' as const };
  const { deps, close } = createDeps(config, createHttp(config).log);
  calls.begin();
  const from = performance.now();
  try {
    const line = asked.values();
    const work = async (): Promise<void> => {
      for (const id of line) await runCheck(deps, id);
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
  } finally {
    await close();
  }
  const seconds = (performance.now() - from) / 1000;
  const { rows } = await pool.query<{ outcome: string; count: number }>(
    'select outcome, count(*)::int from statement_check where id = any ($1) group by outcome',
    [asked],
  );
  return {
    title: 'within the paces of the live services',
    notes: [
      `${asked.length} checks, ${AT_ONCE} at once, alone in a process: calls as the simulators receive them, in windows of 0.95 s.`,
    ],
    figures: [
      info('outcomes', rows.map(({ outcome, count }) => `${count} ${outcome}`).join(', ')),
      info('checks in 30 minutes at that rate', shown((asked.length * 1_800) / seconds)),
      ...calls
        .counted()
        .map(({ name, pace, most }) => atMost(`${name}, a second`, most, { value: pace, unit: 'calls' })),
    ],
  };
}

/** « Vérifier aujourd’hui »; the numbers of these checks. */
async function ask({ cluster, pool }: World, statements: readonly number[]): Promise<number[]> {
  const { rows } = await pool.query<{ email: string }>(
    'select a.email from account a join statement s on s.account_id = a.id where s.id = $1',
    [statements[0]],
  );
  const token = await insertSession(queryOf(pool), rows[0]?.email ?? '');
  await pool.query("update api_token set expires_at = '2100-01-01'");
  const customer = createCustomer({ url: cluster.url, token });
  const asked: number[] = [];
  for (const id of statements) asked.push((await customer.call(askCheck, { params: { erp_id: id } })).id);
  return asked;
}
