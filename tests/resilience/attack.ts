import { Pool } from 'pg';
import { atMost, shown, info, type Part } from '../harness/report.ts';
import { openAccount } from '../harness/accounts.ts';
import { startProduct, type Product } from '../harness/product.ts';
import { runLockOut, runQueue } from './attack.accounts.ts';
import { CALLS, runFlood } from './attack.floods.ts';
import { failuresOf, measureUsers, p95Of, type User } from './attack.honest.ts';

const USERS = 5;
const OFFICE = 20;
const NETWORKS = 20;
const OFFICE_EVERY_MS = 500;
/** RESULTS.md: 171 requests a second at the knee, on two processors. */
const KNEE_PER_SECOND = 170;

/** Production limits. */
const LIMITS = { RATE_LIMIT_FACTOR: '1', OVERLOAD_FACTOR: '1' };

/**
 * `npm run trials -- attack [SECONDS]`: honest users measured alone, then beside attackers, in each way that once
 * caused trouble. SECONDS of each measure.
 */
export async function run([seconds = '20']: string[]): Promise<Part[]> {
  const direct = await onProduct({ ...LIMITS }, (stage) => floodsOfOne(stage, Number(seconds)));
  const behind = await onProduct({ ...LIMITS, TRUSTED_PROXIES: '1' }, (stage) => throughProxy(stage, Number(seconds)));
  return [...direct, ...behind];
}

type Stage = { product: Product; pool: Pool; port: number };

async function onProduct(env: NodeJS.ProcessEnv, act: (stage: Stage) => Promise<Part[]>): Promise<Part[]> {
  const product = await startProduct({ env });
  const pool = new Pool({ connectionString: product.databaseUrl, max: 2 });
  try {
    return await act({ product, pool, port: Number(new URL(product.url).port) });
  } finally {
    await pool.end();
    await product.stop();
  }
}

/** Straight to the server, on the attacker's own connections. */
async function floodsOfOne({ pool, port }: Stage, seconds: number): Promise<Part[]> {
  const users = await usersOf(pool, USERS, (n) => ({ localAddress: `127.0.0.${10 + n}` }));
  const ways = [
    { title: 'one address, 200 pipelined connections', connections: 200, localAddress: '127.0.0.66' },
    { title: 'one address, one pipelined connection', connections: 1, localAddress: '127.0.0.67' },
  ];
  const parts: Part[] = [];
  for (const { title, ...attacker } of ways) {
    const note = `${USERS} users, each with an address, a call every 250 ms; an attacker in a separate process that writes as much as its connections take (open loop).`;
    parts.push(await runFlood({ port, users, seconds }, { title, note, attackers: [{ ...attacker, open: true }] }));
  }
  return parts;
}

/** Attacks as through a proxy, which sends one call at a time over a connection. */
async function throughProxy({ product, pool, port }: Stage, seconds: number): Promise<Part[]> {
  const localAddress = '127.0.0.1';
  const users = await usersOf(pool, USERS, (n) => ({ localAddress, address: `192.0.2.${n}` }));
  const addresses = Array.from({ length: NETWORKS }, (_, n) => `2001:db8:0:${n.toString(16)}::1`);
  const attackers = [{ localAddress, addresses, connections: 8 * NETWORKS, open: false }];
  const who = `${USERS} users as above; ${NETWORKS} attackers, each in its IPv6 /64, together in a process with 8 connections each, that`;
  const within = {
    title: 'twenty /64 within the knee',
    note: `${who} ask ${KNEE_PER_SECOND} calls a second in all, about the knee of \`trials -- load\`, whatever is answered.`,
    attackers: attackers.map((one) => ({ ...one, perSecond: KNEE_PER_SECOND })),
  };
  const beyond = {
    title: 'twenty /64, as fast as they are answered',
    note: `${who} ask again as soon as they are answered, as a proxy does: beyond what two processors can answer.`,
    attackers,
    isBeyondKnee: true,
  };
  return [
    await office({ port, pool, seconds }),
    await runFlood({ port, users, seconds }, within),
    await runFlood({ port, users, seconds }, beyond),
    await runQueue({ ...product, pool }),
    await runLockOut({ ...product, pool }),
  ];
}

async function office({ port, pool, seconds }: { port: number; pool: Pool; seconds: number }): Promise<Part> {
  const users = await usersOf(pool, OFFICE, () => ({ localAddress: '127.0.0.1', address: '203.0.113.99' }));
  const samples = await measureUsers(port, users, { calls: CALLS, seconds, everyMs: OFFICE_EVERY_MS });
  const failures = failuresOf(samples);
  return {
    title: 'an office',
    notes: [`${OFFICE} signed-in users behind one address, a call every ${OFFICE_EVERY_MS} ms each.`],
    figures: [
      info('calls, p95', `${samples.length}, ${shown(p95Of(samples))} ms`),
      atMost('refused or failed', samples.filter(({ status }) => status < 200 || status >= 400).length, {
        value: 0,
        unit: '',
      }),
      ...(failures.length === 0 ? [] : [info('which', failures.join('; '))]),
    ],
  };
}

async function usersOf(pool: Pool, count: number, where: (n: number) => Omit<User, 'token'>): Promise<User[]> {
  const users: User[] = [];
  for (let n = 0; n < count; n += 1) users.push({ token: await openAccount(pool, 5), ...where(n) });
  return users;
}
