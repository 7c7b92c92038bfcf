import { createFairTurns } from './fair-turns.ts';
import { Failure } from './failure.ts';
import { createSharedCalls } from './shared-calls.ts';
import type { GateWatch } from './work-gate.ts';

/** Whose work it is, and which: the same key asked twice at once is one piece. */
type Turn = { owner: string; key: string };
/** Runs a piece of heavy work in its owner's turn. Throws `too_many_requests` when much of that owner waits, `overloaded` when much of all does. */
export type FairGate = (turn: Turn, work: () => Promise<void>) => Promise<void>;

type Limits = { atOnce: number; waiting: number; ofOne: { atOnce: number; waiting: number } };
/** An owner with nothing here finds a place in the queue long after the others are refused. */
const FOR_NEWCOMERS = 4;

/**
 * At most `atOnce` pieces run; those that wait have fair turns, one owner after the other, so that one who asks much delays itself alone.
 * An owner is an account. A batch would be one more owner, that is given its turn when no account waits (decision 0047).
 */
export function createFairGate(limits: Limits, watch?: GateWatch): FairGate {
  const { atOnce, waiting, ofOne } = limits;
  const turns = createFairTurns({ places: atOnce, ofOne: ofOne.atOnce, waitingOfOne: ofOne.waiting, always: 0 });
  const shared = createSharedCalls<void>();
  const present = new Map<string, number>();
  watch?.gate(turns.state);
  const refuse = (failure: Failure): never => {
    watch?.refused();
    throw failure;
  };
  const wait = async (owner: string): Promise<void> => {
    const most = present.has(owner) ? waiting : FOR_NEWCOMERS * waiting;
    if (turns.state().waiting >= most) refuse(crowded());
    const { promise, resolve } = Promise.withResolvers<void>();
    if (!turns.take(owner, resolve)) refuse(tooManyOfOne(ofOne.atOnce + ofOne.waiting));
    await promise;
  };
  const change = (owner: string, by: number): void => {
    const left = (present.get(owner) ?? 0) + by;
    if (left === 0) present.delete(owner);
    else present.set(owner, left);
  };
  return ({ owner, key }, work) =>
    shared(`${owner}/${key}`, async () => {
      const turn = wait(owner);
      change(owner, 1);
      try {
        await turn;
        await work().finally(() => turns.give(owner));
      } finally {
        change(owner, -1);
      }
    });
}

function crowded(): Failure {
  return new Failure('overloaded', 'Le service est très demandé. Rien n’a été débité : réessayez dans un instant.');
}

function tooManyOfOne(count: number): Failure {
  const sentence = `Vous préparez déjà ${count} états des risques à la fois. Attendez que l’un d’eux soit prêt : rien n’a été débité.`;
  return new Failure('too_many_requests', sentence, 10);
}
