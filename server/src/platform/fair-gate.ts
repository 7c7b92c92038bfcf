import { createFairTurns } from './fair-turns.ts';
import { Failure } from './failure.ts';
import { createSharedCalls } from './shared-calls.ts';
import type { GateWatch } from './work-gate.ts';

/** Whose work it is, and which: the same key asked twice at once is one piece. */
type Turn = { owner: string; key: string };
/** Runs a piece of heavy work in its owner's turn. Throws `too_many_requests` when much of that owner waits, `overloaded` when much of all does. */
export type FairGate = (turn: Turn, work: () => Promise<void>) => Promise<void>;

type Limits = { atOnce: number; waiting: number; ofOne: { atOnce: number; waiting: number } };
type Refusals = { tooManyOfOne: (count: number) => Failure; tooManyOfAll: () => Failure };
/** An owner with nothing here finds a place in the queue long after the others are refused. */
const FOR_NEWCOMERS = 4;

/** Runs work in its owner's turn. Throws the refusal that fits when much of that owner waits, or much of all. */
export type FairQueue = <T>(owner: string, work: () => Promise<T>) => Promise<T>;

/** At most `atOnce` pieces run; those that wait have fair turns, one owner after the other, so that one who asks much delays itself alone. */
export function createFairQueue(limits: Limits, refusals: Refusals, watch?: GateWatch): FairQueue {
  const { atOnce, waiting, ofOne } = limits;
  const turns = createFairTurns({ places: atOnce, ofOne: ofOne.atOnce, waitingOfOne: ofOne.waiting, always: 0 });
  const present = new Map<string, number>();
  watch?.gate(turns.state);
  const wait = async (owner: string): Promise<void> => {
    const most = present.has(owner) ? waiting : FOR_NEWCOMERS * waiting;
    if (turns.state().waiting >= most) {
      watch?.refused();
      throw refusals.tooManyOfAll();
    }
    const { promise, resolve } = Promise.withResolvers<void>();
    // One's own share: no sign that there is too much for all.
    if (!turns.take(owner, resolve)) throw refusals.tooManyOfOne(ofOne.atOnce + ofOne.waiting);
    await promise;
  };
  const change = (owner: string, by: number): void => {
    const left = (present.get(owner) ?? 0) + by;
    if (left === 0) present.delete(owner);
    else present.set(owner, left);
  };
  return async (owner, work) => {
    const turn = wait(owner);
    change(owner, 1);
    try {
      await turn;
      return await work().finally(() => turns.give(owner));
    } finally {
      change(owner, -1);
    }
  };
}

/** For generations. An owner is an account. A batch would be one more owner, that is given its turn when no account waits (decision 0047). */
export function createFairGate(limits: Limits, watch?: GateWatch): FairGate {
  const queue = createFairQueue(limits, { tooManyOfOne, tooManyOfAll }, watch);
  const shared = createSharedCalls<void>();
  return ({ owner, key }, work) => shared(`${owner}/${key}`, () => queue(owner, work));
}

function tooManyOfAll(): Failure {
  return new Failure('overloaded', 'Le service est très demandé. Rien n’a été débité : réessayez dans un instant.');
}

function tooManyOfOne(count: number): Failure {
  const sentence = `Vous préparez déjà ${count} états des risques à la fois. Attendez que l’un d’eux soit prêt : rien n’a été débité.`;
  return new Failure('too_many_requests', sentence, 10);
}
