import { setTimeout as sleep } from 'node:timers/promises';
import type { Chance } from '../../server/test/ledger/seeded-random.ts';
import type { Ground } from './faults.environment.ts';
import { KINDS, type Kind } from './faults.kinds.ts';

const PER_SECOND = 12;
/** Maximum of injected faults that wait for an exchange. */
const WAITING_AT_MOST = 25;
/** Time limit: a dead product would never meet them all. */
const SECONDS_EACH_AT_MOST = 0.5;
const SECONDS_AT_LEAST = 300;

/** Injects that many faults, by kind, or as many as take effect in time; everything runs again when it resolves. */
export async function strike(ground: Ground, chance: Chance, count: number): Promise<Map<string, number>> {
  const fallen = new Map(KINDS.map(({ name }) => [name, 0]));
  const strikes: Promise<void>[] = [];
  const wires = Object.values(ground.wires);
  const calm = (): void => wires.forEach((wire) => wire.calm());
  const state = { left: count };
  const deadline = Date.now() + (SECONDS_AT_LEAST + count * SECONDS_EACH_AT_MOST) * 1000;
  for (; state.left > 0 && Date.now() < deadline; await sleep(1_000 / PER_SECOND)) {
    // On proxies with little traffic they would all hit the next exchange.
    if (wires.reduce((sum, wire) => sum + wire.waiting(), 0) > WAITING_AT_MOST) calm();
    const { name, strike } = drawKind(chance);
    const tell = (): void => {
      state.left -= 1;
      fallen.set(name, (fallen.get(name) ?? 0) + 1);
    };
    // A failed injection is not counted: PostgreSQL may be down just then.
    strikes.push(strike(ground, chance, tell).catch(() => undefined));
  }
  calm();
  await Promise.all(strikes);
  return fallen;
}

const ALL = KINDS.reduce((sum, { weight }) => sum + weight, 0);

function drawKind(chance: Chance): Kind {
  let left = chance.below(ALL);
  for (const kind of KINDS) {
    left -= kind.weight;
    if (left < 0) return kind;
  }
  throw new Error('no kind left');
}
