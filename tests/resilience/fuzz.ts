import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Pool } from 'pg';
import { atLeast, atMost, info, type Figure, type Part } from '../harness/report.ts';
import { watchUsage } from '../harness/process-usage.ts';
import { isAlive } from '../../scripts/processes.ts';
import { startProduct, type Product } from '../harness/product.ts';
import { createRandom } from '../harness/seeded-random.ts';
import { brokenAfter, foreignLinks, notLiteral, readLog } from './fuzz.after.ts';
import { attackersOf } from './fuzz.attackers.ts';
import { fuzzInput, KIND_NAMES } from './fuzz.inputs.ts';
import { createOracle, written, type Oracle } from './fuzz.oracle.ts';
import { proveOracle } from './fuzz.proof.ts';
import { canary, fingerprint, plantVictim } from './fuzz.victim.ts';
import { createConnections, type Answer } from './fuzz.connection.ts';
import type { Input, World } from './fuzz.environment.ts';

const AT_ONCE = 24;
/** Growth of the server's memory, from the first half of the run to its end. */
const GROWTH_MB = 100;
const SHOWN_FAULTS = 20;

/**
 * `npm run trials -- fuzz [COUNT] [SEED]`: fuzzes every URL of the real product, each input drawn from the seed and
 * its rank. No response may be a 5xx or reveal others' data; afterwards the product runs, and nothing of others has
 * changed.
 */
export async function run([count = '100000', seed = String(Date.now() % 1_000_000)]: string[]): Promise<Part[]> {
  const folder = mkdtempSync(join(tmpdir(), 'fuzz-'));
  const log = join(folder, 'server.log');
  const filesDir = join(folder, 'files');
  const secret = canary('Environnement');
  const env = {
    FILES_DIR: filesDir,
    RATE_LIMIT_FACTOR: '1000000',
    LOG_LEVEL: 'info',
    CANARY: secret,
    GEORISQUES_TOKEN: secret,
  };
  const product = await startProduct({ env, log });
  const pool = new Pool({ connectionString: product.databaseUrl, max: 2 });
  try {
    const victim = await plantVictim(pool, product.url);
    const world = await attackersOf(product, pool, victim);
    const secrets = [...victim.canaries, secret, new URL(product.databaseUrl).password];
    const before = await fingerprint(pool, victim.accountId);
    const attack = { product, world, oracle: createOracle(secrets), count: Number(count), seed: Number(seed) };
    await proveOracle(attack.oracle, secret);
    const figures = await attackWith(attack);
    const touched = (await fingerprint(pool, victim.accountId)) === before ? [] : ['changed'];
    const after = [
      noneOf('rows of another account touched', touched),
      ...(await damage({ product, world, filesDir, log, secrets })),
    ];
    return [
      { title: `${count} inputs, seed ${seed}`, notes: [], figures },
      { title: 'Afterwards', notes: [], figures: after },
    ];
  } finally {
    await pool.end();
    await product.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

type Environment = { product: Product; world: World; filesDir: string; log: string; secrets: readonly string[] };

async function damage({ product, world, filesDir, log, secrets }: Environment): Promise<Figure[]> {
  const notPrinted = await notLiteral(product, world.tokens);
  const logged = readLog(log, [...secrets, world.typedSecret, ...world.tokens.slice(0, 200)]);
  const isStanding = isAlive(product.serverPid);
  return [
    noneOf('ledger invariants violated, files with an unknown name', await brokenAfter(product, filesDir)),
    noneOf('secrets in the log', logged.shown),
    noneOf('faults in the log', logged.faults),
    noneOf('foreign addresses in mails', await foreignLinks(product)),
    noneOf('names not printed as typed', notPrinted),
    { name: 'process', measured: isStanding ? 'the same' : 'dead', target: 'the same', met: isStanding },
  ];
}

/** Fails when `found` is not empty, and prints it. */
function noneOf(name: string, found: readonly string[]): Figure {
  for (const one of found.slice(0, SHOWN_FAULTS)) console.log(`${name}: ${one.slice(0, 1_500)}`);
  return atMost(name, found.length, { value: 0, unit: '' });
}

type Attack = { product: Product; world: World; oracle: Oracle; count: number; seed: number };

async function attackWith(attack: Attack): Promise<Figure[]> {
  const connections = createConnections(attack.product.url);
  const usage = watchUsage(attack.product.serverPid);
  const tally: Tally = { kinds: new Map(KIND_NAMES.map((kind) => [kind, 0])), statuses: new Map(), faults: 0, shed: 0 };
  let rank = 0;
  const from = performance.now();
  const sender = async (): Promise<void> => {
    while (rank < attack.count) await attackOnce(attack, { rank: rank++, connections, tally });
  };
  await Promise.all(Array.from({ length: AT_ONCE }, sender));
  const seconds = (performance.now() - from) / 1000;
  connections.close();
  const memory = (await usage.stop()).map(({ serverMb }) => serverMb);
  const growth = Math.max(...memory.slice(-5)) - Math.max(...memory.slice(0, Math.ceil(memory.length / 2)));
  const statuses = [...tally.statuses].toSorted(([a], [b]) => a - b).map(([status, times]) => `${status}: ${times}`);
  return [
    atMost('5xx, leaks, hangs', tally.faults, { value: 0, unit: '' }),
    atLeast('inputs', attack.count / seconds, { value: 300, unit: 'a second' }),
    atMost('memory, last seconds against the highest of the first half', growth, { value: GROWTH_MB, unit: 'MB' }),
    info('asked to wait (503 with Retry-After), then sent again', String(tally.shed)),
    ...[...tally.kinds].map(([kind, times]) => info(kind, String(times))),
    info('statuses', statuses.join(', ')),
  ];
}

type Tally = { kinds: Map<string, number>; statuses: Map<number, number>; faults: number; shed: number };
type Turn = { rank: number; connections: ReturnType<typeof createConnections>; tally: Tally };

async function attackOnce({ world, oracle, seed }: Attack, { rank, connections, tally }: Turn): Promise<void> {
  // Seeds far enough apart, so that neighbours share no draw.
  const input = fuzzInput(createRandom(seed + rank * 7_919), world);
  const { answer, turns } = await sendUntilTaken(connections, input);
  tally.shed += turns;
  tally.kinds.set(input.kind, (tally.kinds.get(input.kind) ?? 0) + 1);
  tally.statuses.set(answer.status, (tally.statuses.get(answer.status) ?? 0) + 1);
  const fault = oracle(input, answer);
  if (fault === null) return;
  tally.faults += 1;
  if (tally.faults > SHOWN_FAULTS) return;
  console.log(
    `seed ${seed}, rank ${rank}: ${fault}\n  ${written(input)}\n  → ${answer.status} ${answer.text.slice(0, 300)}`,
  );
}

/** Retries when the server sheds load, as it says: each input gets its own response. */
async function sendUntilTaken(
  connections: ReturnType<typeof createConnections>,
  input: Input,
): Promise<{ answer: Answer; turns: number }> {
  for (let turns = 0; ; turns += 1) {
    const answer = await connections.send(input);
    if (answer.status !== 503 || !/^retry-after$/im.test(answer.headers) || turns === 20) return { answer, turns };
    await sleep(300);
  }
}
