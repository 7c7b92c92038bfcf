import { setTimeout as sleep } from 'node:timers/promises';
import type { Chance } from '../server/test/books/chance.ts';
import type { Ground } from './faults.ground.ts';
import { KINDS, type Kind } from './faults.kinds.ts';

const PER_SECOND = 12;
/** Ambushes that nobody has fallen into yet. */
const WAITING_AT_MOST = 25;

/** So many faults, by kind; everything stands again when it resolves. */
export async function strike(ground: Ground, chance: Chance, count: number): Promise<Map<string, number>> {
  const fallen = new Map<string, number>();
  const strikes: Promise<void>[] = [];
  const state = { waiting: 0, fell: 0 };
  for (; state.fell < count; await sleep(1_000 / PER_SECOND)) {
    // On wires where little passes they would all fall on whoever comes next.
    if (state.waiting > WAITING_AT_MOST) state.waiting -= calm(ground);
    const { name, strike } = drawKind(chance);
    state.waiting += 1;
    const tell = (): void => {
      state.waiting -= 1;
      state.fell += 1;
      fallen.set(name, (fallen.get(name) ?? 0) + 1);
    };
    strikes.push(strike(ground, chance, tell).catch(() => undefined));
  }
  calm(ground);
  await Promise.all(strikes);
  return fallen;
}

/** How many ambushes nobody had fallen into. */
const calm = ({ wires }: Ground): number => Object.values(wires).reduce((sum, wire) => sum + wire.calm(), 0);

const ALL = KINDS.reduce((sum, { weight }) => sum + weight, 0);

function drawKind(chance: Chance): Kind {
  let left = chance.below(ALL);
  for (const kind of KINDS) {
    left -= kind.weight;
    if (left < 0) return kind;
  }
  throw new Error('no kind left');
}
