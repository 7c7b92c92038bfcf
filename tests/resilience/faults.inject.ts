import { setTimeout as sleep } from 'node:timers/promises';
import type { Random } from '../harness/seeded-random.ts';
import type { Environment } from './faults.environment.ts';
import { KINDS, type Kind } from './faults.kinds.ts';

const PER_SECOND = 12;
/** Maximum of injected faults that wait for an exchange. */
const WAITING_AT_MOST = 25;
/** Time limit: a dead product would never meet them all. */
const SECONDS_EACH_AT_MOST = 0.5;
const SECONDS_AT_LEAST = 300;

/** Injects that many faults, by kind, or as many as take effect in time; everything runs again when it resolves. */
export async function inject(environment: Environment, random: Random, count: number): Promise<Map<string, number>> {
  const counts = new Map(KINDS.map(({ name }) => [name, 0]));
  const injections: Promise<void>[] = [];
  const proxies = Object.values(environment.proxies);
  const clear = (): void => proxies.forEach((proxy) => proxy.clear());
  const state = { left: count };
  const deadline = Date.now() + (SECONDS_AT_LEAST + count * SECONDS_EACH_AT_MOST) * 1000;
  for (; state.left > 0 && Date.now() < deadline; await sleep(1_000 / PER_SECOND)) {
    // On proxies with little traffic they would all hit the next exchange.
    if (proxies.reduce((sum, proxy) => sum + proxy.waiting(), 0) > WAITING_AT_MOST) clear();
    const { name, inject } = drawKind(random);
    const onInjected = (): void => {
      state.left -= 1;
      counts.set(name, (counts.get(name) ?? 0) + 1);
    };
    // A failed injection is not counted: PostgreSQL may be down just then.
    injections.push(inject(environment, random, onInjected).catch(() => undefined));
  }
  clear();
  await Promise.all(injections);
  return counts;
}

const ALL = KINDS.reduce((sum, { weight }) => sum + weight, 0);

function drawKind(random: Random): Kind {
  let left = random.below(ALL);
  for (const kind of KINDS) {
    left -= kind.weight;
    if (left < 0) return kind;
  }
  throw new Error('no kind left');
}
